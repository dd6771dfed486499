/** A page of rows: skips `offset` rows and returns at most `limit`. */
export interface Slice {
  readonly offset: number;
  readonly limit: number;
}

/** Some rows and how many there are in all. */
export interface Counted<T> {
  readonly count: number;
  readonly rows: T[];
}

/** The key recognises a retried move; the hash of what it asks for tells it apart from another. */
export interface Idempotency {
  readonly key: string;
  readonly hash: string;
}

/** What tells a company from others: its own domain (`ownDomainOf`) and its folded name, each `''` if it has none. */
export interface CompanyIdentity {
  readonly domain: string;
  readonly foldedName: string;
}
