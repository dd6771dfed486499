import { beforeEach, describe, expect, it } from 'vitest';
import { ListSelection } from './selection.ts';
import { rowIdOf, type ListSource, type RowId } from './sources.ts';
import { entryRow } from './testing/rows.ts';
import { Grid } from './testing/selectionGrid.ts';

/** A list of a thousand. */
const wholeList: ListSource = {
  load: () => Promise.reject(new Error('Nothing is loaded here.')),
  loadIds: () => Promise.resolve({ ids: Array.from({ length: 1000 }, (_, id) => rowIdOf(entryRow(id))), revision: 0 }),
  exported: { kind: 'smartList', id: 1 },
};

describe('the range of a selection', () => {
  let grid: Grid;
  let selection: ListSelection;
  let total: number;
  let isFiltered: boolean;
  let decided: Set<string>;
  const toggle = (index: number): void => selection.toggle(grid.rows[index] ?? entryRow(index));

  beforeEach(() => {
    grid = new Grid();
    total = 6;
    isFiltered = false;
    decided = new Set();
    const stands = ({ id }: RowId): boolean => !decided.has(id);
    selection = new ListSelection(
      {
        all: () => grid.rows,
        get total() {
          return total;
        },
      },
      {
        get isFiltered() {
          return isFiltered;
        },
        stands,
        whole: (count) => count,
      },
    );
    selection.attach(grid);
  });

  it('of all is as many as match at the moment', () => {
    total = 676;
    selection.selectAll();
    expect(selection.state.get()).toEqual({ count: 676, all: true });
    // Four that were decided have come back.
    total = 680;
    selection.changed();
    expect(selection.state.get().count).toBe(680);
    toggle(2);
    expect(selection.state.get().count).toBe(679);
  });

  it('of all has none that was decided a moment ago and is seen yet, and counts it no more', async () => {
    total = 998;
    decided.add('e1').add('e4');
    selection.selectAll();
    expect([...grid.selected]).toEqual(['e0', 'e2', 'e3', 'e5']);
    expect(selection.state.get().count).toBe(998);
    // The server has not heard of it yet.
    const ids = (await selection.ids(wholeList)).map(({ id }) => id);
    expect(ids).toHaveLength(998);
    expect(ids.filter((id) => decided.has(id))).toEqual([]);
  });

  it('of all has rows that stand in the grid before it tells of them', () => {
    total = 8;
    selection.selectAll();
    const more = [6, 7].map((id) => entryRow(id));
    selection.coming(more);
    grid.rows = [...grid.rows, ...more];
    selection.changed();
    expect(selection.state.get().count).toBe(8);
    selection.appended(more);
    toggle(7);
    expect(selection.state.get().count).toBe(7);
  });

  it('of all has the rows of a list that was read again, but for those taken out of it', () => {
    total = 8;
    selection.selectAll();
    toggle(2);
    const rows = [...grid.rows, ...[6, 7].map((id) => entryRow(id))];
    selection.replacing(rows, () => {
      grid.rows = rows;
    });
    expect(selection.state.get()).toEqual({ count: 7, all: true });
    expect([...grid.selected]).toEqual(['e0', 'e1', 'e3', 'e4', 'e5', 'e6', 'e7']);
  });

  it('of all leaves out what has been decided and the server still names', async () => {
    selection.selectAll();
    decided = new Set(['e7', 'e8']);
    const ids = (await selection.ids(wholeList)).map(({ id }) => id);
    expect(ids).toHaveLength(998);
    expect(ids).not.toContain('e7');
  });

  it('of all that a filter shows is no more than that, whatever was selected before, and ends with the filter', async () => {
    total = 1000;
    toggle(5);
    grid.hidden = new Set(['e3', 'e4', 'e5']);
    isFiltered = true;
    selection.filterChanged();
    selection.selectAll();
    expect(selection.state.get().count).toBe(3);
    expect((await selection.ids(wholeList)).map(({ id }) => id)).toEqual(['e0', 'e1', 'e2']);
    const more = [6, 7].map((id) => entryRow(id));
    grid.hidden.add('e7');
    selection.coming(more);
    grid.rows = [...grid.rows, ...more];
    selection.appended(more);
    expect(selection.state.get().count).toBe(4);
    grid.hidden = new Set();
    isFiltered = false;
    selection.filterChanged();
    expect(selection.state.get().count === 0).toBe(true);
  });

  it('is known at once: the next key may be about it', () => {
    toggle(1);
    expect(selection.state.get().count === 0).toBe(false);
    selection.extend(1, 3);
    expect(selection.state.get().count).toBe(3);
    selection.clear();
    toggle(1);
    toggle(1);
    expect(selection.state.get().count === 0).toBe(true);
  });

  it('is counted from the row that was selected, also once rows above it have left', () => {
    toggle(3);
    grid.rows = grid.rows.slice(3);
    selection.extend(0, 1);
    expect([...grid.selected]).toEqual(['e3', 'e4']);
  });

  it('begins anew where its row has left or is selected no more', () => {
    toggle(0);
    toggle(0);
    selection.extend(2, 3);
    expect([...grid.selected]).toEqual(['e2', 'e3']);
    grid.rows = grid.rows.filter(({ id }) => id !== 'e2');
    selection.extend(3, 4);
    expect([...grid.selected]).toEqual(['e2', 'e3', 'e4', 'e5']);
  });

  it('lets go of what it no longer reaches, but not of what was selected by itself', () => {
    toggle(3);
    toggle(1);
    selection.extend(1, 2);
    selection.extend(2, 3);
    selection.extend(3, 4);
    selection.extend(4, 2);
    expect([...grid.selected].toSorted()).toEqual(['e1', 'e2', 'e3']);
    selection.extend(2, 0);
    expect([...grid.selected].toSorted()).toEqual(['e0', 'e1', 'e3']);
  });
});

describe('what is out of sight', () => {
  it('is let go of when a filter hides it, and stays so when the filter goes', () => {
    const grid = new Grid();
    const shown = { isFiltered: false, ...everything };
    const selection = selectionOf(grid, shown);
    for (const row of grid.rows.slice(0, 3)) selection.toggle(row);
    grid.hidden = new Set([grid.rows[0]?.id ?? '', grid.rows[1]?.id ?? '']);
    shown.isFiltered = true;
    selection.filterChanged();
    selection.leaveHidden();
    expect(selection.state.get()).toEqual({ count: 1, all: false });
    grid.hidden = new Set();
    shown.isFiltered = false;
    selection.filterChanged();
    selection.leaveHidden();
    expect(selection.loaded().map(({ id }) => id)).toEqual([grid.rows[2]?.id]);
  });

  it('is not selected while one company is all that is seen, and is again afterwards unless it has left', () => {
    const grid = new Grid();
    const selection = selectionOf(grid);
    for (const row of grid.rows.slice(0, 3)) selection.toggle(row);
    selection.suspend(true);
    expect(selection.state.get().count === 0).toBe(true);
    const [first, , , fourth] = grid.rows;
    if (first === undefined || fourth === undefined) throw new Error('The grid has too few rows.');
    selection.toggle(fourth);
    selection.selectAll();
    selection.clear();
    expect(selection.state.get().count === 0).toBe(true);
    grid.hidden = new Set([first.id]);
    selection.suspend(false);
    expect(selection.state.get()).toEqual({ count: 2, all: false });
  });
});

const everything = { stands: () => true, whole: (count: number) => count };

function selectionOf(grid: Grid, shown = { isFiltered: false, ...everything }): ListSelection {
  const selection = new ListSelection({ all: () => grid.rows, total: grid.rows.length }, shown);
  selection.attach(grid);
  return selection;
}
