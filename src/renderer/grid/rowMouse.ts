import { useEffect, type RefObject } from 'react';
import { columnOf } from './columns.ts';
import { nameLinkClass } from './cells/cells.ts';
import type { GridDriver } from './gridDriver.ts';
import type { GridScreen } from './gridScreen.ts';

/** One table: its element, once it is there, its driver and its screen. */
interface MouseTable {
  readonly frame: RefObject<HTMLElement | null>;
  readonly driver: RefObject<GridDriver | null>;
  readonly screen: GridScreen;
}

/** What the mouse does with rows besides going there: menus, links and drags. One listener each for the table. */
export function useRowMouse({ frame, driver, screen }: MouseTable): void {
  useEffect(() => {
    const grid = frame.current;
    if (grid === null) return undefined;
    const rowAt = (target: EventTarget | null): ReturnType<GridDriver['rowAround']> =>
      target instanceof Element ? driver.current?.rowAround(target) : undefined;
    const ends = [
      listen(grid, 'contextmenu', (event) => askForMenu(event, rowAt, screen)),
      listen(grid, 'click', (event) => followLink(event, rowAt, screen)),
      listen(grid, 'auxclick', (event) => followLink(event, rowAt, screen)),
      listen(grid, 'pointerdown', makeDraggable),
      listen(grid, 'dragstart', (event) => startDrag(event, rowAt, screen)),
      listen(grid, 'dragend', () => screen.dragEnded()),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, [frame, driver, screen]);
}

type RowAt = (target: EventTarget | null) => ReturnType<GridDriver['rowAround']>;

/** Listens before the grid itself does. Returns the way to end it. */
function listen<K extends keyof HTMLElementEventMap>(
  element: HTMLElement,
  type: K,
  listener: (event: HTMLElementEventMap[K]) => void,
): () => void {
  element.addEventListener(type, listener, true);
  return () => element.removeEventListener(type, listener, true);
}

function askForMenu(event: MouseEvent, rowAt: RowAt, screen: GridScreen): void {
  const { target, clientX: x, clientY: y } = event;
  if (!(target instanceof Element)) return;
  const header = target.closest('.ag-header-cell')?.getAttribute('col-id') ?? '';
  if (columnOf(header) !== undefined) {
    event.preventDefault();
    screen.headerMenuAsked({ column: header, at: { x, y } });
  }
  const row = rowAt(target);
  if (row === undefined) return;
  event.preventDefault();
  const column = target.closest('.ag-cell')?.getAttribute('col-id') ?? '';
  screen.menuAsked({ row, column, at: { x, y } });
}

const middle = 1;

/** A plain click on a name is a click on its row; with Ctrl or ⌘, or the middle button, it opens the company apart. */
function followLink(event: MouseEvent, rowAt: RowAt, screen: GridScreen): void {
  const { target, button, ctrlKey, metaKey } = event;
  if (!(target instanceof Element) || target.closest(`a.${nameLinkClass}`) === null) return;
  const isApart = button === middle || (button === 0 && (ctrlKey || metaKey));
  if (!isApart) {
    event.preventDefault();
    return;
  }
  const row = rowAt(target);
  // It selects nothing.
  event.stopPropagation();
  if (row !== undefined && screen.openedApart(row)) event.preventDefault();
}

/** A row can be dragged from when the mouse is pressed on it: until then no row has anything to do with drags. */
function makeDraggable({ target, pointerType, button }: PointerEvent): void {
  if (pointerType !== 'mouse' || button !== 0 || !(target instanceof Element)) return;
  if (target.closest('.ag-selection-checkbox') !== null) return;
  const row = target.closest<HTMLElement>('.ag-row');
  if (row !== null) row.draggable = true;
}

/** What a drag of rows carries: nothing that another app could take for a text or a file. */
const rowsType = 'application/x-winnow-rows';

function startDrag(event: DragEvent, rowAt: RowAt, screen: GridScreen): void {
  const row = rowAt(event.target);
  if (row === undefined || event.dataTransfer === null) return;
  event.dataTransfer.setData(rowsType, '');
  event.dataTransfer.effectAllowed = 'copyMove';
  const image = document.createElement('div');
  image.className = 'w-drag-image';
  image.textContent = screen.dragged(row);
  document.body.append(image);
  event.dataTransfer.setDragImage(image, -12, -8);
  // The browser has drawn it by then.
  setTimeout(() => image.remove());
}
