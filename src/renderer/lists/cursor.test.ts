import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ListCursor } from './cursor.ts';
import { gridOf, newCursor, rows } from './testing/cursors.ts';

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

/** A cursor on this row, of a list that was scrolled down by so much and whose screen has gone. */
function leftAt(index: number, top = 0): ListCursor {
  const cursor = newCursor();
  cursor.attach({ ...gridOf(rows), place: () => ({ top, left: 0 }) }, () => undefined);
  cursor.notePlace();
  cursor.goTo(index);
  cursor.detach();
  return cursor;
}

const isThirdOrFourth = ({ id }: { id: string }): boolean => id === 'e3' || id === 'e4';

describe('whether a list was left at its start', () => {
  beforeEach(() => {
    vi.stubGlobal('requestAnimationFrame', () => 0);
    return () => vi.unstubAllGlobals();
  });

  it('is so on its first row, and no longer once something has moved', () => {
    const cursor = leftAt(0);
    expect(cursor.isLeftAtStart).toBe(true);
    cursor.attach(gridOf(rows), () => undefined);
    expect(cursor.isLeftAtStart).toBe(true);
    cursor.goTo(1);
    expect(cursor.isLeftAtStart).toBe(false);
  });

  it('is so on the first row to decide, below decided ones', () => {
    const cursor = newCursor({ isCandidate: isThirdOrFourth });
    cursor.attach(gridOf(rows), () => undefined);
    expect(cursor.focus.get().index).toBe(2);
    cursor.detach();
    expect(cursor.isLeftAtStart).toBe(true);
  });

  it('is not so further down, and not where it was scrolled', () => {
    expect(leftAt(1).isLeftAtStart).toBe(false);
    expect(leftAt(0, 40).isLeftAtStart).toBe(false);
    expect(newCursor().isLeftAtStart).toBe(false);
  });
});
