import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { CompanyRow } from '../grid/cells/companyRow.ts';
import type { ListCursor } from './cursor.ts';
import { gridOf, newCursor, nextOf, rows } from './testing/cursors.ts';

describe('keys pressed faster than rows are loaded', () => {
  const decided: string[] = [];
  const givenUp: number[] = [];
  let shown: CompanyRow[] = [];
  let isMoreComing = true;
  let now = 0;

  /** On the last of two rows, of which the first is decided. */
  function lastRow(): ListCursor {
    shown = rows.slice(0, 2);
    const cursor = newCursor({
      isCandidate: (row) => !decided.some((key) => key.endsWith(row.id)),
      isMoreComing: () => isMoreComing,
      keysGivenUp: (count) => void givenUp.push(count),
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
    givenUp.length = 0;
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

  it('are forgotten where nothing comes; where it comes only after ten seconds, that is told', () => {
    const none = lastRow();
    for (const key of ['e', 'w']) press(none, key);
    isMoreComing = false;
    none.settle();
    expect(decided).toEqual(['e at e1', 'e at e2']);
    expect(givenUp).toEqual([]);

    isMoreComing = true;
    decided.length = 0;
    const late = lastRow();
    for (const key of ['e', 'w']) press(late, key);
    now = 10_001;
    shown = [...rows];
    late.settle();
    expect(decided).toEqual(['e at e1', 'e at e2']);
    expect(givenUp).toEqual([1]);
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
  const givenUp: number[] = [];
  const askForMore = vi.fn<() => void>();

  /** On the last of two rows. */
  function atTheEnd(): ListCursor {
    shown = rows.slice(0, 2);
    const cursor = newCursor({
      isMoreComing: () => isMoreComing,
      askForMore,
      keysGivenUp: (count) => void givenUp.push(count),
    });
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
    givenUp.length = 0;
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

  it('are none of them lost where the next is pressed while the grid has the rows and has not said so yet', () => {
    const cursor = atTheEnd();
    for (const key of ['j', 'w', 'j']) press(cursor, key);
    shown = [...rows];
    press(cursor, 'e');
    expect(done).toEqual(['w at e3', 'e at e4']);
    cursor.extended();
    expect(done).toEqual(['w at e3', 'e at e4']);
  });

  it('go on where the list is read again meanwhile, and the rows come with that', () => {
    const cursor = atTheEnd();
    for (const key of ['j', 'w']) press(cursor, key);
    shown = rows.slice(0, 3);
    cursor.settle();
    expect(done).toEqual(['w at e3']);
  });

  it('wait until the key before them is done, where that brings the focus back on its way', () => {
    const cursor = atTheEnd();
    cursor.whenThere(
      () => {
        cursor.goTo(2);
        cursor.extended();
        done.push(`first at ${cursor.focus.get().row?.id}`);
      },
      { needsNext: true },
    );
    press(cursor, 'w');
    shown = [...rows];
    cursor.extended();
    expect(done).toEqual(['first at e3', 'w at e3']);
  });

  it('to the last row wait for those that are on their way', () => {
    const cursor = atTheEnd();
    cursor.goTo(0);
    cursor.whenThere(() => cursor.goTo(shown.length - 1), { needsLast: true });
    press(cursor, 'e');
    shown = rows.slice(0, 3);
    cursor.extended();
    expect(done).toEqual([]);
    isMoreComing = false;
    shown = [...rows];
    cursor.extended();
    expect(done).toEqual(['e at e4']);
  });

  it('go nowhere where reading has ended without a row, and those after them are about what one is on', () => {
    const cursor = atTheEnd();
    for (const key of ['j', 'w']) press(cursor, key);
    isMoreComing = false;
    cursor.extended();
    expect(done).toEqual(['w at e2']);
  });

  it('go nowhere at the end of the list, and hold nothing up there', () => {
    isMoreComing = false;
    const cursor = atTheEnd();
    for (const key of ['j', 'w']) press(cursor, key);
    expect(done).toEqual(['w at e2']);
  });

  it('are forgotten where the row does not come within ten seconds, which is told; a later key means what one sees', () => {
    const cursor = atTheEnd();
    for (const key of ['j', 'w']) press(cursor, key);
    now = 10_001;
    shown = [...rows];
    cursor.extended();
    press(cursor, 'e');
    expect(done).toEqual(['e at e2']);
    expect(givenUp).toEqual([2]);
  });
});
