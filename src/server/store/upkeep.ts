import type { EntrySeed } from './entrySeed.ts';

/** What went with companies that are gone: entries, those of them that were decided, and items of collections. */
export interface Forgotten {
  readonly entries: number;
  readonly decided: number;
  readonly items: number;
}

/** What changes with the companies: used after an import, a removal or a new digest, never by a user's call. */
export interface StateUpkeep {
  /** Every company that an entry or a collection item names. */
  referredCompanies(): Promise<number[]>;
  /** The newest digest week that a smart list or an entry knows of, `''` for none. */
  newestWeek(): Promise<string>;
  /** Drops entries and items of companies that are gone. */
  forgetCompanies(ids: readonly number[]): Promise<Forgotten>;
  /** Brings what entries keep of their companies up to date. */
  updateCompanies(seeds: readonly EntrySeed[]): Promise<void>;
  /** Remembers that an import has begun whose new companies will have ids above this one. */
  beginImport(lastCompanyId: number): Promise<void>;
  /** The id that an import began after and did not get to its end, or null. */
  interruptedImport(): Promise<number | null>;
  /** The import has reached the smart lists, or has come to nothing. */
  endImport(): Promise<void>;
  /** Forgets tokens that ended, by their time or by being revoked, before `before` (ISO 8601). */
  forgetTokens(before: string): Promise<void>;
  /** Forgets idempotency keys older than `before` (ISO 8601). */
  forgetKeys(before: string): Promise<void>;
  /**
   * Forgets smart lists and collections that were deleted before `before` (ISO 8601). What was decided in such a list
   * stays in the special lists, and the list with it, as its entries' origin.
   */
  forgetDeleted(before: string): Promise<void>;
}
