import type { CompanyRow } from '../../grid/cells/companyRow.ts';
import { ListCursor, type CursorGrid } from '../cursor.ts';
import { entryRow } from './rows.ts';

/** A grid that shows these rows and never gets a frame to lay itself out. */
export function gridOf(rows: readonly CompanyRow[]): CursorGrid {
  return {
    clearCurrent: () => undefined,
    count: () => rows.length,
    goTo: () => true,
    hasFocus: () => false,
    indexOf: (id) => (rows.some((row) => row.id === id) ? rows.findIndex((row) => row.id === id) : null),
    indexOrNext: (id) => nextOf(rows, id),
    isLaidOut: () => true,
    lastSeen: () => rows.length - 1,
    place: () => ({ top: 0, left: 0 }),
    rowAt: (index) => rows[index],
    setCurrent: () => undefined,
  };
}

/** The rows of these tests, in their order. */
export const rows = [1, 2, 3, 4].map((id) => entryRow(id));

/** How many of the rows shown stand before this one, which may be hidden. */
export function nextOf(shown: readonly CompanyRow[], id: string): number {
  const order = rows.map((row) => row.id);
  return shown.filter((row) => order.indexOf(row.id) < order.indexOf(id)).length;
}

/** A cursor without a grid, in a list where nothing more is to come but what `rules` say. */
export function newCursor({
  isCandidate = () => true,
  isMoreComing = () => false,
  askForMore = () => undefined,
  keysGivenUp = () => undefined,
}: {
  readonly isCandidate?: (row: CompanyRow) => boolean;
  readonly isMoreComing?: () => boolean;
  readonly askForMore?: () => void;
  readonly keysGivenUp?: (count: number) => void;
} = {}): ListCursor {
  const stream = {
    all: () => [],
    get isReading() {
      return isMoreComing();
    },
    wantMore: askForMore,
  };
  const cursor = new ListCursor(stream, { isCandidate, counts: { get: () => ({ shown: 0, left: null }) } });
  cursor.takesFreeFocus = false;
  cursor.givenUp.subscribe(keysGivenUp);
  return cursor;
}
