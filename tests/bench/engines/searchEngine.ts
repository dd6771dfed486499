/** A search that every engine can answer. */
export interface BenchQuery {
  /** The bucket it belongs to. */
  readonly bucket: string;
  /** Words (`searchForm`) that must all be in a company's texts. */
  readonly words: readonly string[];
  /** Field → any of these values. */
  readonly filters: Readonly<Partial<Record<FilterField, readonly string[]>>>;
}

/** Fields by their query parameter; those in `listFields` have several values per company. */
export const scalarFields = ['regions', 'country_codes', 'company_sizes', 'incorporated_years'] as const;
export const listFields = ['stages', 'industries', 'industry_groups', 'company_highlights', 'business_model'] as const;
export type FilterField = (typeof scalarFields)[number] | (typeof listFields)[number];

/** The result of a search: the exact number of matches and the ids of the first page, in order. */
export interface Answer {
  readonly count: number;
  readonly ids: readonly number[];
}

/** Rows that a search returns. */
export const pageSize = 25;

/** Ours or a peer, loaded with the data and ready. */
export interface SearchEngine {
  readonly name: string;
  /** Answers with the first page's rows as the engine's own client returns them; the ids are read later. */
  search(query: BenchQuery): Promise<unknown>;
  /** Reads what `search` returned. */
  read(raw: unknown): Answer;
  close(): Promise<void>;
}
