import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { OwnValues } from '#shared/api/schemas.ts';
import type { Company, ListField } from '#shared/domain/company.ts';
import type { CompanyHistory } from '#shared/domain/history.ts';
import type { PersonRecord } from '#shared/domain/person.ts';
import type { ExportColumn, ExportContext } from '#shared/domain/exportColumns.ts';
import { emptyFilters, type FilterSet } from '#shared/domain/filters.ts';
import type { ListOrder } from '#shared/domain/listOrder.ts';
import { AppError } from '#shared/errors.ts';
import { openCompanyExport } from '#server/index/csv/companyExport.ts';
import { ExportThreads } from '#server/index/csv/exportThreads.ts';
import type { RowList } from '#server/index/csv/rowWriter.ts';
import type { CompanyOrigin, CompanyRecord } from '#server/record/companyRecord.ts';
import { countSector } from '#server/insight/sectorCounts.ts';
import { similarDocuments } from '#server/insight/similarDocuments.ts';
import { tellingWords, wordsOfSearch } from '#server/insight/tellingWords.ts';
import { localDate } from '#server/lists/schedule.ts';
import { ByteCache } from '#server/index/bits/byteCache.ts';
import { BitArena } from '#server/index/bits/bitArena.ts';
import { hasBit, type Bitmap } from '#server/index/bits/bitmap.ts';
import {
  evaluate,
  hasPhrases,
  isEverything,
  matchesOf,
  phraseChecks,
  planOf,
  type Plan,
  asksForNumbers,
  ownColumnsOf,
} from '#server/index/query/evaluate.ts';
import { countFacets } from '#server/index/query/facetCounts.ts';
import { countOwnValues, withoutColumn } from '#server/index/query/ownValues.ts';
import { inListOrder } from '#server/index/query/listOrder.ts';
import { Segment } from '#server/index/segment/segment.ts';
import { SegmentView } from '#server/index/segment/segmentView.ts';
import { otherDomainsOf, seenValuesOf } from '#server/record/companyHistory.ts';
import { newWeekOn } from '#server/record/toCompany.ts';
import { calledOrAt, lookalikesIn } from './lookalikes.ts';
import { Lane, doInTurns, type Steps } from './inTurns.ts';
import type {
  CompanyCandidate,
  CompanyExport,
  CompanyPage,
  CompanyQuery,
  CompanyReader,
  CompanyStatus,
  EarlierCompanies,
  ExportChoice,
  Lookalikes,
  ScoreRank,
  TellingWord,
  SectorCounts,
  CountedFacets,
} from './port.ts';
import { readManifest, releasedOf, replacedIn, segmentPath, type Manifest } from './catalogue.ts';
import {
  blankAmong,
  companiesIn,
  companyOf,
  countOf,
  idsIn,
  locate,
  meritsIn,
  namedLike,
  pageJson,
  pageOf,
  release,
  type Generation,
  rowsOfIds,
  rowsOfSearch,
  scoreRankIn,
  sourceOf,
} from './generation.ts';
import { noteDamage, noticed } from './damage.ts';
import { differenceInTime, sizeProblem, type SegmentChecksums } from './segmentChecksums.ts';
import { missingFile } from '#server/index/segment/segmentFile.ts';

/** Room for the most recently used postings and columns, in bytes. */
const cacheBytes = 12 * 1024 * 1024;

/** How long a search runs before other calls get their turn, in milliseconds. */
const turnMs = 1;

/** How often a long search starts over because of a newer generation. */
const mostAttempts = 4;

/** For tests: the size of the cache in bytes, and the arena. `now` is the clock that says what day it is. */
export interface ReaderOptions {
  readonly cache?: number;
  readonly arena?: BitArena;
  readonly now?: () => Date;
}

const everything: CompanyQuery = { filters: emptyFilters(), sortBy: 'best_match', onlyIds: null, withoutIds: null };

/** The companies of a folder, for searching: see `openCompanyReader`. */
export class Reader implements CompanyReader {
  readonly #folder: string;
  readonly #catalogue: DatabaseSync;
  readonly #dataVersion: StatementSync;
  readonly #arena: BitArena;
  readonly #now: () => Date;
  readonly #cache: ByteCache;
  /** By path of their files. */
  readonly #segments = new Map<string, Segment>();
  readonly #exportThreads = new ExportThreads();
  readonly #lane = new Lane();
  readonly #closing = new AbortController();
  #generation: Generation | undefined;
  #everything: { readonly of: Generation; readonly counts: SectorCounts } | undefined;
  #seenVersion: unknown;

  constructor(
    folder: string,
    catalogue: DatabaseSync,
    { cache = cacheBytes, arena = new BitArena(), now = () => new Date() }: ReaderOptions,
  ) {
    this.#arena = arena;
    this.#cache = new ByteCache(cache, (value) => giveBack(arena, value));
    this.#now = now;
    this.#folder = folder;
    this.#catalogue = catalogue;
    this.#dataVersion = this.#catalogue.prepare('PRAGMA data_version');
  }

  status(): Promise<CompanyStatus> {
    return this.#run(({ manifest, views, asOf }) => {
      const of = (origin: CompanyOrigin): number =>
        views.reduce((sum, view) => sum + (view.segment.origin === origin ? view.liveCount : 0), 0);
      const [sampleCompanies, importedCompanies] = [of('sample'), of('import')];
      const sample = manifest.segments.filter(({ origin }) => origin === 'sample');
      const all = sample.reduce((sum, { documents, hidden }) => sum + documents - hidden.length, 0);
      const companies = sampleCompanies + importedCompanies;
      return {
        generation: manifest.generation,
        ...asOf,
        refreshedAt: manifest.refreshedAt,
        companies,
        sampleCompanies,
        sampleAhead: all - sampleCompanies,
        importedCompanies,
        bytes: this.#bytes(),
        lastCompanyId: manifest.nextCompanyId - 1,
        lastImport: manifest.lastImport,
      };
    });
  }

  search(query: CompanyQuery, page: number, pageSize: number): Promise<CompanyPage> {
    return this.#search(query, (generation, plan) => {
      const { found, blank, ...counts } = pageOf(generation, plan, query.sortBy, page, pageSize);
      return { ...counts, ...(blank === undefined ? {} : { blank }), items: found.map(companyOf) };
    });
  }

  async searchJson(query: CompanyQuery, page: number, pageSize: number): Promise<Uint8Array<ArrayBuffer>> {
    const { value } = await this.#inTurns(query, (generation, plan) =>
      pageJson(generation, plan, query.sortBy, page, pageSize),
    );
    return value;
  }

  async searchIds(query: CompanyQuery, limit: number): Promise<number[]> {
    return (await this.#inTurns(query, (generation, plan) => idsIn(generation, plan, query.sortBy, limit))).value;
  }

  count(query: CompanyQuery): Promise<number> {
    return this.#search(query, countOf);
  }

  namedLike(text: string, limit: number): Promise<Company[]> {
    return this.#run((generation) => namedLike(generation, text, limit).map(companyOf));
  }

  async openExport(
    choice: ExportChoice,
    columns: readonly ExportColumn[],
    context: ExportContext = {},
  ): Promise<CompanyExport> {
    for (let attempt = 1; ; attempt++) {
      const { generation, rows } = await this.#rowsOf(choice);
      try {
        const source = sourceOf(this.#folder, generation, columns, context);
        return await openCompanyExport(this.#exportThreads, source, rows);
      } catch (error) {
        // The writer may have removed a file before it was opened; the newest generation does not need it.
        if (attempt === 10 || this.#current() === generation) throw error;
      }
    }
  }

  async #rowsOf(choice: ExportChoice): Promise<{ generation: Generation; rows: RowList }> {
    if ('ids' in choice) {
      return this.#run((generation) => ({ generation, rows: rowsOfIds(generation, choice.ids) }));
    }
    const { search } = choice;
    const { generation, value } = await this.#inTurns(search, (found, plan) =>
      rowsOfSearch(found, plan, search.sortBy),
    );
    return { generation, rows: value };
  }

  async facets(query: CompanyQuery, withFilled = false): Promise<CountedFacets> {
    const plan = planOf(query);
    await this.#workOutLacking(query.isWanted);
    await this.#workOutConditions(plan, query.isWanted);
    // Counts also cover what matches without one of the included or excluded values.
    if (hasPhrases(plan)) await this.#readPhrases({ ...plan, include: [], exclude: [] }, query.isWanted);
    return this.#run(({ views }) => countFacets(views, plan, withFilled));
  }

  async ownValues(query: CompanyQuery, column: string, text: string): Promise<OwnValues> {
    const plan = withoutColumn(planOf(query), column);
    await this.#workOutLacking(query.isWanted);
    await this.#workOutConditions(plan, query.isWanted);
    await this.#workOut(({ segment }) => segment.ownColumn(column), query.isWanted);
    if (hasPhrases(plan)) await this.#readPhrases(plan, query.isWanted);
    return this.#run(({ views }) => countOwnValues(views, plan, column, text));
  }

  async ownColumns(): Promise<string[]> {
    await this.#workOutLacking();
    return this.#run(({ views }) => {
      const names = views.flatMap(({ segment }) => segment.values('own_columns').map(({ value }) => value));
      return [...new Set(names)].toSorted();
    });
  }

  async get(id: number): Promise<Company | undefined> {
    return (await this.getMany([id]))[0];
  }

  getMany(ids: readonly number[]): Promise<Company[]> {
    return this.#run((generation) => companiesIn(generation, ids));
  }

  people(id: number): Promise<PersonRecord[]> {
    return this.#run((generation) => locate(generation, id)?.view.segment.record(id)?.people ?? []);
  }

  record(id: number): Promise<CompanyRecord | undefined> {
    return this.#run((generation) => locate(generation, id)?.view.segment.record(id));
  }

  async lookalikes(limit: number): Promise<Lookalikes[]> {
    return (await this.#inTurns(everything, ({ views }) => lookalikesIn(views, limit))).value;
  }

  async calledOrAt(
    asked: readonly { readonly name: string; readonly domain: string }[],
  ): Promise<CompanyCandidate[][]> {
    return (await this.#inTurns(everything, ({ views }) => calledOrAt(views, asked))).value;
  }

  history(id: number): Promise<CompanyHistory | undefined> {
    return this.#run((generation) => {
      const record = locate(generation, id)?.view.segment.record(id);
      return record === undefined ? undefined : { values: seenValuesOf(record), other_domains: otherDomainsOf(record) };
    });
  }

  merits(ids: readonly number[]): Promise<Map<number, number>> {
    return this.#run((generation) => meritsIn(generation, ids));
  }

  generation(): Promise<number> {
    return this.#run(({ manifest }) => manifest.generation);
  }

  followed(): Promise<number> {
    return this.#run(({ manifest }) => manifest.followed);
  }

  async inOrder(
    ids: readonly number[],
    order: ListOrder,
    isWanted?: () => boolean,
  ): Promise<{ readonly ids: readonly number[]; readonly generation: number }> {
    // Names decide between what is equal, so that older files need theirs for every order.
    const query: CompanyQuery = { ...everything, sortBy: 'company_name', ...(isWanted && { isWanted }) };
    const { generation, value } = await this.#inTurns(query, ({ views }) => inListOrder(views, ids, order));
    return { ids: value, generation: generation.manifest.generation };
  }

  blankFields(ids: readonly number[]): Promise<ListField[]> {
    return this.#run((generation) => blankAmong(generation, ids));
  }

  scoreRank(id: number): Promise<ScoreRank | undefined> {
    return this.#run((generation) => scoreRankIn(generation, id));
  }

  filterIds(ids: readonly number[], filters: FilterSet): Promise<Set<number>> {
    return this.#search(among(ids, filters), (generation, plan) => matchingIn(generation, plan, ids));
  }

  before(batchId: number): EarlierCompanies {
    // All that was ever replaced is in it: reading it takes longer than most of what is asked.
    let read: { readonly of: Generation; readonly manifest: Manifest } | undefined;
    const manifestOf = (now: Generation): Manifest => {
      if (read?.of !== now) read = { of: now, manifest: readManifest(this.#catalogue, batchId) };
      return read.manifest;
    };
    return {
      filterIds: (ids, filters) =>
        this.#search(among(ids, filters), (now, plan) =>
          this.#earlier(now, manifestOf(now), (then) => matchingIn(then, plan, ids)),
        ),
      getMany: (ids) => this.#run((now) => this.#earlier(now, manifestOf(now), (then) => companiesIn(then, ids))),
    };
  }

  async replacedBy(batchId: number): Promise<number[]> {
    return replacedIn(this.#catalogue, batchId);
  }

  /** Does `work` on what the segments that are open show by the manifest without a batch. */
  #earlier<T>(now: Generation, manifest: Manifest, work: (then: Generation) => T): T {
    const asOf = { ...now.asOf, newWeek: '' };
    const views = manifest.segments.flatMap(({ hidden, ...file }) => {
      const segment = this.#segments.get(segmentPath(this.#folder, file));
      // What was committed since the newest generation was read came after the batch.
      return segment === undefined ? [] : [new SegmentView(segment, asOf, hidden)];
    });
    asOf.newWeek = newWeekOf(views, asOf.today, manifest);
    const then = { manifest, asOf, views };
    try {
      return work(then);
    } finally {
      release(then);
    }
  }

  async similar(id: number, limit: number): Promise<Company[]> {
    await this.#workOutLacking();
    return this.#run((generation) => {
      const self = locate(generation, id);
      const record = self?.view.segment.record(id);
      if (self === undefined || record === undefined) return [];
      return similarDocuments(generation.views, record, self, limit).map(companyOf);
    });
  }

  tellingWords(ids: readonly number[], text: string, limit: number): Promise<TellingWord[]> {
    return this.#run((generation) => {
      const records = ids.flatMap((id) => locate(generation, id)?.view.segment.record(id) ?? []);
      return tellingWords(generation.views, records, wordsOfSearch(text), limit);
    });
  }

  async sectorCounts(
    filters: FilterSet,
    score: number | null,
    onlyIds: ReadonlySet<number> | null = null,
  ): Promise<SectorCounts> {
    const query: CompanyQuery = { filters, sortBy: 'best_match', onlyIds, withoutIds: null };
    await this.#workOutLacking();
    return this.#search(query, (generation, plan) => {
      if (score !== null || onlyIds !== null || !isEverything(plan)) return countSector(generation.views, plan, score);
      // Every overview is compared with all companies, and these do not change within a generation.
      if (this.#everything?.of !== generation) {
        this.#everything = { of: generation, counts: countSector(generation.views, plan, null) };
      }
      return this.#everything.counts;
    });
  }

  close(): void {
    this.#closing.abort();
    this.#exportThreads.close();
    for (const segment of this.#segments.values()) segment.close();
    this.#segments.clear();
    this.#generation = undefined;
    this.#everything = undefined;
    this.#catalogue.close();
  }

  /** Runs a search on the newest generation. */
  async #search<T>(query: CompanyQuery, work: (generation: Generation, plan: Plan) => T): Promise<T> {
    const plan = planOf(query);
    if (plan.include.length + plan.exclude.length > 0) {
      await this.#workOutLacking(query.isWanted);
      await this.#workOutConditions(plan, query.isWanted);
    }
    if (hasPhrases(plan)) await this.#readPhrases(plan, query.isWanted);
    if (query.sortBy === 'company_name') await this.#workOut(({ segment }) => segment.olderNames, query.isWanted);
    return this.#run((generation) => work(generation, plan));
  }

  /** Works out numbers that older files lack, and reads the columns of imported files that a plan asks for. */
  async #workOutConditions(plan: Plan, isWanted?: () => boolean): Promise<void> {
    if (asksForNumbers(plan)) await this.#workOut(({ segment }) => segment.lackingNumbers, isWanted);
    for (const name of ownColumnsOf(plan)) await this.#workOut(({ segment }) => segment.ownColumn(name), isWanted);
  }

  /** Works out the facets that older files lack. */
  #workOutLacking(isWanted?: () => boolean): Promise<void> {
    return this.#workOut(({ segment }) => segment.lackingFacets, isWanted);
  }

  /**
   * Works out what older files lack, in turns with other calls, so that a search need not. None of it is kept once the
   * files are rebuilt.
   */
  async #workOut(lacked: (view: SegmentView) => Steps | undefined, isWanted?: () => boolean): Promise<void> {
    const older = await this.#run(({ views }) => views.map(lacked).filter((steps) => steps !== undefined));
    if (older.length === 0) return;
    await doInTurns(older, isWanted, () => this.#lane.next());
    if (!this.#catalogue.isOpen) throw new AppError('unavailable', 'The workspace was closed.');
  }

  /**
   * Runs a long search on one generation in turns with other calls. Starts over if there is a newer generation
   * meanwhile.
   */
  async #inTurns<T>(
    query: CompanyQuery,
    begin: (generation: Generation, plan: Plan) => Generator<undefined, T>,
  ): Promise<{ generation: Generation; value: T }> {
    for (let attempt = 1; ; attempt++) {
      // It is not put off forever: the last attempt is one long turn.
      const turn = attempt < mostAttempts ? turnMs : Number.POSITIVE_INFINITY;
      const { generation, steps, first } = await this.#search(query, (newest, plan) => {
        const begun = begin(newest, plan);
        return { generation: newest, steps: begun, first: stepsOf(begun, turn) };
      });
      let step: IteratorResult<undefined, T> | null = first;
      while (step !== null && step.done !== true) {
        await this.#lane.next();
        if (query.isWanted?.() === false) throw new AppError('cancelled', 'The search was cancelled.');
        if (!this.#catalogue.isOpen) throw new AppError('unavailable', 'The workspace was closed.');
        step = await this.#run((newest) => (newest === generation ? stepsOf(steps, turn) : null));
      }
      if (step !== null) return { generation, value: step.value };
    }
  }

  /** Reads the texts that a plan's phrases need, in turns with other calls, so that the search itself need not. */
  async #readPhrases(plan: Plan, isWanted?: () => boolean): Promise<void> {
    // Repeated, because new companies may have come meanwhile; the search itself reads the few that are left.
    for (let round = 1; round <= 3; round++) {
      const checks = await this.#run(({ views }) => views.flatMap((view) => phraseChecks(view, plan)));
      if (checks.length === 0) return;
      await doInTurns(checks, isWanted, () => this.#lane.next());
      if (!this.#catalogue.isOpen) throw new AppError('unavailable', 'The workspace was closed.');
    }
  }

  /** Runs a call on the newest generation; nothing in it waits, so nothing changes under it. */
  async #run<T>(work: (generation: Generation) => T): Promise<T> {
    try {
      return work(this.#current());
    } catch (error) {
      throw noticed(this.#folder, error);
    } finally {
      for (const segment of this.#segments.values()) segment.scratch.release();
      this.#arena.settle();
    }
  }

  #current(): Generation {
    const version = this.#dataVersion.get()?.['data_version'];
    const before = this.#generation;
    // Ages count from today: the same companies are looked at anew when another day has begun.
    const isToday = before?.asOf.today === this.#today();
    if (before !== undefined && isToday && version === this.#seenVersion) return before;
    const manifest = readManifest(this.#catalogue);
    const isSame = isToday && before?.manifest.generation === manifest.generation;
    const generation = before !== undefined && isSame ? before : this.#open(manifest, 1);
    if (before !== undefined && before !== generation) release(before);
    this.#generation = generation;
    // Taken before the manifest was read: the next call sees a commit in between.
    this.#seenVersion = version;
    return generation;
  }

  #today(): string {
    return localDate(this.#now());
  }

  #open(manifest: Manifest, attempt: number): Generation {
    const wanted = manifest.segments.map((file) => segmentPath(this.#folder, file));
    try {
      for (const [index, { id, origin, checksums }] of manifest.segments.entries()) {
        const path = wanted[index]!;
        if (this.#segments.has(path)) continue;
        const segment = new Segment(id, path, this.#cache, { arena: this.#arena, origin });
        this.#segments.set(path, segment);
        const problem = sizeProblem(checksums, path);
        if (problem !== '') throw new AppError('storage_corrupt', `A part of the search index ${problem}.`);
        void this.#verify(path, checksums);
      }
    } catch (error) {
      // The writer may have removed the file since the manifest was read; then the next manifest does not name it.
      const newer = readManifest(this.#catalogue);
      if (newer.generation !== manifest.generation && attempt < 10) return this.#open(newer, attempt + 1);
      throw missingFile(
        error,
        manifest.segments.map((segment) => segmentPath(this.#folder, segment)),
      );
    }
    this.#closeUnused(new Set(wanted));
    // What is new is known once the documents of every segment are.
    const asOf = { ...releasedOf(manifest), newWeek: '', today: this.#today() };
    const views = manifest.segments.map(
      ({ hidden }, index) => new SegmentView(this.#segments.get(wanted[index]!)!, asOf, hidden),
    );
    asOf.newWeek = newWeekOf(views, asOf.today, manifest);
    return { manifest, asOf, views };
  }

  /**
   * Checks a file that was opened for the first time, without holding up searches: a gigabyte takes some 20 seconds.
   * The next start reports and mends what has changed in it.
   */
  async #verify(path: string, checksums: SegmentChecksums): Promise<void> {
    try {
      const problem = await differenceInTime(checksums, path, this.#closing.signal);
      if (problem !== '') noteDamage(this.#folder);
    } catch {
      // The writer has removed the file, or the folder cannot be written to: whoever reads the file gets the error.
    }
  }

  /** Closes segments that the newest generation does not need. */
  #closeUnused(wanted: ReadonlySet<string>): void {
    for (const [path, segment] of this.#segments) {
      if (wanted.has(path)) continue;
      segment.close();
      this.#segments.delete(path);
    }
  }

  #bytes(): number {
    return readdirSync(this.#folder).reduce((sum, name) => {
      return sum + (statSync(join(this.#folder, name), { throwIfNoEntry: false })?.size ?? 0);
    }, 0);
  }
}

function among(ids: readonly number[], filters: FilterSet): CompanyQuery {
  return { filters, sortBy: 'best_match', onlyIds: new Set(ids), withoutIds: null };
}

function matchingIn({ views }: Generation, plan: Plan, ids: readonly number[]): Set<number> {
  const matching = new Set<number>();
  for (const view of views) {
    const matches = matchesOf(evaluate(view, plan, false));
    for (const id of ids) {
      const document = view.segment.documentOf(id);
      if (document !== -1 && hasBit(matches, document)) matching.add(id);
    }
  }
  return matching;
}

/** Continues for this many milliseconds, or to the end. */
function stepsOf<T>(steps: Generator<undefined, T>, milliseconds: number): IteratorResult<undefined, T> {
  const end = performance.now() + milliseconds;
  for (;;) {
    const step = steps.next();
    if (step.done === true || performance.now() >= end) return step;
  }
}

function newWeekOf(views: readonly SegmentView[], today: string, { refreshedAt }: Manifest): string {
  const weeks = views.map((view) => view.newestWeek()).toSorted();
  return newWeekOn(weeks.at(-1) ?? '', today, refreshedAt === '' ? '' : localDate(new Date(refreshedAt)));
}

function giveBack(arena: BitArena, value: unknown): void {
  if (typeof value === 'object' && value !== null && 'bits' in value) arena.give(value.bits as Bitmap);
}
