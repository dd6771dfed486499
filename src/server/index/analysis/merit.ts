import type { CompanyRecord } from '../../record/companyRecord.ts';
import { completenessOf } from '../../record/knownOf.ts';
import { dateNumber } from './facetFields.ts';

/** More than there are days in the years 0 to 9999, counted as months of 31 days. */
const dayRange = 10_000 * 12 * 31;
/** Ranks from here on count as the same. */
const rankRange = 2 ** 27;
const meritRange = 2 ** 53;

/**
 * Where best match puts a company that has no hit in its name, the larger the earlier: its score, 0 to 1; without one a
 * number from -1 up to but not including 0, made of how much is known of it (`completenessOf`), then the day of its
 * last funding (newest first), then its Crunchbase rank (the lower the better). What is not known comes last.
 */
export function meritOf(record: CompanyRecord): number {
  if (record.score !== null) return record.score;
  const { cbRank: rank } = record;
  const byRank = rank === null ? 0 : rankRange - 1 - Math.min(Math.max(Math.trunc(rank), 0), rankRange - 2);
  const packed = (completenessOf(record) * dayRange + dayOf(record.fundedOn)) * rankRange + byRank;
  // Below 2^53, so nothing of it is lost.
  return packed / meritRange - 1;
}

/** The score that a merit is; not a number where there is none. */
export function scoreOfMerit(merit: number): number {
  return merit < 0 ? Number.NaN : merit;
}

/** A date (`YYYY-MM-DD`) as a number below `dayRange` that keeps the order of dates; 0 for `''`. */
function dayOf(date: string): number {
  const number = dateNumber(date);
  const [year, month, day] = [Math.trunc(number / 10_000), Math.trunc(number / 100) % 100, number % 100];
  return number === 0 ? 0 : (year * 12 + month - 1) * 31 + day - 1;
}
