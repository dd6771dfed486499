import type { ListName } from '#shared/domain/listName.ts';

/** A reason as it was given for one entry. */
interface Given {
  readonly reason: number;
  /** The list that its decision led to, and the decision's place in the order of those about the entry. */
  readonly list: ListName;
  readonly place: number;
}

interface ReasonEffect {
  readonly reason: number;
  /** Where the entry is on the server. */
  readonly list: ListName;
  /** How many decisions about the entry have had their effect at least. */
  readonly met: number;
}

const none: ReadonlySet<number> = new Set([0]);

/**
 * Which reasons an entry may have, since the last `settled`. The last one given is the only one. Undo brings back what
 * the entry had in the list, of which there may have been several, since decisions that were never sent leave no trace
 * on the server.
 */
export class ReasonAudit {
  /** By reason and entry. */
  readonly #given = new Map<string, Given & { arrived: boolean; refused: boolean }>();
  readonly #expected = new Map<number, ReadonlySet<number>>();
  /** By entry and list: what may have been its reason whenever it left the list. */
  readonly #left = new Map<string, ReadonlySet<number>>();
  /** By entry and list: every reason given there. */
  readonly #everIn = new Map<string, ReadonlySet<number>>();
  /** Entries whose last reason was given for the decision that stands: it has to be there, refused before or not. */
  readonly #fresh = new Set<number>();
  readonly #lists = new Map<number, ListName>();

  intended(entry: number, given: Given): void {
    this.#given.set(`${given.reason} ${entry}`, { ...given, arrived: false, refused: false });
    const name = `${entry} ${given.list}`;
    this.#everIn.set(name, union(this.#everIn.get(name), [given.reason]));
  }

  given(entry: number, reason: number): void {
    this.#expected.set(entry, new Set([reason]));
    this.#fresh.add(entry);
  }

  /** The process died before it could say so. */
  perhapsGiven(entry: number, reason: number): void {
    this.#expected.set(entry, union(this.#expectedOf(entry), [reason]));
  }

  decided(entry: number, from: ListName, to: ListName, press: 'decide' | 'undo'): void {
    const name = `${entry} ${from}`;
    this.#left.set(name, union(this.#left.get(name), this.#expectedOf(entry)));
    const had = this.#left.get(`${entry} ${to}`);
    // A decision that only takes back one that was not sent leaves the reason from before.
    const expected = press === 'undo' ? (had ?? none) : union(had, none);
    this.#expected.set(entry, to === 'None' ? none : expected);
    this.#lists.set(entry, to);
    this.#fresh.delete(entry);
  }

  refused(entry: number, reason: number): void {
    const given = this.#given.get(`${reason} ${entry}`);
    if (given !== undefined) given.refused = true;
  }

  effect(entry: number, { reason, list, met }: ReasonEffect): { verdict: Verdict; place: number } {
    const given = this.#given.get(`${reason} ${entry}`);
    if (given === undefined) return { verdict: 'outOfOrder', place: -1 };
    const { place } = given;
    if (given.arrived) return { verdict: 'twice', place };
    given.arrived = true;
    // Before its decision, or for one that has been replaced.
    return { verdict: given.list === list && place >= met - 1 ? 'right' : 'outOfOrder', place };
  }

  expectedOf(entry: number): ReadonlySet<number> {
    const expected = this.#expectedOf(entry);
    if (this.#fresh.has(entry)) return expected;
    // One that was refused and whose decision was then replaced need not come back with it.
    const isRefused = [...expected].some((reason) => this.#given.get(`${reason} ${entry}`)?.refused === true);
    if (!isRefused) return expected;
    return union(union(expected, none), this.#everIn.get(`${entry} ${this.#lists.get(entry) ?? 'None'}`) ?? none);
  }

  /** From here on, what the server has is what there is. */
  settled(reasonOf: (entry: number) => number, entries: readonly number[]): void {
    for (const map of [this.#given, this.#left, this.#everIn]) map.clear();
    this.#fresh.clear();
    for (const entry of entries) this.#expected.set(entry, new Set([reasonOf(entry)]));
  }

  #expectedOf(entry: number): ReadonlySet<number> {
    return this.#expected.get(entry) ?? none;
  }
}

export type Verdict = 'right' | 'twice' | 'outOfOrder';

function union(one: ReadonlySet<number> | undefined, other: Iterable<number>): ReadonlySet<number> {
  return new Set([...(one ?? []), ...other]);
}
