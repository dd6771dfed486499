import { Store } from '../ui/store.ts';

/** How many rows are shown, and how many of the whole list are undecided (null where that is not the question). */
export interface ListCounts {
  readonly shown: number;
  readonly left: number | null;
}

/** The figures of a list. */
export class ListTally {
  readonly counts = new Store<ListCounts>({ shown: 0, left: null });

  /** Rows that are shown of those loaded. */
  get shown(): number {
    return this.counts.get().shown;
  }

  setShown(shown: number): void {
    this.#set({ ...this.counts.get(), shown });
  }

  /** What is undecided in the whole list; null where it is not about deciding, or not counted yet. */
  setLeft(left: number | null): void {
    this.#set({ ...this.counts.get(), left });
  }

  #set(counts: ListCounts): void {
    const before = this.counts.get();
    if (before.shown !== counts.shown || before.left !== counts.left) this.counts.set(counts);
  }
}
