import type { ListName } from '#shared/domain/listName.ts';
import type { Effect } from './faultServer.ts';

/** One entry's move as a user decided it. */
export interface Decision {
  readonly entry: number;
  readonly list: ListName;
}

/** Counts of what went wrong; all must stay 0. */
export interface Damage {
  /** Entries that did not show, or did not end in, the list of the last acknowledged decision (I1, I9). */
  lost: number;
  /** Moves that had an effect a second time (I3). */
  twice: number;
  /** Effects that no decision asked for at that point in the order (I2, I4). */
  outOfOrder: number;
}

/**
 * Compares what the user was told with what the server did, entry by entry: effects must be a subsequence of the
 * decisions, and no effect may lead to where the entry already is, because no decision does.
 */
export class Audit {
  readonly damage: Damage = { lost: 0, twice: 0, outOfOrder: 0 };
  /** Entries and what was wrong with them, for whoever investigates. */
  readonly findings: string[] = [];
  acknowledged = 0;
  /** Entry → lists decided since the last `settled`, in order, including unacknowledged ones. */
  readonly #decided = new Map<number, ListName[]>();
  readonly #met = new Map<number, number>();
  readonly #last = new Map<number, ListName>();
  #open: readonly Decision[] = [];

  /** The list of an entry's last decision, as far as the user was told. */
  lastOf(entry: number): ListName {
    return this.#last.get(entry) ?? 'None';
  }

  /** The user presses a key. */
  intended(decisions: readonly Decision[]): void {
    this.#open = decisions;
    for (const { entry, list } of decisions) {
      const lists = this.#decided.get(entry) ?? [];
      lists.push(list);
      this.#decided.set(entry, lists);
    }
  }

  /** The user is told that the decision is kept. */
  acknowledge(): void {
    this.acknowledged += this.#open.length;
    for (const { entry, list } of this.#open) this.#last.set(entry, list);
    this.#open = [];
  }

  effect({ key, entry, list, before }: Effect): void {
    if (list === before) {
      this.damage.twice++;
      this.findings.push(`twice: entry ${entry} to ${list} (${key})`);
      return;
    }
    const lists = this.#decided.get(entry) ?? [];
    const place = lists.indexOf(list, this.#met.get(entry) ?? 0);
    if (place === -1) {
      this.damage.outOfOrder++;
      this.findings.push(`out of order: entry ${entry} to ${list} (${key}), decided ${lists.join(' ')}`);
      return;
    }
    this.#met.set(entry, place + 1);
  }

  /**
   * After a kill: every entry must be where it was acknowledged or, if its last decision was no longer acknowledged,
   * where that one leads. Either all of that decision must be there, or none of it.
   */
  reopened(shown: (entry: number) => ListName, entries: readonly number[]): void {
    const open = this.#open;
    const arrived = open.filter(({ entry, list }) => shown(entry) === list && this.lastOf(entry) !== list);
    const whole = arrived.length > 0 && open.every(({ entry, list }) => shown(entry) === list);
    if (whole) for (const { entry, list } of open) this.#last.set(entry, list);
    this.#open = [];
    for (const entry of entries) this.#expect(entry, shown(entry));
  }

  /** Nothing is pending: the server must show what the user was told. */
  settled(listOf: (entry: number) => ListName, entries: readonly number[]): void {
    for (const entry of entries) this.#expect(entry, listOf(entry));
    this.#decided.clear();
    this.#met.clear();
  }

  #expect(entry: number, list: ListName): void {
    const expected = this.lastOf(entry);
    if (list === expected) return;
    this.damage.lost++;
    this.findings.push(`lost: entry ${entry} is in ${list}, not in ${expected}`);
    this.#last.set(entry, list);
  }
}
