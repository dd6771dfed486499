import type { SortOption } from '#shared/domain/choices.ts';
import type { CompanyHistory } from '#shared/domain/history.ts';
import type { OwnValues } from '#shared/api/schemas.ts';
import type { Company, ListField } from '#shared/domain/company.ts';
import type { PersonRecord } from '#shared/domain/person.ts';
import type { ExportColumn, ExportContext } from '#shared/domain/exportColumns.ts';
import type { FilterSet } from '#shared/domain/filters.ts';
import type { ListOrder } from '#shared/domain/listOrder.ts';
import { coreOf } from '#shared/domain/companyNames.ts';
import { ownDomainOf } from '#shared/domain/webAddress.ts';
import { nameKey } from '#shared/domain/text.ts';
import type { CompanyOrigin, CompanyRecord } from '../record/companyRecord.ts';
import type { AsOf } from '../record/toCompany.ts';
import type { AnalysedRecords, AnalysedTerms } from './analysis/recordAnalysis.ts';

/**
 * What the server knows of the search index. It is the index's own interface, not one for other stores, so it speaks of
 * the index's generations, batches and analysed records. Calls are asynchronous, and none shows how the data is stored
 * in files. Only companies of released digest weeks are visible.
 */

/** What to search for. Filters on the user's lists (`memberFields`, `exclude_smartlist`) come as id sets. */
export interface CompanyQuery {
  readonly filters: FilterSet;
  readonly sortBy: SortOption;
  /** Only these companies, or null for all. */
  readonly onlyIds: ReadonlySet<number> | null;
  /** None of these companies, or null. */
  readonly withoutIds: ReadonlySet<number> | null;
  /** Whether the caller is still waiting. A long search checks it now and then and fails with `cancelled` if not. */
  readonly isWanted?: () => boolean;
}

export interface CompanyPage {
  /** Exact number of released companies that match. */
  readonly count: number;
  /** How many of them are newly added (`AsOf`). */
  readonly newCount: number;
  /** On the first page only: fields that are blank in every match, as far as the segments say. */
  readonly blank?: readonly ListField[];
  readonly items: Company[];
}

/**
 * Where a score stands among the `of` released companies that have one: `rank` counts from 1, and equal scores share
 * it; null without a score.
 */
export interface ScoreRank {
  readonly rank: number | null;
  readonly of: number;
}

/**
 * The state of the data, as of the newest released week. `refreshedAt` is when a refresh has released something last
 * (ISO 8601), `''` if none has.
 */
export interface CompanyStatus extends AsOf {
  readonly generation: number;
  readonly refreshedAt: string;
  readonly companies: number;
  readonly sampleCompanies: number;
  /** Sample companies of weeks that are not released yet. */
  readonly sampleAhead: number;
  readonly importedCompanies: number;
  readonly bytes: number;
  /** The highest id that a company has had; one added later has a higher one. 0 if there was none. */
  readonly lastCompanyId: number;
  /** The newest import that `undoBatch` can take back, or null. `at` is an ISO 8601 time. */
  readonly lastImport: {
    readonly batchId: number;
    readonly at: string;
    readonly added: number;
    readonly replaced: number;
    /** The companies that it merged into others; 0 for one of files. */
    readonly merged: number;
  } | null;
}

/** The fields by whose values a sector is counted, named as the query's parameters. */
export const sectorFields = [
  'stages',
  'country_codes',
  'incorporated_years',
  'company_sizes',
  'industries',
  'business_model',
  'funded_tags',
  'digest_week',
] as const;
export type SectorField = (typeof sectorFields)[number];

/** The figures of a sector: field → wire value → companies; values that no company has are left out. */
export interface SectorCounts {
  readonly companies: number;
  readonly counts: ReadonlyMap<SectorField, ReadonlyMap<string, number>>;
  /** How many companies have a score, and how many of those have a lower one than the score given. */
  readonly scored: number;
  readonly below: number;
}

/** What to export: these companies in this order, without missing ones; or all that match a search. */
export type ExportChoice = { readonly ids: readonly number[] } | { readonly search: CompanyQuery };

/** Companies to export: of one generation and in one order, whatever is committed meanwhile (I12). */
export interface CompanyExport {
  /** How many there are. */
  readonly total: number;
  /**
   * Rows `from` up to `to` as CSV, made as they are read. The stream fails with `storage_*` or, after `close`,
   * `unavailable`.
   */
  csv(from: number, to: number): ReadableStream<Uint8Array>;
  close(): void;
}

/** Two companies, by id, that may be one. */
export interface Lookalikes {
  readonly by: 'site' | 'name';
  readonly ids: readonly [number, number];
}

/** Counts beside the values of the filters, and how many matches have something in a field of the company. */
export interface CountedFacets {
  count: number;
  facets: Record<string, Record<string, number>>;
  filled?: Record<string, number>;
}

export interface CompanyReader {
  /**
   * Opens an export of the newest generation; the caller closes it. `context` is for columns that say more than
   * companies have.
   */
  openExport(choice: ExportChoice, columns: readonly ExportColumn[], context?: ExportContext): Promise<CompanyExport>;
  status(): Promise<CompanyStatus>;
  /** One page, in the order requested. `page` starts at 0. */
  search(query: CompanyQuery, page: number, pageSize: number): Promise<CompanyPage>;
  /** That page as JSON in UTF-8. Several times as fast, for an answer that nobody else looks at. */
  searchJson(query: CompanyQuery, page: number, pageSize: number): Promise<Uint8Array<ArrayBuffer>>;
  /** Ids of all matches in the order requested, at most `limit`. */
  searchIds(query: CompanyQuery, limit: number): Promise<number[]>;
  /** How many companies match. */
  count(query: CompanyQuery): Promise<number>;
  /** The best released companies, at most `limit`, with words in their names that begin like those of `text`. */
  namedLike(text: string, limit: number): Promise<Company[]>;
  /**
   * Live counts: query parameter → wire value → matches if that value alone were chosen in its field; with `withFilled`
   * also how many have something in a field of the company.
   */
  facets(query: CompanyQuery, withFilled?: boolean): Promise<CountedFacets>;
  /**
   * The values that matches have in a column of imported files, whatever the query asks of that column: at most
   * `mostOwnValues` with `text` in them, those that most have first, and how many there are.
   */
  ownValues(query: CompanyQuery, column: string, text: string): Promise<OwnValues>;
  /** The names of the columns of imported files that are no field of ours, in order. */
  ownColumns(): Promise<string[]>;
  get(id: number): Promise<Company | undefined>;
  /** Released companies in the order of `ids`; missing ones are left out. */
  getMany(ids: readonly number[]): Promise<Company[]>;
  people(id: number): Promise<PersonRecord[]>;
  /** A company as it is stored; undefined if there is none. */
  record(id: number): Promise<CompanyRecord | undefined>;
  /**
   * Pairs of imported companies with one domain (`site`) or one name but for its form (`name`), those with one domain
   * first and each pair once, at most `limit`. Of a domain or name that many have, only the first few are compared.
   */
  lookalikes(limit: number): Promise<Lookalikes[]>;
  /**
   * For each of some names and own domains (`''` for none): the released companies with the domain, and those called so
   * but for their forms (`coreOf`), each once, at most some twenty.
   */
  calledOrAt(asked: readonly { readonly name: string; readonly domain: string }[]): Promise<CompanyCandidate[][]>;
  /** What each source of a company says, with its day; undefined if there is no such company. */
  history(id: number): Promise<CompanyHistory | undefined>;
  /**
   * What puts companies in the order of best match, higher first and then by id: the score, and below 0 for a company
   * without one. By id; missing companies are left out.
   */
  merits(ids: readonly number[]): Promise<Map<number, number>>;
  /** The number of the newest generation. */
  generation(): Promise<number>;
  /** The last change of a `ChangeLog` that it has; 0 without one. */
  followed(): Promise<number>;
  /**
   * These companies in an order, by id, as of a generation: blanks last in both directions, what is equal by name and
   * then by id. Missing companies are left out. Not for the orders that only entries have.
   */
  inOrder(
    ids: readonly number[],
    order: ListOrder,
    isWanted?: () => boolean,
  ): Promise<{ readonly ids: readonly number[]; readonly generation: number }>;
  /** Fields that are blank in all of these companies, as far as the segments say; none without a company. */
  blankFields(ids: readonly number[]): Promise<ListField[]>;
  /** Where a company's score stands; undefined if there is no such company. */
  scoreRank(id: number): Promise<ScoreRank | undefined>;
  /** Those of `ids` that match: finds which entries of a smart list still do. */
  filterIds(ids: readonly number[], filters: FilterSet): Promise<Set<number>>;
  /** The companies as they were before a batch: the newest one of an import, which can be undone. */
  before(batchId: number): EarlierCompanies;
  /** The companies of earlier batches that a batch replaced or removed. */
  replacedBy(batchId: number): Promise<number[]>;
  /**
   * The released companies most like this one by the rare words of name and descriptions and by industries, most
   * similar first, without itself, at most `limit`. None if nothing is similar or there is no such company.
   */
  similar(id: number, limit: number): Promise<Company[]>;
  /**
   * Words that are much more frequent in the descriptions of these companies than in the whole index, the most telling
   * first, at most `limit`; none of those that `text` looks for (`tellingWords`).
   */
  tellingWords(ids: readonly number[], text: string, limit: number): Promise<TellingWord[]>;
  /** Counts of the released companies that match, only of `onlyIds` if given; `below` compares with `score`. */
  sectorCounts(filters: FilterSet, score: number | null, onlyIds?: ReadonlySet<number> | null): Promise<SectorCounts>;
}

/** Companies as they were at an earlier time. */
export type EarlierCompanies = Pick<CompanyReader, 'filterIds' | 'getMany'>;

/** A word, how many of some companies have it, and how many companies in all. */
export interface TellingWord {
  readonly word: string;
  readonly among: number;
  readonly all: number;
}

/**
 * A company as a batch has left it, for those who follow: `record` as it is stored (`encodeRecord`), `''` if it went.
 */
export interface ChangedCompany {
  readonly id: number;
  readonly kind: 'added' | 'replaced' | 'removed';
  readonly record: string;
}

/** The kinds of changed companies, by their numbers in `AnalysedCompanies`. */
export const changeKinds = ['added', 'replaced', 'removed'] as const satisfies readonly ChangedCompany['kind'][];

/** Some changed companies in the order of their ids, with all that makes them findable. */
export interface AnalysedCompanies {
  /** Which of several analysers has made them; what one gives has to be taken in order. */
  readonly analyser: number;
  readonly ids: Uint32Array;
  /** What has become of each, by its place in `changeKinds`. */
  readonly kinds: Uint8Array;
  /** A row for each of them that did not go. */
  readonly records: AnalysedRecords;
}

/** A change of the companies that everyone who follows makes, too. Times are ISO 8601. */
export type CompanyChange =
  | {
      readonly kind: 'batch';
      readonly origin: CompanyOrigin;
      readonly at: string;
      readonly firstRelease: { readonly week: string; readonly now: string } | null;
      readonly instead: CompanyOrigin | null;
      readonly isFinal: boolean;
      readonly counts: { readonly added: number; readonly replaced: number; readonly removed: number };
      readonly nextCompanyId: number;
    }
  | { readonly kind: 'undo'; readonly batchId: number }
  | { readonly kind: 'removal'; readonly origin: CompanyOrigin }
  | { readonly kind: 'release'; readonly through: string; readonly now: string };

/**
 * Where the changes of companies are kept that several indexes follow. What it has is true; an index that has not got
 * it is behind.
 */
export interface ChangeLog {
  /**
   * Keeps a change as the one after `last`, for good, and returns its number, which is also that of its batch. Throws
   * `busy` if there is another one already.
   */
  append(last: number, change: CompanyChange, companies: Iterable<ChangedCompany>): Promise<number>;
}

/** A change that is kept in a `ChangeLog`. */
export type NumberedChange = CompanyChange & { readonly seq: number };

/** A batch that is kept in a `ChangeLog`. */
export type NumberedBatch = Extract<NumberedChange, { kind: 'batch' }>;

/** A release that is kept in a `ChangeLog`. */
export type NumberedRelease = Extract<NumberedChange, { kind: 'release' }>;

/** A batch of changes. Nothing of it is visible before `commit`, and nothing remains of it after `abort` or a crash. */
export interface CompanyBatch {
  /** Adds a company and returns its id: the next one, or `id`, which it had before its file was lost. */
  add(record: CompanyRecord, id?: number): number;
  /** Like `add`, for the company in a row of `records`, whose numbers mean what `terms` has learnt. */
  addAnalysed(records: AnalysedRecords, row: number, terms: AnalysedTerms, id?: number): number;
  /** Replaces a company of an earlier batch or of this one. What it shares with `read` need not be worked out again. */
  replace(id: number, record: CompanyRecord, read?: ReadRecord): void;
  /**
   * Adds a company read from the damaged segment `from`, under its id, unless a newer version of it is there. A company
   * that was already `older` than another is added only if there is no version at all. Returns whether it was added.
   */
  mend(id: number, record: CompanyRecord, from: number, older: boolean): boolean;
  /** Hides a company of an earlier batch, which is another company as well. */
  remove(id: number): void;
  /** Makes the batch visible, at once and for good: a new generation. Returns what it did. */
  commit(): Promise<CompanyBatchResult>;
  abort(): void;
}

export interface CompanyBatchResult {
  readonly batchId: number;
  readonly generation: number;
  readonly added: number;
  readonly replaced: number;
  /** How many companies `BatchStart.instead` removed. */
  readonly removed: number;
}

/** What a batch's commit does in the same step, besides adding and replacing. */
export interface BatchStart {
  /** The week to release as the first one, and when; does nothing if a week is released already. */
  readonly firstRelease?: { readonly week: string; readonly now: Date } | null;
  /** Every company of this origin is removed. The batch must be of another origin. */
  readonly instead?: CompanyOrigin | null;
  /** It cannot be undone. */
  readonly isFinal?: boolean;
}

/**
 * A record that has already been analysed: the one in a row of `records`, whose numbers mean what `terms` has learnt.
 */
export interface ReadRecord {
  readonly record: CompanyRecord;
  readonly records: AnalysedRecords;
  readonly row: number;
  readonly terms: AnalysedTerms;
}

/** A possible match for the same company (docs/api.md 8); the importer decides which one it is. */
export interface CompanyCandidate {
  readonly id: number;
  readonly record: CompanyRecord;
  /** Its own domains (`ownDomain` of shared/domain), that of its website first. */
  readonly domains: readonly string[];
  /** `nameKey` of shared/domain/text, of its name, of those of companies that were merged into it, and former ones. */
  readonly nameKeys: readonly string[];
}

/**
 * The writing side. It runs in a thread of its own beside the reader, so that searches go on; a reader sees a new
 * generation with its next call. Synchronous except for what becomes visible, because a batch is one thread's loop over
 * a million rows.
 */
export interface CompanyWriter {
  begin(origin: CompanyOrigin, start?: BatchStart): CompanyBatch;
  /**
   * Imported companies that may be the one with this own domain and this name's key (`nameKey`; `''` for none), oldest
   * first and including those of an open batch: those with the domain, and those with the name unless both have a
   * domain, because two domains are two companies; companies go by their aliases and former names, too. An id of a list
   * (`companyId`) in the place of the domain finds whoever has it. Leaves out sample companies, which may be removed
   * later.
   */
  findSame(domain: string, key: string): CompanyCandidate[];
  /**
   * Imported companies that were here before the open batch and have this own domain, or a name with this core
   * (`coreOf`; `''` for none), oldest first, as the batch leaves them. At most some twenty.
   */
  findAlike(domain: string, core: string): CompanyCandidate[];
  /** Whether `findAlike` may find any, by the hashes of domain and core. Fast, for the same reason as `mayHave`. */
  mayBeAlike(domainHash: number, coreHash: number): boolean;
  /** An imported company's record, as an open batch leaves it; undefined if there is none. */
  record(id: number): CompanyRecord | undefined;
  /**
   * Whether `findSame` may find any, by the hashes (`hashText`; 0 for none) of domain and name's key. Fast, because
   * nearly every company of an import is new.
   */
  mayHave(domainHash: number, nameHash: number): boolean;
  /** Removes every company of an origin and returns how many. Visible at once. */
  removeOrigin(origin: CompanyOrigin): Promise<number>;
  /** Undoes a committed batch: added companies go, replaced ones are as before. */
  undoBatch(batchId: number): Promise<void>;
  /**
   * Releases the next digest week, or all missed ones up to `through`: recomputes what depends on the date (funded
   * tags, `newly_added`) and swaps in the new generation. Returns the weeks released, none if there was nothing to do.
   */
  release(through: string, now: Date): Promise<string[]>;
  close(): void;
}

/** A stored company as a possible match. */
export function candidateOf(id: number, record: CompanyRecord): CompanyCandidate {
  const { name, aliases, formerNames } = record;
  const domains = [ownDomainOf(record), ...aliases.map((alias) => alias.domain)];
  const names = [name, ...aliases.map((alias) => alias.name), ...formerNames];
  return { id, record, domains: filled(domains), nameKeys: filled(names.map(nameKey)) };
}

/** Which companies may be the one of a domain and a name's key: the rule of `CompanyWriter.findSame`. */
export function sameAs(domain: string, key: string): (candidate: CompanyCandidate) => boolean {
  return (candidate) =>
    candidate.domains.includes(domain) ||
    candidate.record.ids.includes(domain) ||
    (candidate.nameKeys.includes(key) && (domain === '' || candidate.domains.length === 0));
}

/** Which companies are alike by a domain or the core of a name: the rule of `CompanyWriter.findAlike`. */
export function alikeTo(domain: string, core: string): (candidate: CompanyCandidate) => boolean {
  return ({ domains, record }) => domains.includes(domain) || (core !== '' && coreOf(record.name) === core);
}

function filled(texts: readonly string[]): string[] {
  return [...new Set(texts)].filter((text) => text !== '');
}
