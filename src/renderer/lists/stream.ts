import { pageSize } from '#shared/domain/choices.ts';
import { AppError } from '#shared/errors.ts';
import type { CompanyRow } from '../grid/cells/companyRow.ts';
import { Signal, Store } from '../ui/store.ts';
import { idsOf, type ShownRows } from './shown.ts';
import type { RowPage, RowSource } from './sources.ts';

/**
 * Rows after the loaded ones. `late` of the loaded ones are certainly on the server only since the page was requested.
 */
interface NextPage extends RowPage {
  readonly late: number;
}

/** The state of a list's rows. While `isStale`, the rows shown are those from before a new search. */
export interface StreamState {
  readonly status: 'loading' | 'ready' | 'failed';
  readonly reason: string;
  /** It failed because there is no such list. */
  readonly isMissing: boolean;
  readonly loaded: number;
  /** How many rows of the list come before the first loaded one. */
  readonly before: number;
  readonly total: number;
  readonly newCount: number | null;
  readonly isComplete: boolean;
  readonly isStale: boolean;
}

/** The beginning or the end of a list. */
export type ListEnd = 'first' | 'last';

/** What happened to the loaded rows. */
export type RowsChange =
  /** All were replaced: by another list's if `isNew`, otherwise by the same list read again. */
  | {
      readonly kind: 'replaced';
      readonly rows: readonly CompanyRow[];
      readonly isNew: boolean;
      /** The columns that are blank in the whole list; undefined if its first page was not read. */
      readonly blank: readonly string[] | undefined;
    }
  /** They are now those at one end of the same list. */
  | { readonly kind: 'jumped'; readonly rows: readonly CompanyRow[]; readonly end: ListEnd }
  /** Rows were added before the first; these are all of them. */
  | { readonly kind: 'prepended'; readonly rows: readonly CompanyRow[] }
  /** These rows were added at the end. */
  | { readonly kind: 'appended'; readonly rows: readonly CompanyRow[] }
  /** Reading has ended: as far as requested, at the end of the list, or because it failed. */
  | { readonly kind: 'rested' };

/** Rows that are loaded beyond the last visible one. */
export const rowsAhead = 200;

/** Rows per call if a list is read from anywhere but its start: such a part starts at a multiple. */
const jumpSize = 200;

/** Most rows per call when a list is reloaded. */
const refreshSize = 500;

/** How often a list that keeps changing is read from its start before the result is accepted as it is. */
const refreshTries = 3;

const empty: StreamState = {
  status: 'loading',
  reason: '',
  isMissing: false,
  loaded: 0,
  before: 0,
  total: 0,
  newCount: null,
  isComplete: false,
  isStale: false,
};

/** Rows with the revision of the queue at which they were read. */
function stamped(rows: readonly CompanyRow[], revision: number): CompanyRow[] {
  return rows.map((row) => ({ ...row, revision }));
}

/**
 * Loads a list page by page, 25 rows each (product 4), as far as requested. What was on screen stays there until the
 * new first page has come, and also if it fails (product 8.3).
 */
export class RowStream {
  readonly state = new Store<StreamState>(empty);
  /** Announces what has happened to the rows, afterwards. */
  readonly changes = new Signal<RowsChange>();
  /** How many rows from the first are in use: these are reloaded, those after them when they are wanted. */
  inUse = Infinity;
  readonly #shown: Pick<ShownRows, 'standing' | 'withOwn'>;
  #source: RowSource | null = null;
  #rows: CompanyRow[] = [];
  #ids = new Set<string>();
  /** Replies to calls of an older run are thrown away. */
  #run = 0;
  #isLoading = false;
  /** The data has changed while the first page was loading. */
  #isOutdated = false;
  #wanted = 0;
  /** How many rows of the list come before the first of `rows`: a multiple of `jumpSize`. */
  #before = 0;
  #retry: () => void = () => undefined;

  /** `shown` knows which rows are in the list, given the decisions. */
  constructor(shown: Pick<ShownRows, 'standing' | 'withOwn'>) {
    this.#shown = shown;
  }

  all(): readonly CompanyRow[] {
    return this.#rows;
  }

  /** How many rows the list has on the server. */
  get total(): number {
    return this.state.get().total;
  }

  /** Whether a page is being read. */
  get isReading(): boolean {
    return this.#isLoading;
  }

  /** Starts over with another source, from its first page. */
  open(source: RowSource): void {
    this.#source = source;
    this.#wanted = 0;
    this.#startOver();
  }

  /**
   * Goes to the last rows of the list, or to its first, without those in between. For lists that no row leaves:
   * otherwise the start of a page would depend on all the rows before it.
   */
  jumpTo(end: ListEnd): void {
    const source = this.#source;
    if (source === null) return;
    const { total } = this.state.get();
    const before = end === 'first' ? 0 : Math.max(0, Math.floor((total - 1) / jumpSize) * jumpSize);
    const run = ++this.#run;
    this.#isLoading = true;
    this.#isOutdated = false;
    this.#wanted = 0;
    this.#patch({ status: 'loading', reason: '', isMissing: false, isStale: true });
    const show = (page: RowPage): void => {
      if (run !== this.#run) return;
      this.#isLoading = false;
      // Meanwhile the list has become much shorter.
      if (page.rows.length === 0 && before > 0) {
        this.#startOver();
        return;
      }
      this.#before = before;
      const rows = stamped(page.rows, page.revision);
      this.#rows = rows;
      this.#ids = idsOf(rows);
      this.changes.tell({ kind: 'jumped', rows, end });
      this.#ready(page.total, page.newCount, before + rows.length >= page.total);
      // The last few alone do not fill a screen.
      if (before > 0 && rows.length < jumpSize / 2) this.wantBefore();
      else this.#goOn();
    };
    source.load(before / jumpSize, jumpSize).then(show, (error: unknown) => {
      if (run === this.#run) this.#fail(error, () => this.jumpTo(end));
    });
  }

  /** Loads rows before the first loaded one, if there are any. */
  wantBefore(): void {
    const source = this.#source;
    const run = this.#run;
    const before = this.#before;
    if (source === null || this.#isLoading || before === 0) return;
    this.#isLoading = true;
    const show = ({ rows, total, newCount, revision }: RowPage): void => {
      if (run !== this.#run) return;
      this.#isLoading = false;
      this.#before = before - jumpSize;
      const others = rows.filter(({ id }) => !this.#ids.has(id));
      const added = stamped(others, revision);
      this.#rows = [...added, ...this.#rows];
      this.#ids = idsOf(this.#rows);
      this.changes.tell({ kind: 'prepended', rows: this.#rows });
      this.#ready(total, newCount, this.#before + this.#rows.length >= total);
      this.#goOn();
    };
    source.load(before / jumpSize - 1, jumpSize).then(show, (error: unknown) => {
      if (run === this.#run) this.#fail(error, () => this.wantBefore());
    });
  }

  /** Loads until `count` rows are there, or all. */
  want(count: number): void {
    this.#wanted = Math.max(this.#wanted, count);
    void this.#fill();
  }

  /** Loads rows after the last loaded one, if there are any. */
  wantMore(): void {
    this.want(this.#rows.length + rowsAhead);
  }

  /** Does what was requested while rows were loading. */
  #goOn(): void {
    if (this.#isOutdated) void this.refresh();
    else if (this.#lacksRows()) void this.#fill();
    else this.changes.tell({ kind: 'rested' });
  }

  /** Tries again what failed. */
  readonly tryAgain = (): void => this.#retry();

  /** Reloads the rows that are in use, and drops the others; the list itself keeps focus and scroll. */
  async refresh(): Promise<void> {
    const source = this.#source;
    if (source === null) return;
    if (this.state.get().status === 'loading') {
      this.#isOutdated = true;
      return;
    }
    const run = ++this.#run;
    try {
      const page = await this.#readAgain(source, run);
      if (page === null) return;
      const { rows } = page;
      if (rows.length === 0 && this.#before > 0) {
        this.#startOver();
        return;
      }
      this.#isLoading = false;
      if (this.#needed() < this.#rows.length) this.#wanted = rows.length;
      this.#replace(page, false);
      void this.#fill();
    } catch (error) {
      if (run === this.#run) this.#fail(error, () => void this.refresh());
    }
  }

  /**
   * The rows in use as they are now, which are more if the user has moved on meanwhile; null if the run is over. If
   * rows leave the list between two pages, others move up into the page already read: then the list is read from its
   * start.
   */
  async #readAgain(source: RowSource, run: number): Promise<RowPage | null> {
    const pages = Math.max(1, Math.ceil(this.#needed() / pageSize));
    const size = this.#before > 0 ? jumpSize : Math.min(pages * pageSize, refreshSize);
    let rows: CompanyRow[] = [];
    /** What was done by the first page's revision is in all of them. */
    let revision = Infinity;
    let blank: RowPage['blank'];
    for (let tries = 1, total = 0; ;) {
      const page = await source.load(Math.floor((this.#before + rows.length) / size), size);
      if (run !== this.#run) return null;
      const hasChanged = rows.length > 0 && page.total !== total;
      ({ total } = page);
      if (hasChanged && tries < refreshTries) {
        tries++;
        rows = [];
        revision = Infinity;
        continue;
      }
      rows.push(...page.rows);
      revision = Math.min(revision, page.revision);
      blank = page.blank ?? blank;
      if (page.rows.length < size || rows.length >= this.#needed()) return { ...page, rows, revision, blank };
    }
  }

  #needed(): number {
    return Math.min(this.#rows.length, this.inUse);
  }

  #startOver(): void {
    const source = this.#source;
    if (source === null) return;
    const run = ++this.#run;
    this.#isLoading = true;
    this.#isOutdated = false;
    this.#before = 0;
    this.#patch({ status: 'loading', reason: '', isMissing: false, isStale: this.#rows.length > 0 });
    const show = (page: RowPage): void => {
      if (run !== this.#run) return;
      this.#isLoading = false;
      this.#replace(page, true);
      if (this.#isOutdated) void this.refresh();
      else void this.#fill();
    };
    source.load(0, pageSize).then(show, (error: unknown) => {
      if (run === this.#run) this.#fail(error, () => this.#startOver());
    });
  }

  async #fill(): Promise<void> {
    const source = this.#source;
    const run = this.#run;
    if (source === null || this.#isLoading || !this.#lacksRows()) return;
    this.#isLoading = true;
    try {
      while (this.#lacksRows()) {
        const page = await this.#newRows(source, run);
        if (page === null) return;
        this.#append(page);
      }
      this.#isLoading = false;
      this.changes.tell({ kind: 'rested' });
    } catch (error) {
      if (run === this.#run) this.#fail(error, () => void this.#fill());
    }
  }

  #lacksRows(): boolean {
    return this.#rows.length < this.#wanted && !this.state.get().isComplete;
  }

  /**
   * The first rows after the loaded ones; null if the run is over. If rows leave the list on the server while a page is
   * loading, others move up into the pages before it: unless the list is unchanged, rows count as the next ones only
   * after a loaded one.
   */
  async #newRows(source: RowSource, run: number): Promise<NextPage | null> {
    let before = this.#shown.standing(this.#rows);
    /** How many rows the list had when the previous page was read, if all of that page is loaded. */
    let totalBefore = -1;
    for (let page = Math.floor((this.#before + before.least) / pageSize); ;) {
      const { rows, total, newCount, revision } = await source.load(page, pageSize);
      if (run !== this.#run) return null;
      const after = this.#shown.standing(this.#rows);
      const isStill = before.most === before.least && after.most === before.least && after.least === before.least;
      const isNext = page === 0 || isStill || total === totalBefore || this.#ids.has(rows[0]?.id ?? '');
      const added = rows.filter(({ id }) => !this.#ids.has(id));
      if (isNext && (added.length > 0 || rows.length < pageSize)) {
        return { rows: added, total, newCount, revision, late: Math.max(0, after.least - before.least) };
      }
      totalBefore = isNext ? total : -1;
      page += isNext ? 1 : -1;
      before = after;
    }
  }

  /** Inserts rows that the server does not have yet; `all` are those and the loaded ones. */
  putIn(all: readonly CompanyRow[]): void {
    this.#rows = [...all];
    this.#ids = idsOf(all);
    this.#patch({ loaded: all.length });
  }

  #replace({ rows, total, newCount, revision, blank }: RowPage, isNew: boolean): void {
    this.#ids = idsOf(rows);
    const once = rows.filter(({ id }) => this.#ids.delete(id));
    const read = stamped(once, revision);
    this.#rows = isNew ? read : [...this.#shown.withOwn(read, this.#rows, revision)];
    this.#ids = idsOf(this.#rows);
    this.changes.tell({ kind: 'replaced', rows: this.#rows, isNew, blank });
    // Rows that are not from the server say nothing about how much of it has been read.
    this.#ready(total, newCount, rows.length === 0 || this.#before + read.length >= total);
  }

  #append({ rows: added, total, newCount, revision, late }: NextPage): void {
    const rows = stamped(added, revision);
    for (const { id } of rows) this.#ids.add(id);
    this.#rows.push(...rows);
    if (rows.length > 0) this.changes.tell({ kind: 'appended', rows });
    const read = this.#before + this.#shown.standing(this.#rows).least - late;
    this.#ready(total, newCount, rows.length === 0 || read >= total);
  }

  #ready(total: number, newCount: number | null, isComplete: boolean): void {
    const loaded = this.#rows.length;
    const known = { loaded, before: this.#before, total, newCount, isComplete, isStale: false };
    this.state.set({ status: 'ready', reason: '', isMissing: false, ...known });
  }

  #fail(error: unknown, retry: () => void): void {
    const known = AppError.from(error);
    this.#isLoading = false;
    // Another search has replaced this one, and its answer is on the way.
    if (known.code === 'cancelled') return;
    this.#retry = retry;
    const isMissing = known.code === 'not_found';
    // Keys must not decide rows behind the message that there is no such list.
    if (isMissing && this.#rows.length > 0) this.#replace({ rows: [], total: 0, newCount: null, revision: 0 }, true);
    this.#patch({ status: 'failed', reason: known.message, isMissing });
    this.changes.tell({ kind: 'rested' });
  }

  #patch(change: Partial<StreamState>): void {
    this.state.set({ ...this.state.get(), ...change });
  }
}
