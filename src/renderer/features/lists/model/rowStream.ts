import { pageSize } from '#shared/domain/choices.ts';
import { AppError } from '#shared/errors.ts';
import type { CompanyRow } from '../../../grid/cells/companyRow.ts';
import { Store } from '../../../ui/store.ts';

/** One page as a source delivers it. `total` counts all rows of the list, `newCount` those of the newest digest. */
export interface RowPage {
  readonly rows: readonly CompanyRow[];
  readonly total: number;
  readonly newCount: number | null;
}

/** Where a list's rows come from. `page` counts from 0 in pages of `size`. */
export interface RowSource {
  load(page: number, size: number): Promise<RowPage>;
}

/** How a list's rows stand. While `isStale`, the rows shown are those from before a new search. */
export interface StreamState {
  readonly status: 'loading' | 'ready' | 'failed';
  readonly reason: string;
  /** It failed because there is no such list. */
  readonly isMissing: boolean;
  readonly loaded: number;
  readonly total: number;
  readonly newCount: number | null;
  readonly isComplete: boolean;
  readonly isStale: boolean;
}

/** What a stream tells the list that shows it. */
export interface StreamListener {
  /** All rows are other ones: another list's when `isNew`, else the same list read again. */
  replaced(rows: readonly CompanyRow[], isNew: boolean): void;
  /** More rows at the end. */
  appended(rows: readonly CompanyRow[]): void;
  /** How many of the rows loaded still stand in the list on the server: where its next page begins. */
  standing(rows: readonly CompanyRow[]): number;
  /** How many rows from the first on have to be read again; those after them are, when they are wanted. */
  rowsInUse(): number;
}

/** Rows that are loaded ahead of the last one that can be seen. */
export const rowsAhead = 200;

/** Rows that one call carries when a list is read again. */
const refreshSize = 500;

const empty: StreamState = {
  status: 'loading',
  reason: '',
  isMissing: false,
  loaded: 0,
  total: 0,
  newCount: null,
  isComplete: false,
  isStale: false,
};

/**
 * Loads a list page by page, 25 rows each (SPEC 4), as far as it is asked to. What was on the screen stays there until
 * the new first page has come, and also when it fails (DECISIONS `Search failure`).
 */
export class RowStream {
  readonly state = new Store<StreamState>(empty);
  private readonly listener: StreamListener;
  private source: RowSource | null = null;
  private rows: CompanyRow[] = [];
  private ids = new Set<string>();
  /** Replies to calls of an older run are thrown away. */
  private run = 0;
  private isLoading = false;
  private wanted = 0;
  private retry: () => void = () => undefined;

  constructor(listener: StreamListener) {
    this.listener = listener;
  }

  all(): readonly CompanyRow[] {
    return this.rows;
  }

  /** Whether a page is being read. */
  get isReading(): boolean {
    return this.isLoading;
  }

  /** Starts over with another source, from its first page. */
  open(source: RowSource): void {
    this.source = source;
    this.wanted = 0;
    this.startOver();
  }

  /** Loads until `count` rows are there, or all. */
  want(count: number): void {
    this.wanted = Math.max(this.wanted, count);
    void this.fill();
  }

  /** Tries again what failed. */
  readonly tryAgain = (): void => this.retry();

  /** Reads the rows again that are in use, and lets the others go; focus and scroll are the listener's to keep. */
  async refresh(): Promise<void> {
    const { source } = this;
    if (source === null || this.state.get().status === 'loading') return;
    const run = ++this.run;
    const askedAt = performance.now();
    const needed = Math.min(this.rows.length, this.listener.rowsInUse());
    const size = needed <= pageSize ? pageSize : refreshSize;
    try {
      const rows: CompanyRow[] = [];
      let total = 0;
      let newCount: number | null = null;
      do {
        const page = await source.load(Math.floor(rows.length / size), size);
        if (run !== this.run) return;
        rows.push(...page.rows);
        ({ total, newCount } = page);
        if (page.rows.length < size) break;
      } while (rows.length < needed);
      this.isLoading = false;
      if (needed < this.rows.length) this.wanted = rows.length;
      this.replace({ rows, total, newCount }, askedAt, false);
      void this.fill();
    } catch (error) {
      if (run === this.run) this.fail(error, () => void this.refresh());
    }
  }

  private startOver(): void {
    const { source } = this;
    if (source === null) return;
    const run = ++this.run;
    const askedAt = performance.now();
    this.isLoading = true;
    this.patch({ status: 'loading', reason: '', isMissing: false, isStale: this.rows.length > 0 });
    const show = (page: RowPage): void => {
      if (run !== this.run) return;
      this.isLoading = false;
      this.replace(page, askedAt, true);
      void this.fill();
    };
    source.load(0, pageSize).then(show, (error: unknown) => {
      if (run === this.run) this.fail(error, () => this.startOver());
    });
  }

  private async fill(): Promise<void> {
    const { source, run } = this;
    if (source === null || this.isLoading) return;
    this.isLoading = true;
    try {
      while (this.rows.length < this.wanted && !this.state.get().isComplete) {
        const askedAt = performance.now();
        const number = Math.floor(this.listener.standing(this.rows) / pageSize);
        const page = await this.newRowsFrom(source, number, run);
        if (page === null) return;
        this.append(page, askedAt);
      }
      this.isLoading = false;
    } catch (error) {
      if (run === this.run) this.fail(error, () => void this.fill());
    }
  }

  /** The first page from `number` on that has a row which is not loaded yet; null when the run is over. */
  private async newRowsFrom(source: RowSource, number: number, run: number): Promise<RowPage | null> {
    for (let page = number; ; page++) {
      const { rows, total, newCount } = await source.load(page, pageSize);
      if (run !== this.run) return null;
      const added = rows.filter(({ id }) => !this.ids.has(id));
      if (added.length > 0 || rows.length < pageSize) return { rows: added, total, newCount };
    }
  }

  private replace({ rows, total, newCount }: RowPage, askedAt: number, isNew: boolean): void {
    this.ids = new Set(rows.map(({ id }) => id));
    this.rows = rows.filter(({ id }) => this.ids.delete(id)).map((row) => ({ ...row, askedAt }));
    this.ids = new Set(this.rows.map(({ id }) => id));
    this.listener.replaced(this.rows, isNew);
    this.ready(total, newCount, rows.length === 0 || this.rows.length >= total);
  }

  private append({ rows: added, total, newCount }: RowPage, askedAt: number): void {
    const rows = added.map((row) => ({ ...row, askedAt }));
    for (const { id } of rows) this.ids.add(id);
    this.rows.push(...rows);
    if (rows.length > 0) this.listener.appended(rows);
    this.ready(total, newCount, rows.length === 0 || this.listener.standing(this.rows) >= total);
  }

  private ready(total: number, newCount: number | null, isComplete: boolean): void {
    const loaded = this.rows.length;
    const known = { loaded, total, newCount, isComplete, isStale: false };
    this.state.set({ status: 'ready', reason: '', isMissing: false, ...known });
  }

  private fail(error: unknown, retry: () => void): void {
    const known = AppError.from(error);
    this.isLoading = false;
    // Another search has taken this one's place, and its answer is on the way.
    if (known.code === 'cancelled') return;
    this.retry = retry;
    const isMissing = known.code === 'not_found';
    // Keys must not decide about rows behind the face that says that there is no such list.
    if (isMissing && this.rows.length > 0)
      this.replace({ rows: [], total: 0, newCount: null }, performance.now(), true);
    this.patch({ status: 'failed', reason: known.message, isMissing });
  }

  private patch(change: Partial<StreamState>): void {
    this.state.set({ ...this.state.get(), ...change });
  }
}
