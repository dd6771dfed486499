import type { CompanyRow } from '../../grid/cells/companyRow.ts';
import type { SelectionGrid } from '../selection.ts';
import { entryRow } from './rows.ts';

/** A grid that shows these rows and keeps which of them are selected. */
export class Grid implements SelectionGrid {
  rows: CompanyRow[] = [0, 1, 2, 3, 4, 5].map((id) => entryRow(id));
  readonly selected = new Set<string>();
  hidden = new Set<string>();

  clearSelection(): void {
    this.selected.clear();
  }

  indexOf(id: string): number | null {
    const index = this.shown().findIndex((row) => row.id === id);
    return index === -1 ? null : index;
  }

  isSelected(id: string): boolean {
    return this.selected.has(id);
  }

  rowAt(index: number): CompanyRow | undefined {
    return this.shown()[index];
  }

  select(ids: readonly string[], selected: boolean): void {
    for (const id of ids) {
      if (selected) this.selected.add(id);
      else this.selected.delete(id);
    }
  }

  selectShown(): void {
    this.select(
      this.shown().map(({ id }) => id),
      true,
    );
  }

  private shown(): CompanyRow[] {
    return this.rows.filter(({ id }) => !this.hidden.has(id));
  }

  selectedRows(): CompanyRow[] {
    return this.rows.filter(({ id }) => this.selected.has(id));
  }
}
