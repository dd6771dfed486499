import { employeeSpan, followersOf, type NumberParameter } from '#shared/fields/numberRanges.ts';
import type { CompanyRecord } from '../../record/companyRecord.ts';

/** The columns of a segment with the numbers that ranges look at, by document; not a number where nothing is known. */
export const numberColumns = [
  'raised',
  'roundAmount',
  'fundingRounds',
  'investorCount',
  'employeesLow',
  'employeesHigh',
  'growth',
  'founderCount',
  'followers',
  'percentile',
  'rank',
] as const;
export type NumberColumn = (typeof numberColumns)[number];

const names: ReadonlySet<string> = new Set(numberColumns);

/** Whether a column of a segment is one of them. */
export function isNumberColumn(column: string): column is NumberColumn {
  return names.has(column);
}

/** The columns with the least and the most that each number can be; the others have theirs in columns of their own. */
export const columnsOfNumbers: Readonly<
  Record<Exclude<NumberParameter, 'score' | 'founded'>, readonly [low: NumberColumn, high: NumberColumn]>
> = {
  raised: ['raised', 'raised'],
  last_round_amount: ['roundAmount', 'roundAmount'],
  funding_rounds: ['fundingRounds', 'fundingRounds'],
  investor_count: ['investorCount', 'investorCount'],
  employees: ['employeesLow', 'employeesHigh'],
  growth: ['growth', 'growth'],
  founder_count: ['founderCount', 'founderCount'],
  followers: ['followers', 'followers'],
  sem_score_percentile: ['percentile', 'percentile'],
  cb_rank: ['rank', 'rank'],
};

/** The number of each column; null where nothing is known. */
const readings: Readonly<Record<NumberColumn, (record: CompanyRecord) => number | null>> = {
  raised: ({ fundingTotal }) => fundingTotal,
  roundAmount: ({ lastRoundAmount }) => lastRoundAmount,
  fundingRounds: ({ fundingRounds }) => fundingRounds,
  investorCount: ({ investorCount }) => investorCount,
  employeesLow: ({ employeeCount, employeeBand }) => employeeSpan(employeeCount, employeeBand)?.low ?? null,
  employeesHigh: ({ employeeCount, employeeBand }) => employeeSpan(employeeCount, employeeBand)?.high ?? null,
  growth: ({ employeeGrowth }) => employeeGrowth,
  founderCount: ({ founderCount }) => founderCount,
  followers: ({ followers }) => followersOf(followers),
  percentile: ({ semScorePercentile }) => semScorePercentile,
  rank: ({ cbRank }) => cbRank,
};

const inOrder = numberColumns.map((column) => readings[column]);

/** Calls `put` with the number of each column of a record that has one. */
export function numbersOfRecord(record: CompanyRecord, put: (column: number, value: number) => void): void {
  for (let column = 0; column < inOrder.length; column++) {
    const value = inOrder[column]!(record);
    if (value !== null) put(column, value);
  }
}
