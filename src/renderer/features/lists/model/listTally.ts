import type { ListName } from '#shared/domain/listName.ts';
import { Store } from '../../../ui/store.ts';

/** A row, loaded or only known by its ids; `list` is what the server said of it. */
interface Tallied {
  readonly id: string;
  readonly list: ListName;
}

/** How many rows are shown, and how many of the whole list are undecided (null where that is not the question). */
export interface ListCounts {
  readonly shown: number;
  readonly left: number | null;
}

/**
 * The figures of a list. Undecided rows of the whole list are what the server counted, corrected by the known rows whose
 * shown list differs from what the server said of them.
 */
export class ListTally {
  readonly counts = new Store<ListCounts>({ shown: 0, left: null });
  private base: number | null = null;
  private asked: object | null = null;
  private corrections = new Map<string, number>();
  private sum = 0;
  private shownRows = 0;

  /** Rows that are shown of those loaded. */
  get shown(): number {
    return this.shownRows;
  }

  setShown(shown: number): void {
    this.shownRows = shown;
    this.tell();
  }

  /** What the server counted as undecided; null where the list is not about deciding. */
  setBase(base: number | null): void {
    this.base = base;
    this.tell();
  }

  /** Asks a list's source what is undecided; its answer counts unless another one was asked since. */
  ask(source: { countLeft(): Promise<number | null> }): void {
    this.asked = source;
    const tell = (count: number | null): void => {
      if (this.asked === source) this.setBase(count);
    };
    // Where the figure cannot be had the status bar leaves it out; the list itself says what is wrong.
    source.countLeft().then(tell, () => tell(null));
  }

  /** Rows were read again: what the server says of them is new. */
  reset(): void {
    this.corrections = new Map();
    this.sum = 0;
  }

  /** Takes in which list each row shows now. */
  note<T extends Tallied>(rows: Iterable<T>, listOf: (row: T) => ListName): void {
    for (const row of rows) {
      const correction = Number(listOf(row) === 'None') - Number(row.list === 'None');
      this.sum += correction - (this.corrections.get(row.id) ?? 0);
      if (correction === 0) this.corrections.delete(row.id);
      else this.corrections.set(row.id, correction);
    }
    this.tell();
  }

  private tell(): void {
    const left = this.base === null ? null : Math.max(0, this.base + this.sum);
    const before = this.counts.get();
    if (before.shown !== this.shownRows || before.left !== left) this.counts.set({ shown: this.shownRows, left });
  }
}
