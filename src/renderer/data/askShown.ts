import type { Store } from '../ui/store.ts';

/** How long companies are collected before they are asked about, in milliseconds, and how many at once. */
const collectMs = 40;
const atOnce = 500;
/** How many companies are remembered, those asked for last: more than a list is read through, fewer than there are. */
const most = 20_000;
/** How many of those that were shown last are asked about again where all is to be asked anew. */
const mostRecent = 1000;

type Said<T> = ReadonlyMap<number, readonly T[]>;

/**
 * Asks about the companies that are shown, some at a time, and keeps what is said of them in a store. While it is off,
 * nothing is asked.
 */
export class AskShown<T extends { readonly company_id: number }> {
  readonly #store: Store<Said<T>>;
  readonly #ask: (ids: readonly number[]) => Promise<readonly T[]>;
  readonly #wanted = new Set<number>();
  readonly #recent = new Set<number>();
  #isOn = false;
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(store: Store<Said<T>>, ask: (ids: readonly number[]) => Promise<readonly T[]>) {
    this.#store = store;
    this.#ask = ask;
  }

  /** These companies are shown: they are asked about, unless it is known what is said of them. */
  want(companyIds: readonly number[]): void {
    for (const id of companyIds) {
      this.#recent.delete(id);
      this.#recent.add(id);
    }
    for (const id of this.#recent) {
      if (this.#recent.size <= mostRecent) break;
      this.#recent.delete(id);
    }
    const known = this.#store.get();
    this.#asked(companyIds.filter((id) => !known.has(id)));
  }

  /** Something else may be said of a company by now. */
  wantAgain(companyId: number): void {
    if (this.#store.get().has(companyId)) this.#asked([companyId]);
  }

  /** Forgets what was said, and asks again about what was shown last. */
  renew(): void {
    this.#forget();
    this.#asked([...this.#recent]);
  }

  turn(isOn: boolean): void {
    if (isOn === this.#isOn) return;
    this.#isOn = isOn;
    if (isOn) this.#asked([...this.#recent]);
    else this.#forget();
  }

  #forget(): void {
    if (this.#store.get().size > 0) this.#store.set(new Map());
  }

  #asked(companyIds: readonly number[]): void {
    if (!this.#isOn) return;
    for (const id of companyIds) this.#wanted.add(id);
    if (this.#wanted.size === 0 || this.#timer !== null) return;
    this.#timer = setTimeout(() => void this.#send(), collectMs);
  }

  async #send(): Promise<void> {
    this.#timer = null;
    const ids = [...this.#wanted].slice(0, atOnce);
    for (const id of ids) this.#wanted.delete(id);
    try {
      const results = await this.#ask(ids);
      if (this.#isOn) this.#store.set(withAnswer(this.#store.get(), ids, results));
    } catch {
      // An older server, or one that is away: nothing is said of rows until they are shown anew.
    }
    this.#asked([]);
  }
}

/** What is remembered once these companies were asked about: what was asked for longest ago is forgotten first. */
export function withAnswer<T extends { readonly company_id: number }>(
  before: Said<T>,
  ids: readonly number[],
  results: readonly T[],
  atMost = most,
): Said<T> {
  const byCompany = Map.groupBy(results, ({ company_id: id }) => id);
  const known = new Map(before);
  for (const id of ids) {
    known.delete(id);
    known.set(id, byCompany.get(id) ?? []);
  }
  for (const id of known.keys()) {
    if (known.size <= atMost) break;
    known.delete(id);
  }
  return known;
}
