import { sizeCategoryOf } from '#shared/domain/choices.ts';
import { linkOf, preferredDescription, type ListField } from '#shared/domain/company.ts';
import type { CompanyRecord } from './companyRecord.ts';
import { lastingHighlightsOf } from './toCompany.ts';

/** Whether something is known of a record. */
type IsKnown = (record: CompanyRecord) => boolean;

const hasText: IsKnown = ({ description }) => preferredDescription(description) !== '';
const hasStage: IsKnown = ({ stages }) => stages.length > 0;
const hasIndustry: IsKnown = ({ industries }) => industries.length > 0;
const hasCountry: IsKnown = ({ countryCode }) => countryCode !== '';
const hasCity: IsKnown = ({ city }) => city !== '';
const hasYear: IsKnown = ({ founded }) => founded !== null;
const hasSize: IsKnown = ({ employeeCount, employeeBand }) =>
  employeeBand !== '' || sizeCategoryOf(employeeCount, '') !== 'unknown';

/**
 * The facts that an analyst decides by: what it does, its site, where it is (two facts), since when, how far along,
 * in what trades, how it earns money, its size, its funding, who invested, and who founded it.
 */
const decisiveFacts: readonly IsKnown[] = [
  hasText,
  (record) => linkOf(record, 'website') !== '',
  hasCountry,
  hasCity,
  hasYear,
  hasStage,
  hasIndustry,
  ({ businessModels }) => businessModels.length > 0,
  hasSize,
  ({ fundingTotal, fundingTotalOriginal, lastRound, lastRoundAmount, lastRoundAmountOriginal, fundedOn }) =>
    fundingTotal !== null ||
    lastRoundAmount !== null ||
    lastRound !== '' ||
    fundedOn !== '' ||
    fundingTotalOriginal !== '' ||
    lastRoundAmountOriginal !== '',
  ({ investors, investorCount }) => investors.length > 0 || (investorCount ?? 0) > 0,
  ({ people, founderCount }) => people.length > 0 || (founderCount ?? 0) > 0,
];

/** The most that `completenessOf` gives. */
export const mostComplete = decisiveFacts.length;

/**
 * How much is known of a company: how many of the facts that an analyst decides by, 0 to `mostComplete`. Best match
 * puts companies without a score in this order (docs/api.md 3); it is part of what is stored, so a change takes a new
 * `segmentFormat`.
 */
export function completenessOf(record: CompanyRecord): number {
  let known = 0;
  for (let i = 0; i < decisiveFacts.length; i++) known += Number(decisiveFacts[i]!(record));
  return known;
}

/** Fields whose companies are noted in each segment; those with a score come first in it anyway. */
export type NotedField = Exclude<ListField, 'score'>;

const isFilled: Readonly<Record<NotedField, IsKnown>> = {
  description: hasText,
  stages: hasStage,
  industry: hasIndustry,
  location: (record) => hasCountry(record) || hasCity(record),
  founded: hasYear,
  size: hasSize,
  funded: ({ fundedOn }) => fundedOn !== '',
  tags: (record) => lastingHighlightsOf(record).length > 0,
  funding_total: ({ fundingTotal, fundingTotalOriginal }) => fundingTotal !== null || fundingTotalOriginal !== '',
};

export const notedFields = Object.keys(isFilled) as readonly NotedField[];

/** Which of the noted fields a record has something in: one bit for each, in the order of `notedFields`. */
export function filledFieldsOf(record: CompanyRecord): number {
  let filled = 0;
  for (let i = 0; i < notedFields.length; i++) filled |= Number(isFilled[notedFields[i]!](record)) << i;
  return filled;
}
