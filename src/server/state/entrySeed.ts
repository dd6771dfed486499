/** What an entry keeps of its company, so that a list can be paged and counted without asking for companies. */
export interface EntrySeed {
  readonly companyId: number;
  readonly score: number | null;
  readonly topMatch: boolean;
  /** The company's digest week. */
  readonly week: string;
  /** By what the company is found again where its part of the index is lost. */
  readonly identity?: CompanyIdentity;
}

/**
 * What tells a company from others: its own domain (`ownDomainOf`) and its folded name, each `''` where it has none.
 */
export interface CompanyIdentity {
  readonly domain: string;
  readonly foldedName: string;
}

/** A company that is lost, and what it is found again by. */
export interface LostCompany extends CompanyIdentity {
  readonly companyId: number;
}
