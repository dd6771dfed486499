import { useState, type DragEventHandler, type MouseEventHandler } from 'react';
import { useMoveSmartList } from '../../data/smartLists.ts';
import { draggedRows, type DraggedRows } from '../../lists/rowDrag.ts';
import { Store } from '../../ui/store.ts';

/** How a place shows that what is over it can be dropped: into it, or beside it. */
export type DropMark = 'into' | 'before' | 'after';

type OnDrag = DragEventHandler<HTMLElement>;

/** What the mouse does with a place in the sidebar besides opening it. */
export interface PlaceHandlers {
  readonly onContextMenu?: MouseEventHandler<HTMLElement>;
  readonly onDragStart?: OnDrag;
  readonly onDragEnd?: OnDrag;
  readonly onDragOver?: OnDrag;
  readonly onDragLeave?: OnDrag;
  readonly onDrop?: OnDrag;
}

interface DropTarget extends PlaceHandlers {
  readonly data: DropMark | undefined;
}

/** A place into which rows of a list are dropped. */
export function useRowsDropped(take: (rows: DraggedRows) => void): DropTarget {
  const [mark, setMark] = useState<DropMark>();
  return {
    data: mark,
    onDragOver: (event) => {
      if (draggedRows.get() === null) return;
      event.preventDefault();
      setMark('into');
    },
    onDragLeave: () => setMark(undefined),
    onDrop: (event) => {
      const rows = draggedRows.get();
      setMark(undefined);
      if (rows === null) return;
      event.preventDefault();
      take(rows);
    },
  };
}

/** The smart list being dragged to another place, by its id. */
const draggedList = new Store<number | null>(null);

/** A smart list that can be dragged to another place among the others, and is one of those places. */
export function useMovingList(id: number): DropTarget {
  const [mark, setMark] = useState<DropMark>();
  const { put } = useMoveSmartList();
  return {
    data: mark,
    onDragStart: (event) => {
      event.dataTransfer.effectAllowed = 'move';
      draggedList.set(id);
    },
    onDragEnd: () => draggedList.set(null),
    onDragOver: (event) => {
      const dragged = draggedList.get();
      if (dragged === null || dragged === id) return;
      event.preventDefault();
      setMark(sideOf(event));
    },
    onDragLeave: () => setMark(undefined),
    onDrop: (event) => {
      const dragged = draggedList.get();
      setMark(undefined);
      if (dragged === null) return;
      event.preventDefault();
      put(dragged, { target: id, side: sideOf(event) });
    },
  };
}

function sideOf({ currentTarget, clientY }: Parameters<OnDrag>[0]): 'before' | 'after' {
  const { top, height } = currentTarget.getBoundingClientRect();
  return clientY < top + height / 2 ? 'before' : 'after';
}
