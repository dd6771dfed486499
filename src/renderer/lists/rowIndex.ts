import type { Placed } from '../decide/overlay.ts';

/** What a row of a list is found by; a row that is loaded and one that is only known by its ids both have it. */
interface Indexed {
  readonly entryId: number | null;
}

/** Finds the rows of a list that a move touches. */
export class RowIndex<T extends Indexed> {
  #byEntry = new Map<number, T>();
  #byCompany = new Map<number, T>();
  readonly #companyIdOf: (row: T) => number;

  constructor(companyIdOf: (row: T) => number) {
    this.#companyIdOf = companyIdOf;
  }

  clear(): void {
    this.#byEntry = new Map();
    this.#byCompany = new Map();
  }

  add(rows: readonly T[]): void {
    for (const row of rows) {
      if (row.entryId === null) this.#byCompany.set(this.#companyIdOf(row), row);
      else this.#byEntry.set(row.entryId, row);
    }
  }

  all(): T[] {
    return [...this.#byEntry.values(), ...this.#byCompany.values()];
  }

  /** Rows of these placements, each once: by entry, and rows without an entry by company. */
  find(placements: readonly Placed[]): Set<T> {
    const rows = new Set<T>();
    for (const { entryId, companyId } of placements) {
      const row = (entryId === null ? undefined : this.#byEntry.get(entryId)) ?? this.#byCompany.get(companyId);
      if (row !== undefined) rows.add(row);
    }
    return rows;
  }
}
