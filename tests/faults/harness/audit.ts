import type { ListName } from '#shared/domain/listName.ts';
import type { Effect } from './faultServer.ts';
import { ReasonAudit } from './reasonAudit.ts';

/** One entry's move as a user decided it. */
export interface Decision {
  readonly entry: number;
  readonly list: ListName;
}

/** Which key is pressed; a number is a reason, which is given only once. */
export type Press = 'decide' | 'undo' | number;

/** What the server has. */
interface Outcome {
  readonly listOf: (entry: number) => ListName;
  readonly reasonOf: (entry: number) => number;
}

/** Counts of what went wrong; all must stay 0. */
export interface Damage {
  /**
   * Entries that did not show, or did not end in, the list of the last acknowledged decision (I1, I9), or end with
   * another reason than was given for it (M2).
   */
  lost: number;
  /** Moves and reasons that had an effect a second time (I3). */
  twice: number;
  /** Effects that no decision asked for at that point in the order (I2, I4), and reasons for another decision (M2). */
  outOfOrder: number;
}

/**
 * Compares what the user was told with what the server did, entry by entry: effects must be a subsequence of the
 * decisions, and no effect but one of Later may lead to where the entry already is, because no decision does. A reason must come after
 * its decision and before that of the next one.
 */
export class Audit {
  readonly damage: Damage = { lost: 0, twice: 0, outOfOrder: 0 };
  /** Entries and what was wrong with them, for whoever investigates. */
  readonly findings: string[] = [];
  acknowledged = 0;
  /** Reasons, each once for every entry that it was given for. */
  reasonsAcknowledged = 0;
  /** Presses of the key for a reason, including unacknowledged ones. */
  reasonsIntended = 0;
  /** Entry → lists decided since the last `settled`, in order, including unacknowledged ones. */
  readonly #decided = new Map<number, ListName[]>();
  readonly #met = new Map<number, number>();
  readonly #last = new Map<number, ListName>();
  readonly #reasons = new ReasonAudit();
  #open: readonly Decision[] = [];
  #press: Press = 'decide';

  /** The list of an entry's last decision, as far as the user was told. */
  lastOf(entry: number): ListName {
    return this.#last.get(entry) ?? 'None';
  }

  /** The user presses a key. */
  intended(decisions: readonly Decision[], press: Press): void {
    this.#open = decisions;
    this.#press = press;
    if (typeof press === 'number') {
      this.reasonsIntended++;
      for (const { entry, list } of decisions) {
        const place = (this.#decided.get(entry)?.length ?? 0) - 1;
        this.#reasons.intended(entry, { reason: press, list, place });
      }
      return;
    }
    for (const { entry, list } of decisions) {
      const lists = this.#decided.get(entry) ?? [];
      lists.push(list);
      this.#decided.set(entry, lists);
    }
  }

  /** The user is told that the decision, or the reason, is kept. */
  acknowledge(): void {
    if (typeof this.#press === 'number') {
      this.reasonsAcknowledged += this.#open.length;
      for (const { entry } of this.#open) this.#reasons.given(entry, this.#press);
      this.#open = [];
      return;
    }
    this.acknowledged += this.#open.length;
    this.#take(this.#press);
  }

  effect(effect: Effect): void {
    if (effect.reason !== null) {
      this.#reasonEffect(effect, effect.reason);
      return;
    }
    const { key, entry, list, before } = effect;
    // What is put off may be put off anew, until something else.
    if (list === before && list !== 'Later') {
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

  /** The server has refused a reason for good. */
  refused(entry: number, reason: number): void {
    this.#reasons.refused(entry, reason);
  }

  /**
   * After a kill: every entry must be where it was acknowledged or, if its last decision was no longer acknowledged,
   * where that one leads. Either all of that decision must be there, or none of it.
   */
  reopened(shown: (entry: number) => ListName, entries: readonly number[]): void {
    const open = this.#open;
    if (typeof this.#press === 'number') {
      for (const { entry } of open) this.#reasons.perhapsGiven(entry, this.#press);
    } else {
      const arrived = open.filter(({ entry, list }) => shown(entry) === list && this.lastOf(entry) !== list);
      const whole = arrived.length > 0 && open.every(({ entry, list }) => shown(entry) === list);
      if (whole) this.#take(this.#press);
    }
    this.#open = [];
    for (const entry of entries) this.#expect(entry, shown(entry));
  }

  /** Nothing is pending: the server must show what the user was told, lists and reasons. */
  settled(server: Outcome, entries: readonly number[]): void {
    for (const entry of entries) {
      this.#expect(entry, server.listOf(entry));
      const reason = server.reasonOf(entry);
      const expected = this.#reasons.expectedOf(entry);
      if (expected.has(reason)) continue;
      this.damage.lost++;
      this.findings.push(`lost: entry ${entry} has reason ${reason}, not ${[...expected].join(' or ')}`);
    }
    this.#reasons.settled((entry) => server.reasonOf(entry), entries);
    this.#decided.clear();
    this.#met.clear();
  }

  #reasonEffect({ key, entry, list }: Effect, reason: number): void {
    const met = this.#met.get(entry) ?? 0;
    const { verdict, place } = this.#reasons.effect(entry, { reason, list, met });
    if (verdict === 'right') {
      // Only effects of later decisions may follow.
      this.#met.set(entry, Math.max(met, place + 1));
      return;
    }
    this.damage[verdict]++;
    this.findings.push(`${verdict}: reason ${reason} of entry ${entry} in ${list} (${key})`);
  }

  /** The open decision is made. */
  #take(press: 'decide' | 'undo'): void {
    for (const { entry, list } of this.#open) {
      this.#reasons.decided(entry, this.lastOf(entry), list, press);
      this.#last.set(entry, list);
    }
    this.#open = [];
  }

  #expect(entry: number, list: ListName): void {
    const expected = this.lastOf(entry);
    if (list === expected) return;
    this.damage.lost++;
    this.findings.push(`lost: entry ${entry} is in ${list}, not in ${expected}`);
    this.#last.set(entry, list);
  }
}
