import { ActionIcon } from '@mantine/core';
import { useEffect, useRef, type ReactNode, type RefObject } from 'react';
import type { DecidedList } from '#shared/domain/listName.ts';
import { KeyTip } from '../keyboard/Keys.tsx';
import type { CompanyRow } from './cells/companyRow.ts';
import type { GridDriver } from './gridDriver.ts';
import type { GridScreen } from './gridScreen.ts';
import { decisionButtons } from '../ui/decisionButtons.ts';

/**
 * The three decisions as buttons at the end of the row under the mouse. One element for the whole table that moves from
 * row to row; it goes while the table scrolls and while keys are used. Keyboard and screen readers have the commands.
 */
export function HoverActions({
  frame,
  driver,
  screen,
}: {
  /** The element in which the table was created. */
  readonly frame: RefObject<HTMLElement | null>;
  readonly driver: RefObject<GridDriver | null>;
  readonly screen: GridScreen;
}): ReactNode {
  const bar = useRef<HTMLDivElement>(null);
  const following = useRef<FollowingMouse | null>(null);
  useEffect(() => {
    const [grid, element] = [frame.current, bar.current];
    if (grid === null || element === null) return undefined;
    const follows = followMouse(grid, element, (target) => {
      const row = driver.current?.rowAround(target);
      if (row !== undefined) element.dataset['list'] = screen.listOf(row);
      return row;
    });
    following.current = follows;
    return follows.end;
  }, [frame, driver, screen]);
  const decide = (to: DecidedList): void => {
    const row = following.current?.take() ?? null;
    if (row !== null) screen.decideAsked(row, to);
  };
  return (
    // The keyboard's focus stays where it is.
    <div ref={bar} className="w-row-actions" hidden aria-hidden onMouseDown={(event) => event.preventDefault()}>
      {decisionButtons.map(({ list, command, Icon }) => (
        <KeyTip key={list} id={command}>
          <ActionIcon size={22} tabIndex={-1} data-choice={list} aria-label={list} onClick={() => decide(list)}>
            <Icon size={15} stroke={1.7} aria-hidden />
          </ActionIcon>
        </KeyTip>
      ))}
    </div>
  );
}

interface FollowingMouse {
  /** Hides the buttons. Returns the row they were at, if it is still there: rows may have moved under them. */
  readonly take: () => CompanyRow | null;
  readonly end: () => void;
}

/** Moves `bar` to the row of `grid` that the mouse is over. */
function followMouse(
  grid: HTMLElement,
  bar: HTMLElement,
  rowAround: (element: Element) => CompanyRow | undefined,
): FollowingMouse {
  // A row that moves, moves by its style.
  let at: { readonly element: HTMLElement; readonly row: CompanyRow; readonly top: string } | null = null;
  let pointer = { x: Number.NaN, y: Number.NaN };
  const hide = (): void => {
    if (at === null) return;
    at = null;
    bar.hidden = true;
  };
  const move = (event: PointerEvent): void => {
    const { target, clientX: x, clientY: y } = event;
    // Rows that move under a resting mouse are reported as its moves, too.
    if (pointer.x === x && pointer.y === y) return;
    pointer = { x, y };
    if (!(target instanceof Element) || bar.contains(target)) return;
    const element = isHovering(event) ? target.closest<HTMLElement>('.ag-row') : null;
    if (element === null) hide();
    else if (element !== at?.element || element.style.top !== at.top) show(element);
  };
  const show = (element: HTMLElement): void => {
    const row = rowAround(element);
    const place = row === undefined ? null : placeIn(grid, element);
    if (row === undefined || place === null) {
      hide();
      return;
    }
    at = { element, row, top: element.style.top };
    bar.style.top = `${place.top}px`;
    bar.style.right = `${place.right}px`;
    bar.hidden = false;
  };
  const take = (): CompanyRow | null => {
    const was = at;
    hide();
    if (was?.element.isConnected !== true || was.element.style.top !== was.top) return null;
    return rowAround(was.element)?.id === was.row.id ? was.row : null;
  };
  const passive = { capture: true, passive: true } as const;
  grid.addEventListener('pointermove', move, passive);
  grid.addEventListener('pointerleave', hide, { passive: true });
  grid.addEventListener('scroll', hide, passive);
  grid.addEventListener('contextmenu', hide, passive);
  grid.addEventListener('dragstart', hide, passive);
  const end = (): void => {
    grid.removeEventListener('pointermove', move, true);
    grid.removeEventListener('pointerleave', hide);
    grid.removeEventListener('scroll', hide, true);
    grid.removeEventListener('contextmenu', hide, true);
    grid.removeEventListener('dragstart', hide, true);
  };
  return { take, end };
}

/** A finger has nothing to hover with, and a pressed button drags. */
function isHovering({ pointerType, buttons }: PointerEvent): boolean {
  return pointerType === 'mouse' && buttons === 0;
}

/** Width of the three buttons, and the text that has to stay readable beside them, in pixels. */
const leastRoom = 78 + 60;

/** Where the buttons belong in `grid`: before columns pinned to the right. Null if they would cover the name. */
function placeIn(grid: HTMLElement, row: Element): { readonly top: number; readonly right: number } | null {
  const viewport = grid.querySelector('.ag-grid-viewport');
  if (viewport === null) return null;
  const frame = grid.getBoundingClientRect();
  const seen = viewport.getBoundingClientRect();
  const line = row.getBoundingClientRect();
  const pinnedRight = row.querySelector('.ag-grid-pinned-right-cells')?.getBoundingClientRect();
  const pinnedLeft = row.querySelector('.ag-grid-pinned-left-cells')?.getBoundingClientRect();
  const scrollbar = grid.querySelector('.ag-body-vertical-scroll')?.getBoundingClientRect();
  const seenTo = seen.left + viewport.clientWidth - (scrollbar?.width ?? 0);
  const end = Math.min(seenTo, line.right);
  const right = pinnedRight === undefined || pinnedRight.width === 0 ? end : Math.min(end, pinnedRight.left);
  const left = pinnedLeft?.right ?? seen.left;
  if (right - left < leastRoom || line.bottom > seen.top + viewport.clientHeight) return null;
  return { top: line.top - frame.top, right: frame.right - right };
}
