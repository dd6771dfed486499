import { type FundedTag, type Highlight, sizeCategoryOf } from '#shared/domain/choices.ts';
import { linksWithEmail, type Company, fundedTagOf } from '#shared/domain/company.ts';
import { addDays, digestWeekOf, mondayOf } from '#shared/domain/digestWeek.ts';
import { countryByCode, regionOfCountry } from '#shared/reference/countries.ts';
import { wireFields, type WireField, type WireName } from '#shared/fields/companyFields.ts';
import type { CompanyRecord } from './companyRecord.ts';

/** Total funding in USD from which on each funding highlight holds; a company has all that it reaches. */
export const fundingSteps = [
  { highlight: 'funding_2M', from: 2_000_000 },
  { highlight: 'funding_10M', from: 10_000_000 },
  { highlight: 'funding_50M', from: 50_000_000 },
] as const satisfies readonly { highlight: Highlight; from: number }[];

const derivedHighlights = new Set<Highlight>(['newly_added', ...fundingSteps.map((step) => step.highlight)]);

/** Highlights of a record that do not change from day to day: what is stored, and those of its total funding. */
export function lastingHighlightsOf(record: Pick<CompanyRecord, 'highlights' | 'fundingTotal'>): Highlight[] {
  const total = record.fundingTotal ?? 0;
  const lasting: Highlight[] = [];
  for (const highlight of record.highlights) {
    if (!derivedHighlights.has(highlight) && !lasting.includes(highlight)) lasting.push(highlight);
  }
  for (const { highlight, from } of fundingSteps) if (total >= from) lasting.push(highlight);
  return lasting;
}

/** A company's business models as product 3 delivers them: one as it is, several in braces. */
export function businessModelOf(models: readonly string[]): string {
  return models.length > 1 ? `{${models.join(',')}}` : (models[0] ?? '');
}

/** A company's size for reading: its number of employees, or else the band it is in; `''` where it is not known. */
export function sizeLabelOf(count: number | null, band: string): string {
  if (count !== null && count > 0) return count === 1 ? '1 employee' : `${count} employees`;
  return band === '' ? '' : `${band} employees`;
}

/**
 * When a company is looked at: the newest released digest week with its Monday as `date`, and in `newWeek` the one
 * whose companies are newly added, `''` if there is none. `today` is the workspace's own day, from which ages count.
 */
export interface AsOf {
  readonly week: string;
  readonly date: string;
  readonly newWeek: string;
  readonly today: string;
}

/**
 * The digest week whose companies are newly added on a day: the newest in which any was found, for seven days from its
 * Monday, and on the day on which the last digest came, however late. Before it begins, as where a clock is behind, it
 * counts, too.
 */
export function newWeekOn(newest: string, today: string, cameOn: string): string {
  return newest !== '' && (addDays(mondayOf(newest), 7) > today || cameOn === today) ? newest : '';
}

/**
 * What follows from a day, worked out once for each: an export asks for a million of some thousand days. Goes with the
 * `AsOf` it belongs to.
 */
interface Days {
  weekOf(date: string): string;
  fundedTagOf(date: string): FundedTag | '';
}

const daysByAsOf = new WeakMap<AsOf, Days>();

/** What follows from days, as of a day. */
export function daysOf(asOf: AsOf): Days {
  let days = daysByAsOf.get(asOf);
  if (days === undefined) {
    days = { weekOf: remembered(digestWeekOf), fundedTagOf: remembered((date) => fundedTagOf(date, asOf.today)) };
    daysByAsOf.set(asOf, days);
  }
  return days;
}

/** Most days remembered: forty years. */
const maxDays = 15_000;

function remembered<T>(work: (date: string) => T): (date: string) => T {
  const known = new Map<string, T>();
  return (date) => {
    let value = known.get(date);
    if (value === undefined) {
      value = work(date);
      if (known.size < maxDays) known.set(date, value);
    }
    return value;
  };
}

/** A stored record as the API's company (product 3), with all that follows from it and from the day. */
export function toCompany(id: number, record: CompanyRecord, asOf: AsOf): Company {
  const days = daysOf(asOf);
  const discovered = days.weekOf(record.discoveredDate);
  const tags: string[] = lastingHighlightsOf(record);
  if (discovered === asOf.newWeek) tags.push('newly_added');
  const [question1, question2, question3] = record.challenges;
  return {
    id,
    ...wireValuesOf(record),
    description: { ...record.description },
    business_model: businessModelOf(record.businessModels),
    region: regionOfCountry(record.countryCode),
    location: {
      country: { name: countryByCode(record.countryCode)?.name ?? '', code: record.countryCode },
      city: record.city,
    },
    discovered,
    tags: tags.join(','),
    links: linksWithEmail(record.links, record.emails),
    size: { label: sizeLabelOf(record.employeeCount, record.employeeBand), count: record.employeeCount },
    sizeCategory: sizeCategoryOf(record.employeeCount, record.employeeBand),
    funded: days.fundedTagOf(record.fundedOn),
    challenges_llm: { question1, question2, question3 },
    own: record.own.map(({ name, value }) => ({ name, value })),
  };
}

/** What the API delivers as it is stored. */
type DeliveredAsIs = { [F in WireField as WireName<F>]: CompanyRecord[F] };

function wireValuesOf(record: CompanyRecord): DeliveredAsIs {
  const values: Record<string, unknown> = {};
  for (let i = 0; i < wireFields.length; i++) {
    const { wire, field } = wireFields[i]!;
    values[wire] = record[field];
  }
  return values as DeliveredAsIs;
}
