/** What an entry keeps of its company, so that a list can be paged and counted without asking for companies. */
export interface EntrySeed {
  readonly companyId: number;
  readonly score: number | null;
  readonly topMatch: boolean;
  /** The company's digest week. */
  readonly week: string;
}
