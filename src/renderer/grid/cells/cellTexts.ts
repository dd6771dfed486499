import { formatDay, formatScore } from '#shared/domain/formats.ts';
import { employeeSizes, fundingHighlights, highlights, labelOf, stages, type Choice } from '#shared/domain/choices.ts';
import { shownHighlights, type Company } from '#shared/domain/company.ts';
import type { ListName } from '#shared/domain/listName.ts';
import { withoutPlaceholder } from '#shared/domain/text.ts';
import type { RowDecision } from './companyRow.ts';

/** The grid's cells as plain text: the same words for the screen, the screen reader and the clipboard. */

/**
 * The short text: the short description, otherwise the first sentence of the preferred one; without the company's name
 * at its beginning, which stands beside it.
 */
export function shortTextOf({ name, description }: Company): string {
  const short = withoutPlaceholder(description.short);
  if (short !== '') return withoutName(name, short);
  const other = withoutPlaceholder(description.llm) || withoutPlaceholder(description.long);
  return withoutName(name, /^.{20,240}?[.!?](?=\s|$)/su.exec(other)?.[0] ?? other);
}

/** `A robot that sorts parcels.` of `Acme, Inc. is a robot that sorts parcels.` */
function withoutName(name: string, text: string): string {
  if (name === '' || !text.toLowerCase().startsWith(name.toLowerCase())) return text;
  const rest = isA.exec(text.slice(name.length))?.groups?.['rest'];
  return rest === undefined ? text : `${rest.charAt(0).toUpperCase()}${rest.slice(1)}`;
}

/** What follows a name at the beginning of a description: its form, and what the company is. */
const isA =
  /^(?:,? (?:inc|ltd|llc|gmbh|corp|co|sas|bv)\.?)?,? (?:is|are|was) (?<rest>(?:an?|the|one of|your)\s\S.*)$/isu;

/** `0.87`, or `''` for a company without a score. */
export function scoreText(score: number | null): string {
  return score === null ? '' : formatScore(score);
}

export function stagesText(company: Company): string {
  return company.stages.map((stage) => labelOf(stages, stage)).join(', ');
}

export function industriesText(company: Company): string {
  return company.industry.join(', ');
}

/** The size as a column of figures has room for it: `201-500`, and `1k-5k` for a band of 1001-5000. */
export function sizeText(company: Company): string {
  if (company.size.count === null && company.employee_band !== '') return inThousands(company.employee_band);
  return company.sizeCategory === 'unknown' || company.sizeCategory === ''
    ? ''
    : labelOf(shortSizes, company.sizeCategory);
}

/** A band's ends of four digits and more in thousands: `501-1k`, `1.5k-2.5k`, `10k+`. */
function inThousands(band: string): string {
  return band.replaceAll(/\d{4,}/g, (end) => `${Math.floor(Number(end) / 100) / 10}k`);
}

const shortSizes: readonly Choice[] = employeeSizes.map(({ value, label }) =>
  value === 'more' ? { value, label: '500+' } : { value, label },
);

const fundedTexts: readonly Choice[] = [
  { value: 'funded', label: 'Under 3 months' },
  { value: 'funded 3', label: '3 months ago' },
  { value: 'funded 6', label: '6 months ago' },
  { value: 'funded 9', label: '9 months ago' },
  { value: 'funded 12', label: '12 months ago' },
  { value: 'funded 15', label: '15+ months ago' },
];

/** How long ago the company was funded, short enough for a column; `''` if unknown. */
export function fundedText(company: Company): string {
  return company.funded === '' ? '' : labelOf(fundedTexts, company.funded);
}

/** A highlight as shown on a chip, with its group (product 3 `tags`). */
export interface HighlightChip {
  readonly label: string;
  readonly group: 'people' | 'company';
}

/** What highlights are called where there is little room; the others as everywhere. */
const shortLabels: Readonly<Partial<Record<string, string>>> = {
  female_founder: 'Female',
  only_female_founders: 'All female',
  founding_team_more_than_one: '2+ founders',
  phd_founder: 'PhD',
  top_uni_founder: 'Top uni',
  serial_entrepreneur_founder: 'Serial',
  strong_tech_education: 'Tech degree',
  strong_software_dev_education: 'Dev degree',
  funding_2M: '$2M+',
  funding_10M: '$10M+',
  funding_50M: '$50M+',
};

/**
 * The highlights as a column of the table shows them: people first, in few letters, and without what another column
 * says better: the rating beside a score, steps of funding beside the amount, and that the company is new. One unknown
 * to this version is shown as it came.
 */
export function highlightChips(company: Company): HighlightChip[] {
  return shownHighlights(company.tags)
    .filter((tag) => !repeatsColumn(tag, company))
    .map((tag) => ({ label: shortLabels[tag] ?? labelOf(highlights, tag), group: groupOf(tag) }))
    .toSorted((a, b) => Number(a.group !== 'people') - Number(b.group !== 'people'));
}

function repeatsColumn(tag: string, { score, funding_total: total }: Company): boolean {
  if (tag === 'positive_rated') return score !== null;
  if ((fundingHighlights as readonly string[]).includes(tag)) return total !== null;
  return tag === 'newly_added';
}

function groupOf(tag: string): HighlightChip['group'] {
  return highlights.find(({ value }) => value === tag)?.group ?? 'company';
}

/** The highlights in full. */
export function highlightLabels(company: Company): string[] {
  return shownHighlights(company.tags).map((tag) => labelOf(highlights, tag));
}

/** `Archive since 12 Mar 2026 · Too early`, or `''` where nothing was decided or it is not known when. */
export function decisionText(list: ListName, decision: RowDecision | undefined): string {
  const day = formatDay(decision?.at ?? '');
  if (list === 'None' || decision === undefined || day === '') return '';
  return `${list} since ${day}${decision.reason === '' ? '' : ` · ${decision.reason}`}`;
}

/** `16 Nov 2026`, or `''`. */
export function discoveredText({ discovered_date: date }: Company): string {
  return formatDay(date);
}
