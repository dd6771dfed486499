import type { SortOption } from '#shared/domain/choices.ts';
import type { Company } from '#shared/domain/company.ts';
import type { PersonRecord } from '#shared/domain/person.ts';
import type { ExportColumn } from '#shared/domain/exportColumns.ts';
import type { FilterSet } from '#shared/domain/filters.ts';
import { ownDomainOf } from '#shared/domain/webAddress.ts';
import { fold } from '#shared/domain/text.ts';
import type { CompanyOrigin, CompanyRecord } from '../record/companyRecord.ts';
import type { AnalysedRecords, AnalysedTerms } from './analysis/recordAnalysis.ts';

/**
 * What the server knows of the search index: its own interface, not one for other stores, so it speaks of generations,
 * batches and analysed records as the index has them. Calls are asynchronous and none shows how the data lies in files.
 * Only companies of released digest weeks are visible.
 */

/** What to search for. Filters that need the user's state (`bookmarkList`, `exclude_smartlist`) come as id sets. */
export interface CompanyQuery {
  readonly filters: FilterSet;
  readonly sortBy: SortOption;
  /** Only these companies, or null for all. */
  readonly onlyIds: ReadonlySet<number> | null;
  /** None of these companies. */
  readonly withoutIds: ReadonlySet<number> | null;
  /**
   * Whether who asks still waits for the answer; a search that takes long asks now and then, and else fails with
   * `cancelled`.
   */
  readonly isWanted?: () => boolean;
}

export interface CompanyPage {
  /** Exact number of released companies that match. */
  readonly count: number;
  /** Those of the newest digest. */
  readonly newCount: number;
  readonly items: Company[];
}

/** Where the data stands. `date` is the Monday of the newest released `week`; `refreshedAt` an ISO 8601 moment. */
export interface CompanyStatus {
  readonly generation: number;
  readonly week: string;
  readonly date: string;
  readonly refreshedAt: string;
  readonly companies: number;
  readonly sampleCompanies: number;
  readonly importedCompanies: number;
  readonly bytes: number;
  /** The highest id that a company has had; one added later has a higher one. 0 where there was none. */
  readonly lastCompanyId: number;
  /** The newest import that `undoBatch` can take back, or null. `at` is an ISO 8601 moment. */
  readonly lastImport: {
    readonly batchId: number;
    readonly at: string;
    readonly added: number;
    readonly replaced: number;
  } | null;
}

/** Fields by whose values a sector is counted, named as the query's parameters. */
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

/** The figures of a sector: field → wire value → companies; values that no company has are not there. */
export interface SectorCounts {
  readonly companies: number;
  readonly counts: ReadonlyMap<SectorField, ReadonlyMap<string, number>>;
  /** Companies that have a score, and those of them whose score is lower than the one asked about. */
  readonly scored: number;
  readonly below: number;
}

/** What an export is of: these companies, those that are there, in this order; or all that match a search. */
export type ExportChoice = { readonly ids: readonly number[] } | { readonly search: CompanyQuery };

/** Companies to be exported: of one generation and in one order, whatever is committed meanwhile (I12). */
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

export interface CompanyReader {
  /** Opens an export, to be closed, of the newest generation. */
  openExport(choice: ExportChoice, columns: readonly ExportColumn[]): Promise<CompanyExport>;
  status(): Promise<CompanyStatus>;
  /** One page, in the order asked for. `page` from 0. */
  search(query: CompanyQuery, page: number, pageSize: number): Promise<CompanyPage>;
  /** That page as JSON in UTF-8: for an answer that nobody else looks at, several times as quick. */
  searchJson(query: CompanyQuery, page: number, pageSize: number): Promise<Uint8Array<ArrayBuffer>>;
  /** Ids of all matches in the order asked for, at most `limit`. */
  searchIds(query: CompanyQuery, limit: number): Promise<number[]>;
  /** Live counts: query parameter → wire value → matches if that value alone were chosen in its field. */
  facets(query: CompanyQuery): Promise<{ count: number; facets: Record<string, Record<string, number>> }>;
  get(id: number): Promise<Company | undefined>;
  /** Released companies in the order of `ids`; those not there are left out. */
  getMany(ids: readonly number[]): Promise<Company[]>;
  people(id: number): Promise<PersonRecord[]>;
  /** Ids among `ids` that match; for finding which entries of a smart list still do. */
  filterIds(ids: readonly number[], filters: FilterSet): Promise<Set<number>>;
  /**
   * Released companies most like one by the rare words of name and descriptions and by industries, most alike first,
   * without itself, at most `limit`. None where nothing is alike or there is no such company.
   */
  similar(id: number, limit: number): Promise<Company[]>;
  /** Counts of the released companies that match, of `onlyIds` where given; `below` is counted against `score`. */
  sectorCounts(filters: FilterSet, score: number | null, onlyIds?: ReadonlySet<number> | null): Promise<SectorCounts>;
}

/** A batch of changes. Nothing of it is visible before `commit`, and nothing remains of it after `abort` or a crash. */
export interface CompanyBatch {
  /** Adds a company and returns its id: the next one, or `id`, which it had before its file was lost. */
  add(record: CompanyRecord, id?: number): number;
  /** Adds the company in a row of `records`, whose numbers mean what `terms` has learnt; else as `add`. */
  addAnalysed(records: AnalysedRecords, row: number, terms: AnalysedTerms, id?: number): number;
  /** Replaces a company of an earlier batch or of this one. What it has of `read` need not be worked out again. */
  replace(id: number, record: CompanyRecord, read?: ReadRecord): void;
  /**
   * Adds a company that was read from the damaged segment `from`, under its id, unless a newer version of it is
   * there; one that was `older` than another already only where there is none at all. Returns whether it did.
   */
  mend(id: number, record: CompanyRecord, from: number, older: boolean): boolean;
  /** Makes the batch visible at once and for good: a new generation. Returns what it did. */
  commit(): Promise<CompanyBatchResult>;
  abort(): void;
}

export interface CompanyBatchResult {
  readonly batchId: number;
  readonly generation: number;
  readonly added: number;
  readonly replaced: number;
  /** Companies that `BatchStart.instead` took away. */
  readonly removed: number;
}

/** What a batch's commit does beside adding and replacing, in the same step. */
export interface BatchStart {
  /** The week that becomes the newest released one, and when, where none is released yet. */
  readonly firstRelease?: { readonly week: string; readonly now: Date } | null;
  /** Every company of this origin goes. The batch must not be of it. */
  readonly instead?: CompanyOrigin | null;
  /** It cannot be taken back. */
  readonly isFinal?: boolean;
}

/**
 * A record that has been worked out already: the one in a row of `records`, whose numbers mean what `terms` has learnt.
 */
export interface ReadRecord {
  readonly record: CompanyRecord;
  readonly records: AnalysedRecords;
  readonly row: number;
  readonly terms: AnalysedTerms;
}

/** A possible match for the same company (docs/api.md 8); the importer decides which of them is one. */
export interface CompanyCandidate {
  readonly id: number;
  readonly record: CompanyRecord;
  /** The domain of its own (`ownDomain` of shared/domain), or `''`. */
  readonly domain: string;
  /** `fold` of shared/domain/text. */
  readonly foldedName: string;
}

/**
 * The writing side. It runs beside the reader, in its own thread, so that searches go on; a reader sees a new
 * generation with its next call. Synchronous but for `commit`, because a batch is one thread's loop over a million
 * rows.
 */
export interface CompanyWriter {
  begin(origin: CompanyOrigin, start?: BatchStart): CompanyBatch;
  /**
   * Imported companies that may be the one of this domain of its own and this folded name (`''` for none), those of an
   * open batch included, the oldest first: those with the domain, and those with the name unless both have a domain,
   * because two domains are two companies. Sample companies, which may be removed later, are not among them.
   */
  findSame(domain: string, foldedName: string): CompanyCandidate[];
  /**
   * Whether `findSame` may find any, by the hashes (`hashText`; 0 for none) of domain and folded name. Quick, because
   * nearly every company of an import is new.
   */
  mayHave(domainHash: number, nameHash: number): boolean;
  /** Removes every company of an origin; returns how many. Visible at once. */
  removeOrigin(origin: CompanyOrigin): number;
  /** Takes a committed batch back: added companies go, replaced ones are as before. */
  undoBatch(batchId: number): void;
  /**
   * Releases the next digest week, or all up to `through` that were missed: recomputes what depends on the date (funded
   * tags, `newly_added`) and swaps the new generation in. Returns the weeks released, none if there was nothing to do.
   */
  release(through: string, now: Date): string[];
  close(): void;
}

/** A stored company as a possible match. */
export function candidateOf(id: number, record: CompanyRecord): CompanyCandidate {
  return { id, record, domain: ownDomainOf(record), foldedName: fold(record.name) };
}

/** Which companies may be the one of a domain and a folded name: the rule of `CompanyWriter.findSame`. */
export function sameAs(domain: string, foldedName: string): (candidate: CompanyCandidate) => boolean {
  return (candidate) =>
    (domain !== '' && candidate.domain === domain) ||
    (foldedName !== '' && candidate.foldedName === foldedName && (domain === '' || candidate.domain === ''));
}
