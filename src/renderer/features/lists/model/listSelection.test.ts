import { beforeEach, describe, expect, it } from 'vitest';
import type { CompanyRow } from '../../../grid/cells/companyRow.ts';
import { ListSelection, type SelectionGrid } from './listSelection.ts';
import { entryRow } from './testing/rows.ts';

/** A grid that shows these rows and keeps which of them are selected. */
class Grid implements SelectionGrid {
  rows: CompanyRow[] = [0, 1, 2, 3, 4, 5].map((id) => entryRow(id));
  readonly selected = new Set<string>();

  clearSelection(): void {
    this.selected.clear();
  }

  indexOf(id: string): number | null {
    const index = this.rows.findIndex((row) => row.id === id);
    return index === -1 ? null : index;
  }

  isSelected(id: string): boolean {
    return this.selected.has(id);
  }

  rowAt(index: number): CompanyRow | undefined {
    return this.rows[index];
  }

  select(ids: readonly string[], selected: boolean): void {
    for (const id of ids) {
      if (selected) this.selected.add(id);
      else this.selected.delete(id);
    }
  }

  selectShown(): void {
    this.select(
      this.rows.map(({ id }) => id),
      true,
    );
  }

  selectedRows(): CompanyRow[] {
    return this.rows.filter(({ id }) => this.selected.has(id));
  }
}

describe('the range of a selection', () => {
  let grid: Grid;
  let selection: ListSelection;
  let total: number;
  const toggle = (index: number): void => selection.toggle(grid.rows[index] ?? entryRow(index));

  beforeEach(() => {
    grid = new Grid();
    total = 6;
    selection = new ListSelection({ rows: () => grid.rows, total: () => total });
    selection.attach(grid);
  });

  it('of all is as many as match at the moment', () => {
    total = 676;
    selection.selectAll();
    expect(selection.state.get()).toEqual({ count: 676, all: true });
    // Four that were decided have come back.
    total = 680;
    selection.wholeChanged();
    expect(selection.state.get().count).toBe(680);
    toggle(2);
    expect(selection.state.get().count).toBe(679);
  });

  it('of all has rows that stand in the grid before it tells of them', () => {
    total = 8;
    selection.selectAll();
    const more = [6, 7].map((id) => entryRow(id));
    selection.coming(more);
    grid.rows = [...grid.rows, ...more];
    selection.wholeChanged();
    expect(selection.state.get().count).toBe(8);
    selection.appended(more);
    toggle(7);
    expect(selection.state.get().count).toBe(7);
  });

  it('is known at once: the next key may be about it', () => {
    toggle(1);
    expect(selection.isEmpty()).toBe(false);
    selection.extend(1, 3);
    expect(selection.state.get().count).toBe(3);
    selection.clear();
    toggle(1);
    toggle(1);
    expect(selection.isEmpty()).toBe(true);
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
