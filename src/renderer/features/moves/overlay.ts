import type { ListName } from '#shared/domain/listName.ts';

/**
 * Moves that the server's rows do not show yet. `saving`: the key was pressed, the queue has not answered;
 * `queued`: durable, on its way; `settled`: done on the server (`at` on the monotonic clock), for rows that were asked for
 * before.
 */
export interface PendingMove {
  readonly list: ListName;
  readonly state: 'saving' | 'queued' | 'settled';
  readonly at: number;
  /** The entry that moves; null where it is the company, whose entry is not known. */
  readonly entryId: number | null;
}

/** Pending moves by inbox entry, and by company for rows that have no entry (search, collection, similar). */
export interface Overlay {
  readonly entries: ReadonlyMap<number, PendingMove>;
  readonly companies: ReadonlyMap<number, PendingMove>;
  readonly wholes: ReadonlyMap<number, PendingMove>;
}

/** What of a row decides which list it shows. */
export interface ListedRow {
  readonly entryId: number | null;
  readonly company: { readonly id: number };
  readonly list: ListName;
  /** When it was asked for, on the monotonic clock; a row that does not say so knows nothing of settled moves. */
  readonly askedAt?: number;
}

/** Where a company is put: its entry where it has one. */
export interface Placed {
  readonly entryId: number | null;
  readonly companyId: number;
  readonly list: ListName;
}

/** The pending move of a row, if there is one. */
function pendingMoveOf(row: ListedRow, overlay: Overlay): PendingMove | undefined {
  return pendingAt(overlay, row.entryId, row.company.id);
}

/** The pending move of an entry, or of a company whose entry is not known. */
export function pendingAt(overlay: Overlay, entryId: number | null, companyId: number): PendingMove | undefined {
  return entryId === null ? overlay.companies.get(companyId) : overlay.entries.get(entryId);
}

/** Whether it is unknown if a move of it has been done on the server. */
export function isOnItsWay(overlay: Overlay, entryId: number | null, companyId: number): boolean {
  const move = pendingAt(overlay, entryId, companyId);
  return move !== undefined && move.state !== 'settled';
}

/**
 * The list a row shows: what the server said, under the moves that are on their way (DESIGN `House style` 5). A move that
 * settled before the row was asked for is in what the server said; rows read before that, of lists that are come back to,
 * go on needing it.
 */
export function shownList(row: ListedRow, overlay: Overlay): ListName {
  const move = pendingMoveOf(row, overlay);
  if (move === undefined) return row.list;
  const isKnown = row.entryId !== null && move.state === 'settled' && move.at < (row.askedAt ?? -Infinity);
  return isKnown ? row.list : move.list;
}

/** The one mutable overlay of a window. Rows that a change touches are told by entry and company id. */
export class OverlayStore implements Overlay {
  readonly entries = new Map<number, PendingMove>();
  readonly companies = new Map<number, PendingMove>();
  /** Moves that the queue was given by company: where its own entries would go is not known here. */
  readonly wholes = new Map<number, PendingMove>();

  /** Puts moves in place. A company's newest move also stands for its rows without an entry. */
  put(placements: readonly Placed[], state: PendingMove['state'], at: number): void {
    for (const { entryId, companyId, list } of placements) {
      const move: PendingMove = { list, state, at, entryId };
      if (entryId === null) this.wholes.set(companyId, move);
      else this.entries.set(entryId, move);
      this.companies.set(companyId, move);
    }
  }

  /** Shows companies in a list before it is known what of them moves. */
  guess(placements: readonly Placed[], at: number): void {
    for (const { companyId, list } of placements) {
      this.companies.set(companyId, { list, state: 'saving', at, entryId: null });
    }
  }

  /** Puts moves in place whose companies show something newer. */
  putBehind(placements: readonly Placed[], at: number): void {
    for (const { entryId, companyId, list } of placements) {
      const move: PendingMove = { list, state: 'saving', at, entryId };
      if (entryId === null) this.wholes.set(companyId, move);
      else this.entries.set(entryId, move);
    }
  }

  /** Changes the state of moves that still say the same list; a newer decision is left alone. */
  advance(placements: readonly Placed[], state: PendingMove['state'], at: number): void {
    for (const { entryId, companyId, list } of placements) {
      if (entryId === null) advanceIn(this.wholes, companyId, list, state, at);
      else advanceIn(this.entries, entryId, list, state, at);
      advanceIn(this.companies, companyId, list, state, at);
    }
  }

  /**
   * Takes in all that the queue had on its way when it was asked at `askedAt`: what it had no more is done, whoever was told
   * of that. What has happened here since stays.
   */
  resume(pending: readonly Placed[], askedAt: number, at: number): void {
    const older = pending.filter(({ entryId, companyId }) => {
      const move = entryId === null ? this.wholes.get(companyId) : this.entries.get(entryId);
      return move === undefined || (move.state !== 'saving' && move.at < askedAt);
    });
    this.put(older, 'queued', at);
    const isDone = (move: PendingMove): boolean => move.state === 'queued' && move.at < askedAt;
    for (const moves of [this.entries, this.wholes, this.companies]) {
      for (const [id, move] of moves) if (isDone(move)) moves.set(id, { ...move, state: 'settled', at });
    }
  }

  /**
   * Takes in where moves of any window have ended, so that this window shows what another one has done. A key that was
   * just pressed stays; what the queue has already may have been overtaken by another window's decision unheard.
   */
  settle(placements: readonly Placed[], at: number): void {
    for (const { entryId, companyId, list } of placements) {
      const move: PendingMove = { list, state: 'settled', at, entryId };
      if (entryId === null) settleIn(this.wholes, companyId, move);
      else settleIn(this.entries, entryId, move);
      settleIn(this.companies, companyId, move);
    }
  }

  /**
   * Takes back what was put at that moment and nothing newer has replaced: `now` shows in its place, or, where it is null,
   * what the server said.
   */
  retract(shown: readonly Placed[], putAt: number, now: readonly Placed[] | null): void {
    shown.forEach(({ entryId, companyId }, index) => {
      const list = now?.[index]?.list;
      const move: PendingMove | null = list === undefined ? null : { list, state: 'queued', at: putAt, entryId };
      if (entryId === null) retractIn(this.wholes, companyId, putAt, move);
      else retractIn(this.entries, entryId, putAt, move);
      retractIn(this.companies, companyId, putAt, move);
    });
  }

  /** Forgets everything, and returns what was shown of entries and companies. */
  clear(): Placed[] {
    const shown = [...this.companies].map(([companyId, { entryId, list }]): Placed => ({ entryId, companyId, list }));
    for (const moves of [this.entries, this.companies, this.wholes]) moves.clear();
    return shown;
  }

  /** Forgets moves: the rows show again what the server said. */
  drop(placements: readonly Placed[]): void {
    for (const { entryId, companyId, list } of placements) {
      if (entryId !== null && this.entries.get(entryId)?.list === list) this.entries.delete(entryId);
      if (entryId === null && this.wholes.get(companyId)?.list === list) this.wholes.delete(companyId);
      if (this.companies.get(companyId)?.list === list) this.companies.delete(companyId);
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
  const move = moves.get(id);
  // That it has been done may be heard before that it was queued.
  if (move?.list === list && move.state !== 'settled') moves.set(id, { ...move, state, at });
}

function settleIn(moves: Map<number, PendingMove>, id: number, settled: PendingMove): void {
  const move = moves.get(id);
  if (move?.list === settled.list) moves.set(id, { ...move, state: 'settled', at: settled.at });
  else if (move?.state !== 'saving') moves.set(id, settled);
}

function retractIn(moves: Map<number, PendingMove>, id: number, putAt: number, move: PendingMove | null): void {
  const shown = moves.get(id);
  if (shown?.state !== 'saving' || shown.at !== putAt) return;
  if (move === null) moves.delete(id);
  else moves.set(id, move);
}
