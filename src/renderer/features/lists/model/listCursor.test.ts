import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { CompanyRow } from '../../../grid/cells/companyRow.ts';
import { ListCursor, type CursorGrid, type CursorRules } from './listCursor.ts';
import { entryRow } from './testing/rows.ts';

/** A grid that shows these rows and never gets a frame to lay itself out. */
function gridOf(rows: readonly CompanyRow[]): CursorGrid {
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

const rows = [1, 2, 3, 4].map((id) => entryRow(id));

/** How many of the rows shown stand before this one, which may be hidden. */
function nextOf(shown: readonly CompanyRow[], id: string): number {
  const order = rows.map((row) => row.id);
  return shown.filter((row) => order.indexOf(row.id) < order.indexOf(id)).length;
}

const newCursor = (rules: Partial<CursorRules> = {}): ListCursor =>
  new ListCursor({
    isCandidate: () => true,
    takesFreeFocus: () => false,
    isMoreComing: () => false,
    askForMore: () => {},
    ...rules,
  });

/** A cursor on the second row of a list whose screen has gone. */
function leftCursor(): ListCursor {
  const cursor = newCursor();
  cursor.attach(gridOf(rows), () => undefined);
  cursor.goTo(1);
  cursor.detach();
  return cursor;
}

describe('keys pressed on coming back to a list, before its grid is there', () => {
  const done: string[] = [];
  const press = (cursor: ListCursor, key: string): void =>
    cursor.whenThere(() => {
      done.push(`${key} at ${cursor.focus.get().row?.id}`);
      if (key === 'j') cursor.goTo(cursor.focus.get().index + 1);
    });

  beforeEach(() => {
    done.length = 0;
    vi.stubGlobal('requestAnimationFrame', () => 0);
    return () => vi.unstubAllGlobals();
  });

  it('are done in their order once it is, each at the row where the one before it led', () => {
    const cursor = leftCursor();
    press(cursor, 'x');
    press(cursor, 'j');
    press(cursor, 'x');
    expect(done).toEqual([]);
    cursor.attach(gridOf(rows), () => undefined);
    expect(done).toEqual(['x at e2', 'j at e2', 'x at e3']);
    press(cursor, 'x');
    expect(done.at(-1)).toBe('x at e3');
  });

  it('mean no other row where theirs has gone', () => {
    const cursor = leftCursor();
    press(cursor, 'x');
    cursor.attach(gridOf(rows.filter(({ id }) => id !== 'e2')), () => undefined);
    expect(cursor.focus.get().row?.id).toBe('e3');
    expect(done).toEqual([]);
  });

  it('are forgotten with a screen that goes before it has a grid', () => {
    const cursor = leftCursor();
    press(cursor, 'x');
    cursor.forgetKeys();
    cursor.attach(gridOf(rows), () => undefined);
    expect(done).toEqual([]);
  });

  it('are not kept where no row was ever current: there is nothing that they could mean', () => {
    const cursor = newCursor();
    press(cursor, 'x');
    expect(done).toEqual(['x at undefined']);
  });
});

describe('keys pressed faster than rows are loaded', () => {
  const decided: string[] = [];
  let shown: CompanyRow[] = [];
  let isMoreComing = true;
  let now = 0;

  /** On the last of two rows, of which the first is decided. */
  function lastRow(): ListCursor {
    shown = rows.slice(0, 2);
    const cursor = newCursor({
      isCandidate: (row) => !decided.some((key) => key.endsWith(row.id)),
      isMoreComing: () => isMoreComing,
    });
    const indexOrNext = (id: string): number => nextOf(shown, id);
    cursor.attach(
      { ...gridOf([]), count: () => shown.length, indexOf: placeOf, indexOrNext, rowAt: (at) => shown[at] },
      () => {},
    );
    cursor.goTo(0);
    press(cursor, 'e');
    return cursor;
  }

  function placeOf(id: string): number | null {
    const index = shown.findIndex((row) => row.id === id);
    return index < 0 ? null : index;
  }

  function press(cursor: ListCursor, key: string, meansNext = true): void {
    cursor.whenThere(
      () => {
        const { row, index } = cursor.focus.get();
        decided.push(`${key} at ${row?.id}`);
        const next = cursor.nextFrom(index + 1);
        if (next === null) cursor.waitForNext();
        else cursor.goTo(next);
      },
      { meansNext },
    );
  }

  beforeEach(() => {
    decided.length = 0;
    isMoreComing = true;
    now = 0;
    vi.stubGlobal('requestAnimationFrame', () => 0);
    vi.stubGlobal('performance', { now: () => now });
    return () => vi.unstubAllGlobals();
  });

  it('are about the rows that come, one each', () => {
    const cursor = lastRow();
    for (const key of ['e', 'w', 'o']) press(cursor, key);
    expect(decided).toEqual(['e at e1', 'e at e2']);
    shown = rows.slice(0, 3);
    cursor.settle();
    expect(decided).toEqual(['e at e1', 'e at e2', 'w at e3']);
    shown = [...rows];
    cursor.settle();
    expect(decided).toEqual(['e at e1', 'e at e2', 'w at e3', 'o at e4']);
  });

  it('still are where the rows decided leave before others come', () => {
    const cursor = lastRow();
    press(cursor, 'e');
    shown = [];
    cursor.settle();
    press(cursor, 'w');
    expect(decided).toEqual(['e at e1', 'e at e2']);
    shown = rows.slice(2);
    cursor.settle();
    expect(decided.at(-1)).toBe('w at e3');
    expect(cursor.focus.get().row?.id).toBe('e4');
  });

  it('still are where the rows decided leave in the moment in which others come', () => {
    const cursor = lastRow();
    for (const key of ['e', 'w', 'o']) press(cursor, key);
    shown = rows.slice(2);
    cursor.settle();
    expect(decided).toEqual(['e at e1', 'e at e2', 'w at e3', 'o at e4']);
  });

  it('are forgotten where nothing comes, or only after two seconds', () => {
    const none = lastRow();
    for (const key of ['e', 'w']) press(none, key);
    isMoreComing = false;
    none.settle();
    expect(decided).toEqual(['e at e1', 'e at e2']);

    isMoreComing = true;
    decided.length = 0;
    const late = lastRow();
    for (const key of ['e', 'w']) press(late, key);
    now = 2001;
    shown = [...rows];
    late.settle();
    expect(decided).toEqual(['e at e1', 'e at e2']);
    expect(late.focus.get().row?.id).toBe('e3');
  });

  it('mean nothing more once what was decided last is back, and the focus stays there', () => {
    const cursor = lastRow();
    for (const key of ['e', 'w']) press(cursor, key);
    decided.pop();
    cursor.stay();
    shown = [...rows];
    cursor.settle();
    expect(decided).toEqual(['e at e1']);
    expect(cursor.focus.get().row?.id).toBe('e2');
  });

  it('mean the row that one has gone to meanwhile, which is not left again', () => {
    const cursor = lastRow();
    press(cursor, 'e');
    cursor.whenThere(() => cursor.goTo(0));
    shown = [...rows];
    cursor.settle();
    expect(cursor.focus.get().row?.id).toBe('e1');
    press(cursor, 'w');
    expect(decided.at(-1)).toBe('w at e1');
  });
});

describe('keys that go on past the last row that is loaded', () => {
  let shown: CompanyRow[] = [];
  let isMoreComing = true;
  let now = 0;
  const done: string[] = [];
  const askForMore = vi.fn<() => void>();

  /** On the last of two rows. */
  function atTheEnd(): ListCursor {
    shown = rows.slice(0, 2);
    const cursor = newCursor({ isMoreComing: () => isMoreComing, askForMore });
    cursor.attach({ ...gridOf(rows), count: () => shown.length, rowAt: (at) => shown[at] }, () => {});
    cursor.goTo(1);
    return cursor;
  }

  function press(cursor: ListCursor, key: string): void {
    const run = (): void => {
      if (key === 'j') cursor.goTo(Math.min(cursor.focus.get().index + 1, shown.length - 1));
      else if (key === 'k') cursor.goTo(cursor.focus.get().index - 1);
      else done.push(`${key} at ${cursor.focus.get().row?.id}`);
    };
    cursor.whenThere(run, { meansNext: key !== 'k', needsNext: key === 'j' });
  }

  beforeEach(() => {
    done.length = 0;
    askForMore.mockReset();
    isMoreComing = true;
    now = 0;
    vi.stubGlobal('requestAnimationFrame', () => 0);
    vi.stubGlobal('performance', { now: () => now });
    return () => vi.unstubAllGlobals();
  });

  it('wait for it, and so do those after them: what is decided is the row that was meant', () => {
    const cursor = atTheEnd();
    for (const key of ['j', 'w', 'j', 'k', 'e']) press(cursor, key);
    expect(done).toEqual([]);
    expect(askForMore).toHaveBeenCalled();
    shown = rows.slice(0, 3);
    cursor.extended();
    expect(done).toEqual(['w at e3']);
    shown = [...rows];
    cursor.extended();
    expect(done).toEqual(['w at e3', 'e at e3']);
  });

  it('go nowhere at the end of the list, and hold nothing up there', () => {
    isMoreComing = false;
    const cursor = atTheEnd();
    for (const key of ['j', 'w']) press(cursor, key);
    expect(done).toEqual(['w at e2']);
  });

  it('are forgotten where the row does not come within two seconds; a later key means what one sees', () => {
    const cursor = atTheEnd();
    for (const key of ['j', 'w']) press(cursor, key);
    now = 2001;
    shown = [...rows];
    cursor.extended();
    press(cursor, 'e');
    expect(done).toEqual(['e at e2']);
  });
});
