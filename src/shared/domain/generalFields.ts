import { wireFields, type PlainField } from '../fields/companyFields.ts';
import { assertNever } from '../errors.ts';
import { fundedTags, labelOf } from './choices.ts';
import type { Company } from './company.ts';
import { withoutPlaceholder } from './text.ts';

/**
 * Fields without a place of their own (`companyFields`, `label`): each is a column of the grid, hidden at first, a
 * column of exports, and a fact on the company's page, its pane and in reports.
 */
export interface GeneralField extends PlainField {
  readonly label: string;
}

export const generalFields: readonly GeneralField[] = generalFieldsOf(wireFields);

/** What stands before the name of an own column of imported files in its key, in exports and in the grid. */
export const ownPrefix = 'own:';

/**
 * A header or the name of a file as a value of a filter: on one line, and without the signs that mean something in a
 * list of values (commas, a minus in front); `''` where nothing is left.
 */
export function plainName(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\s*,\s*/g, ' / ')
    .replace(/^[\s-]+/, '')
    .slice(0, longestName)
    .trim();
}

const longestName = 100;

/** Those of them that page, pane and report show as facts of their own. */
export const factFields: readonly GeneralField[] = generalFields.filter(({ isTold }) => !isTold);

/** Those of some fields that have no place of their own. */
export function generalFieldsOf(fields: readonly PlainField[]): readonly GeneralField[] {
  return fields.flatMap((field) => (field.label === null ? [] : [{ ...field, label: field.label }]));
}

// Created on first use: it takes 10 ms, which no start should wait for.
let grouped: Intl.NumberFormat | undefined;
let calendarDay: Intl.DateTimeFormat | undefined;
let calendarMonth: Intl.DateTimeFormat | undefined;

/** A field of a company for reading; `''` if nothing is known, or if a flag is not set. */
export function generalText({ wire, kind, measure, choices }: GeneralField, company: Company): string {
  const value = (company as Readonly<Record<string, unknown>>)[wire];
  switch (kind) {
    case 'flag':
      return value === true ? 'Yes' : '';
    case 'number':
      return typeof value === 'number' ? numberText(value, measure) : '';
    case 'list':
      return (value as readonly string[]).join(', ');
    case 'day':
      return dayText(value as string);
    case 'text':
      return choices === null ? withoutPlaceholder(value as string) : labelOf(choices, value as string);
    default:
      return assertNever(kind);
  }
}

function numberText(value: number, measure: PlainField['measure']): string {
  if (measure === 'dollars') return dollarText(value);
  if (measure === 'share') return `${Math.round(value * 100)} %`;
  if (measure === 'growth') return growthText(value);
  grouped ??= new Intl.NumberFormat('en');
  return grouped.format(value);
}

/** A growth in percent, with its sign: `+18 %`, `−5 %`, `±0 %`. */
export function growthText(share: number): string {
  const percent = Math.round(share * 100);
  if (percent === 0) return '±0 %';
  return percent > 0 ? `+${percent} %` : `−${-percent} %`;
}

const dollarSteps = [
  { from: 999_500_000, unit: 1e9, sign: 'B' },
  { from: 999_500, unit: 1e6, sign: 'M' },
  { from: 1000, unit: 1e3, sign: 'K' },
] as const;

/** An amount in USD in short, with three digits at most: `$25.5M`, `$750K`, `$1.25B`. */
export function dollarText(amount: number): string {
  const step = dollarSteps.find(({ from }) => amount >= from);
  if (step === undefined) return `$${Math.round(amount)}`;
  return `$${Number((amount / step.unit).toPrecision(3))}${step.sign}`;
}

/**
 * What is known of a company's funding in one line: `$25.5M raised · Series B, Oct 2015`; `''` where nothing is. Where
 * no day is known, how long ago the last funding was.
 */
export function fundingText(company: Company): string {
  const { funding_total: total, last_round: round, funded_on: day, funded } = company;
  const raised = total === null || total <= 0 ? '' : `${dollarText(total)} raised`;
  const when = day === '' ? '' : monthText(day);
  const last = [withoutPlaceholder(round), when].filter((part) => part !== '').join(', ');
  const ago = funded === '' ? '' : labelOf(fundedTags, funded);
  return [raised, last === '' ? ago : last].filter((part) => part !== '').join(' · ');
}

/** Who has invested: the names, and how many more are counted; `''` where nothing is known. */
export function investorsText({ investors, investor_count: count }: Company): string {
  const more = (count ?? 0) - investors.length;
  if (investors.length === 0) return more > 0 ? String(more) : '';
  return more > 0 ? `${investors.join(', ')} and ${more} more` : investors.join(', ');
}

/** The month of a day: `Oct 2015`. */
export function monthText(day: string): string {
  calendarMonth ??= new Intl.DateTimeFormat('en-GB', { month: 'short', year: 'numeric', timeZone: 'UTC' });
  return calendarMonth.format(new Date(day));
}

function dayText(day: string): string {
  if (day === '') return '';
  calendarDay ??= new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  });
  return calendarDay.format(new Date(day));
}
