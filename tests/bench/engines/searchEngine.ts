/** A search that every engine can answer. */
export interface BenchQuery {
  /** The bucket it belongs to. */
  readonly bucket: string;
  /** Words (`searchForm`) that all have to be in a company's texts. */
  readonly words: readonly string[];
  /** Field → any of these values. */
  readonly filters: Readonly<Partial<Record<FilterField, readonly string[]>>>;
}

/** Fields by their query parameter; `lists` of them hold several values a company. */
export const scalarFields = ['regions', 'country_codes', 'company_sizes', 'incorporated_years'] as const;
export const listFields = ['stages', 'industries', 'industry_groups', 'company_highlights', 'business_model'] as const;
export type FilterField = (typeof scalarFields)[number] | (typeof listFields)[number];

/** What a search gave: the exact number of matches and the ids of the first page, in order. */
export interface Answer {
  readonly count: number;
  readonly ids: readonly number[];
}

/** How many rows a search brings. */
export const pageSize = 25;

/** Ours or a peer, loaded with the data and ready. */
export interface SearchEngine {
  readonly name: string;
  /** Answers with the rows of the first page as they come from the engine's own client; the ids are read later. */
  search(query: BenchQuery): Promise<unknown>;
  /** What `search` gave, read. */
  read(raw: unknown): Answer;
  close(): Promise<void>;
}
