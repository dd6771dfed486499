import type { CompanyRow } from '../../grid/companyRow.ts';
import type { Placed } from '../moves/overlay.ts';

/** Finds the loaded rows that a move touches. */
export class RowIndex {
  private byEntry = new Map<number, CompanyRow>();
  private byCompany = new Map<number, CompanyRow>();

  clear(): void {
    this.byEntry = new Map();
    this.byCompany = new Map();
  }

  add(rows: readonly CompanyRow[]): void {
    for (const row of rows) {
      if (row.entryId === null) this.byCompany.set(row.company.id, row);
      else this.byEntry.set(row.entryId, row);
    }
  }

  /** Rows of these placements, each once: by entry, and rows without an entry by company. */
  find(placements: readonly Placed[]): Set<CompanyRow> {
    const rows = new Set<CompanyRow>();
    for (const { entryId, companyId } of placements) {
      const row = (entryId === null ? undefined : this.byEntry.get(entryId)) ?? this.byCompany.get(companyId);
      if (row !== undefined) rows.add(row);
    }
    return rows;
  }
}
