import type { ListName } from '#shared/domain/listName.ts';
import { Store } from '../../ui/store.ts';
import { pendingAt, type PendingMove, type Overlay, type Placed } from './overlay.ts';

/** An entry of a smart list, and whether the server's count of what is undecided there has it. */
interface CountedEntry {
  readonly inboxId: number;
  readonly companyId: number;
  readonly isCounted: boolean;
}

/** A row as a list has read it; `inboxId` is the smart list of its entry. */
interface CountableRow {
  readonly entryId: number | null;
  readonly inboxId?: number;
  readonly company: { readonly id: number };
  readonly list: ListName;
}

/**
 * How many companies of each smart list are undecided: what the server has counted, corrected by the moves shown here that
 * it had not heard of then. So the sidebar follows a key at once, also while the server is slow or away.
 */
export class InboxCounts {
  /** By the smart list's id; lists that the server has not counted yet are left out. */
  readonly unrated = new Store<ReadonlyMap<number, number>>(new Map());
  private readonly overlay: Overlay;
  private readonly entries = new Map<number, CountedEntry>();
  /** Entries whose moves the server's counts may not have yet, and what each adds to its list's count: -1, 0 or 1. */
  private readonly open = new Map<number, number>();
  /** The sum of those by smart list: offline there may be thousands of them, and a key has no time to add them up. */
  private readonly corrections = new Map<number, number>();
  private counts: ReadonlyMap<number, number> = new Map();
  /** When the count of each was asked for that stands. */
  private readonly countedAt = new Map<number, number>();

  constructor(overlay: Overlay) {
    this.overlay = overlay;
  }

  /** An entry is about to be moved away from the list that it shows: only now is it known of which smart list it is. */
  note(entry: { readonly entryId: number; readonly companyId: number }, inboxId: number, shown: ListName): void {
    // While a move of it is open, what it shows is not what was counted.
    if (this.open.has(entry.entryId)) return;
    this.entries.set(entry.entryId, { inboxId, companyId: entry.companyId, isCounted: shown === 'None' });
  }

  /** Rows of smart lists were read: moves of them correct the counts, whoever decides them and wherever. */
  loaded(rows: readonly CountableRow[]): void {
    for (const { entryId, inboxId, company, list } of rows) {
      if (entryId === null || inboxId === undefined) continue;
      const move = pendingAt(this.overlay, entryId, company.id);
      const isInCounts = move !== undefined && isDoneBy(move, this.countedAt.get(inboxId) ?? -Infinity);
      this.note({ entryId, companyId: company.id }, inboxId, isInCounts ? move.list : list);
      if (move !== undefined) this.correct(entryId);
    }
    this.tell();
  }

  /** Moves were decided, taken back, done or refused. */
  moved(placements: readonly Placed[]): void {
    for (const { entryId } of placements) {
      if (entryId !== null && this.entries.has(entryId)) this.correct(entryId);
    }
    // Those of a company without an entry at the key press are about all its entries.
    if (placements.some(({ entryId }) => entryId === null))
      for (const entryId of this.open.keys()) this.correct(entryId);
    this.tell();
  }

  /**
   * The server has counted; `askedAt` as `performance.now()`. What was done there by then is in its counts. Of a smart list
   * with a move that may be in them or not, they say nothing: its count stays until the next, which comes when moves are done.
   */
  counted(lists: readonly { readonly id: number; readonly unratedCount: number }[], askedAt: number): void {
    const unsure = this.inboxesMovingSince(askedAt);
    const isTaken = (id: number): boolean => !unsure.has(id) || !this.counts.has(id);
    const taken = new Set(lists.flatMap(({ id }) => (isTaken(id) ? [id] : [])));
    this.counts = new Map(
      lists.map(({ id, unratedCount }) => [id, taken.has(id) ? unratedCount : (this.counts.get(id) ?? unratedCount)]),
    );
    for (const id of taken) this.countedAt.set(id, askedAt);
    for (const entryId of this.open.keys()) {
      const entry = this.entries.get(entryId);
      this.correct(entryId);
      if (entry === undefined || !taken.has(entry.inboxId)) continue;
      const move = pendingAt(this.overlay, entryId, entry.companyId);
      if (move !== undefined && !isDoneBy(move, askedAt)) continue;
      this.add(entry.inboxId, -(this.open.get(entryId) ?? 0));
      this.open.delete(entryId);
      if (move !== undefined) this.entries.set(entryId, { ...entry, isCounted: move.list === 'None' });
    }
    this.tell();
  }

  /** Another state has taken the place of the one before: nothing corrects its counts. */
  reset(): void {
    for (const known of [this.entries, this.open, this.corrections, this.countedAt]) known.clear();
    this.tell();
  }

  /** The smart lists of entries whose moves were on their way at that moment, or came after it. */
  private inboxesMovingSince(moment: number): Set<number> {
    const inboxes = new Set<number>();
    for (const entryId of this.open.keys()) {
      const entry = this.entries.get(entryId);
      if (entry === undefined || inboxes.has(entry.inboxId)) continue;
      const move = pendingAt(this.overlay, entryId, entry.companyId);
      if (move !== undefined && !isDoneBy(move, moment)) inboxes.add(entry.inboxId);
    }
    return inboxes;
  }

  /** Takes in where an entry is shown by now. */
  private correct(entryId: number): void {
    const entry = this.entries.get(entryId);
    if (entry === undefined) return;
    const move = pendingAt(this.overlay, entryId, entry.companyId);
    const isUndecided = move === undefined ? entry.isCounted : move.list === 'None';
    const change = Number(isUndecided) - Number(entry.isCounted);
    this.add(entry.inboxId, change - (this.open.get(entryId) ?? 0));
    this.open.set(entryId, change);
  }

  private add(inboxId: number, change: number): void {
    this.corrections.set(inboxId, (this.corrections.get(inboxId) ?? 0) + change);
  }

  private tell(): void {
    const unrated = new Map(
      [...this.counts].map(([id, count]) => [id, Math.max(0, count + (this.corrections.get(id) ?? 0))]),
    );
    const before = this.unrated.get();
    const isSame = before.size === unrated.size && [...unrated].every(([id, count]) => before.get(id) === count);
    if (!isSame) this.unrated.set(unrated);
  }
}

/** Whether it was known by that moment that the server has done a move. */
function isDoneBy({ state, at }: PendingMove, moment: number): boolean {
  return state === 'settled' && at <= moment;
}
