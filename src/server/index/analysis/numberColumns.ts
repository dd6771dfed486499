import { employeeSpan, followersOf, spanOf, type NumberParameter, type Span } from '#shared/fields/numberRanges.ts';
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

const spans: Readonly<Record<Exclude<NumberParameter, 'score' | 'founded'>, (record: CompanyRecord) => Span | null>> = {
  raised: ({ fundingTotal }) => spanOf(fundingTotal),
  last_round_amount: ({ lastRoundAmount }) => spanOf(lastRoundAmount),
  funding_rounds: ({ fundingRounds }) => spanOf(fundingRounds),
  investor_count: ({ investorCount }) => spanOf(investorCount),
  employees: ({ employeeCount, employeeBand }) => employeeSpan(employeeCount, employeeBand),
  growth: ({ employeeGrowth }) => spanOf(employeeGrowth),
  founder_count: ({ founderCount }) => spanOf(founderCount),
  followers: ({ followers }) => spanOf(followersOf(followers)),
  sem_score_percentile: ({ semScorePercentile }) => spanOf(semScorePercentile),
  cb_rank: ({ cbRank }) => spanOf(cbRank),
};

const places: readonly (readonly [of: (record: CompanyRecord) => Span | null, low: number, high: number])[] =
  Object.entries(columnsOfNumbers).map(([parameter, [low, high]]) => [
    spans[parameter as keyof typeof spans],
    numberColumns.indexOf(low),
    numberColumns.indexOf(high),
  ]);

/** Calls `put` with the number of each column of a record that has one. */
export function numbersOfRecord(record: CompanyRecord, put: (column: number, value: number) => void): void {
  for (const [of, low, high] of places) {
    const span = of(record);
    if (span === null) continue;
    put(low, span.low);
    if (high !== low) put(high, span.high);
  }
}
