import type { ListName } from '#shared/domain/listName.ts';

/**
 * Moves that the server's rows do not show yet. `saving`: the key was pressed, the queue has not answered;
 * `queued`: durable, on its way; `settled`: done on the server (`at` on the monotonic clock), until newer rows come.
 */
export interface PendingMove {
  readonly list: ListName;
  readonly state: 'saving' | 'queued' | 'settled';
  readonly at: number;
}

/** Pending moves by inbox entry, and by company for rows that have no entry (search, collection, similar). */
export interface Overlay {
  readonly entries: ReadonlyMap<number, PendingMove>;
  readonly companies: ReadonlyMap<number, PendingMove>;
}

/** What of a row decides which list it shows. */
export interface ListedRow {
  readonly entryId: number | null;
  readonly company: { readonly id: number };
  readonly list: ListName;
}

/** Where a company is put: its entry where it has one. */
export interface Placed {
  readonly entryId: number | null;
  readonly companyId: number;
  readonly list: ListName;
}

/** The pending move of a row, if there is one. */
function pendingMoveOf(row: ListedRow, overlay: Overlay): PendingMove | undefined {
  return row.entryId === null ? overlay.companies.get(row.company.id) : overlay.entries.get(row.entryId);
}

/** The list a row shows: what the server said, under the moves that are on their way (DESIGN `House style` 5). */
export function shownList(row: ListedRow, overlay: Overlay): ListName {
  return pendingMoveOf(row, overlay)?.list ?? row.list;
}

/** The one mutable overlay of a window. Rows that a change touches are told by entry and company id. */
export class OverlayStore implements Overlay {
  readonly entries = new Map<number, PendingMove>();
  readonly companies = new Map<number, PendingMove>();

  /** Puts moves in place. A company's newest move also stands for its rows without an entry. */
  put(placements: readonly Placed[], state: PendingMove['state'], at: number): void {
    for (const { entryId, companyId, list } of placements) {
      if (entryId !== null) this.entries.set(entryId, { list, state, at });
      this.companies.set(companyId, { list, state, at });
    }
  }

  /** Changes the state of moves that still say the same list; a newer decision is left alone. */
  advance(placements: readonly Placed[], state: PendingMove['state'], at: number): void {
    for (const { entryId, companyId, list } of placements) {
      if (entryId !== null) advanceIn(this.entries, entryId, list, state, at);
      advanceIn(this.companies, companyId, list, state, at);
    }
  }

  /** Forgets moves: the rows show again what the server said. */
  drop(placements: readonly Placed[]): void {
    for (const { entryId, companyId, list } of placements) {
      if (entryId !== null && this.entries.get(entryId)?.list === list) this.entries.delete(entryId);
      if (this.companies.get(companyId)?.list === list) this.companies.delete(companyId);
    }
  }

  /** Forgets settled moves of rows that were asked for after they settled: the rows know better now. */
  absorb(rows: readonly Pick<ListedRow, 'entryId'>[], askedAt: number): void {
    for (const row of rows) {
      if (row.entryId === null) continue;
      const move = this.entries.get(row.entryId);
      if (move?.state === 'settled' && move.at < askedAt) this.entries.delete(row.entryId);
    }
  }
}

function advanceIn(
  moves: Map<number, PendingMove>,
  id: number,
  list: ListName,
  state: PendingMove['state'],
  at: number,
): void {
  if (moves.get(id)?.list === list) moves.set(id, { list, state, at });
}
