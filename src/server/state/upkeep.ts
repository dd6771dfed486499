import type { EntrySeed, LostCompany } from './entrySeed.ts';

/** What went with companies that are gone: entries, those of them that were decided, and items of collections. */
export interface Forgotten {
  readonly entries: number;
  readonly decided: number;
  readonly items: number;
}

/** What is kept of companies that were lost: entries, those of them that were decided, and items of collections. */
export type Lost = Forgotten;

/** An import under way, or one that was cut off. */
export interface ImportNote {
  readonly id: number;
  /** Names the lock of the process that runs it; `''` where that was not noted yet. */
  readonly owner: string;
  readonly lastCompanyId: number;
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
  /**
   * Remembers that an import of this owner has begun whose new companies will have ids above `lastCompanyId`; returns
   * the note's id.
   */
  beginImport(lastCompanyId: number, owner: string): Promise<number>;
  /** Imports that have begun and not come to their end, whoever runs them. */
  openImports(): Promise<ImportNote[]>;
  /** That import has reached the smart lists, or has come to nothing. */
  endImport(noteId: number): Promise<void>;
  /** Takes entries and items of lost companies out of every list and count, and keeps them until `bringBack`. */
  keepLost(ids: readonly number[], now: string): Promise<Lost>;
  /** Companies whose entries or items are kept so, with what they are found again by where that is known. */
  lostCompanies(): Promise<LostCompany[]>;
  /** Puts entries and items of companies that are there again back to where they were. */
  bringBack(ids: readonly number[]): Promise<Lost>;
  /** Companies that an entry or item names and that could not be found again, at most `limit`. */
  unidentified(limit: number): Promise<number[]>;
  /** Keeps by what companies are found again. */
  identify(companies: readonly LostCompany[]): Promise<void>;
  /**
   * Notes what the clock says; returns since when it has gone without a jump of more than `mostDays` days. What is
   * old by a clock that has just jumped may have been made a moment ago.
   */
  steadySince(now: string, mostDays: number): Promise<string>;
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
