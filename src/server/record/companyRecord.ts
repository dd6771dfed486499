import type { CompanyLink } from '#shared/domain/company.ts';
import type { BusinessModel, Highlight, Stage } from '#shared/domain/choices.ts';
import type { PersonRecord } from '#shared/domain/person.ts';

/**
 * A company as it is stored: what is known about it, without what follows from that (region, size category, funded tag,
 * funding highlights, `newly_added`) and without its id. The sample generator and the importer make these; the store
 * turns them into the API's `Company`. A missing text is `''`, a missing number `null`.
 */
export interface CompanyRecord {
  name: string;
  /** `https:` address of an image, or `''`. */
  logo: string;
  description: { short: string; long: string; llm: string };
  customerProblem: string;
  targetCustomer: string;
  businessModels: BusinessModel[];
  /** Predicted startup rating, 0 to 1. */
  score: number | null;
  /** ISO2 in upper case, or `''`. */
  countryCode: string;
  city: string;
  /** Incorporation year. */
  founded: number | null;
  /** The day it was found, `YYYY-MM-DD`; its digest week follows from it. */
  discoveredDate: string;
  cbRank: number | null;
  /** 0 to 1. */
  semScorePercentile: number | null;
  stages: Stage[];
  /** Reference industries and, behind them, free tags of imported files. None has a comma. */
  industries: string[];
  /** Highlights that are facts about the company; never `newly_added` nor the three funding ones, which follow. */
  highlights: Highlight[];
  /** Without the e-mail link, which follows from `emails`. */
  links: CompanyLink[];
  employeeCount: number | null;
  emails: string[];
  /** Day of the last funding, `YYYY-MM-DD`, or `''`. */
  fundedOn: string;
  /** Total funding in USD. */
  fundingTotal: number | null;
  /** For reading: `12.4K followers`, or `''`. */
  followers: string;
  isTranslated: boolean;
  /** `uni_*` codes. */
  universities: string[];
  /** Answers to the three challenge questions. */
  challenges: [string, string, string];
  people: PersonRecord[];
}

/** Where a stored company came from. */
export type CompanyOrigin = 'sample' | 'import';
