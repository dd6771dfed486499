import type { Company } from '../domain/company.ts';
import { formatCount } from '../domain/formats.ts';

/** What a number can be, where only a band of it is known: from the one to the other. Of a known number both are it. */
export interface Span {
  readonly low: number;
  readonly high: number;
}

/** A range of numbers, both ends in it; null is an open end. */
export interface NumberRange {
  readonly from: number | null;
  readonly to: number | null;
}

/** How a number is written and typed: an amount in USD, a count, a year, a plain one, or a part of one in per cent. */
export type NumberForm = 'dollars' | 'count' | 'year' | 'plain' | 'percent';

/** A number of companies that a filter has ranges of. `of` is null where nothing is known. */
export interface NumberFilter {
  /** What people call it. */
  readonly title: string;
  readonly form: NumberForm;
  /** A section of the filter panel. */
  readonly section: 'funding' | 'size' | 'founded' | 'scores';
  readonly of: (company: Company) => Span | null;
  /** What a chip says, and a sentence after “companies”, of a range in words (`$2M to $10M`). */
  readonly chip: (range: string) => string;
  readonly said: (range: string) => string;
  /** The same of companies of which the number is not known. */
  readonly unknown: { readonly chip: string; readonly said: string };
}

/** The value of a filter of ranges for companies of which nothing is known. */
export const unknownNumber = 'unknown';

/** The filters of ranges, by their query parameters. */
export const numberFilters = {
  raised: {
    title: 'Total raised',
    form: 'dollars',
    section: 'funding',
    of: ({ funding_total: value }) => spanOf(value),
    chip: (range) => `Raised ${range}`,
    said: (range) => `that raised ${range}`,
    unknown: { chip: 'Total raised unknown', said: 'with no total raised known' },
  },
  last_round_amount: {
    title: 'Last round’s amount',
    form: 'dollars',
    section: 'funding',
    of: ({ last_round_amount: value }) => spanOf(value),
    chip: (range) => `Last round ${range}`,
    said: (range) => `with a last round of ${range}`,
    unknown: { chip: 'Last round’s amount unknown', said: 'with no amount of the last round known' },
  },
  funding_rounds: {
    title: 'Funding rounds',
    form: 'count',
    section: 'funding',
    of: ({ funding_rounds: value }) => spanOf(value),
    chip: (range) => `Funding rounds: ${range}`,
    said: (range) => `with ${range} funding rounds`,
    unknown: { chip: 'Funding rounds unknown', said: 'with no number of funding rounds known' },
  },
  investor_count: {
    title: 'Number of investors',
    form: 'count',
    section: 'funding',
    of: ({ investor_count: value }) => spanOf(value),
    chip: (range) => `Investors: ${range}`,
    said: (range) => `with ${range} investors`,
    unknown: { chip: 'Number of investors unknown', said: 'with no number of investors known' },
  },
  employees: {
    title: 'Number of employees',
    form: 'count',
    section: 'size',
    of: ({ size, employee_band: band }) => employeeSpan(size.count, band),
    chip: (range) => `Employees: ${range}`,
    said: (range) => `with ${range} employees`,
    unknown: { chip: 'Number of employees unknown', said: 'with no number of employees known' },
  },
  growth: {
    title: 'Growth of employees',
    form: 'percent',
    section: 'size',
    of: ({ employee_growth: value }) => spanOf(value),
    chip: (range) => `Employee growth: ${range}`,
    said: (range) => `whose number of employees grew by ${range}`,
    unknown: { chip: 'Employee growth unknown', said: 'with no growth of employees known' },
  },
  founder_count: {
    title: 'Number of founders',
    form: 'count',
    section: 'size',
    of: ({ founder_count: value }) => spanOf(value),
    chip: (range) => `Founders: ${range}`,
    said: (range) => `with ${range} founders`,
    unknown: { chip: 'Number of founders unknown', said: 'with no number of founders known' },
  },
  followers: {
    title: 'Followers',
    form: 'count',
    section: 'size',
    of: ({ followers }) => spanOf(followersOf(followers)),
    chip: (range) => `Followers: ${range}`,
    said: (range) => `with ${range} followers`,
    unknown: { chip: 'Followers unknown', said: 'with no number of followers known' },
  },
  founded: {
    title: 'Founding year',
    form: 'year',
    section: 'founded',
    of: ({ founded: value }) => spanOf(value),
    chip: (range) => `Founded ${range}`,
    said: (range) => `founded ${range}`,
    unknown: { chip: 'Founding year not known', said: 'with no year of founding known' },
  },
  score: {
    title: 'Score',
    form: 'plain',
    section: 'scores',
    of: ({ score: value }) => spanOf(value),
    chip: (range) => `Score ${range}`,
    said: (range) => `with a score of ${range}`,
    unknown: { chip: 'No score', said: 'without a score' },
  },
  sem_score_percentile: {
    title: 'Score’s percentile',
    form: 'plain',
    section: 'scores',
    of: ({ sem_score_percentile: value }) => spanOf(value),
    chip: (range) => `Percentile ${range}`,
    said: (range) => `with a percentile of ${range}`,
    unknown: { chip: 'No percentile', said: 'without a percentile' },
  },
  cb_rank: {
    title: 'Crunchbase rank',
    form: 'count',
    section: 'scores',
    of: ({ cb_rank: value }) => spanOf(value),
    chip: (range) => `Crunchbase rank ${range}`,
    said: (range) => `with a Crunchbase rank of ${range}`,
    unknown: { chip: 'No Crunchbase rank', said: 'without a Crunchbase rank' },
  },
} as const satisfies Record<string, NumberFilter>;

export type NumberParameter = keyof typeof numberFilters;
export const numberParameters = Object.keys(numberFilters) as readonly NumberParameter[];

/** The filter of a parameter, of whichever number. */
export function numberFilterOf(parameter: NumberParameter): NumberFilter {
  return numberFilters[parameter];
}

/** Whether a query parameter is one of ranges. */
export function isNumberParameter(parameter: string): parameter is NumberParameter {
  return Object.hasOwn(numberFilters, parameter);
}

/** A known number; null for none. */
export function spanOf(value: number | null): Span | null {
  return value === null || Number.isNaN(value) ? null : { low: value, high: value };
}

/** A number of employees, or the band that it is in (`11-50`, `10001+`); null where neither is known. */
export function employeeSpan(count: number | null, band: string): Span | null {
  if (count !== null && count > 0) return spanOf(count);
  const [low, high] = band.match(/\d+/g)?.map(Number) ?? [];
  if (low === undefined) return null;
  return { low, high: high ?? (/^\D*\d+\s*$/.test(band) ? low : Number.POSITIVE_INFINITY) };
}

const followerSteps: Readonly<Record<string, number>> = { K: 1e3, M: 1e6, B: 1e9 };

/** The number in a text about followers: 12,400 of `12.4K followers`; null where there is none. */
export function followersOf(text: string): number | null {
  const [, digits, unit = ''] = /^\s*(\d[\d,]*(?:\.\d+)?)\s*([KMB])?\b/i.exec(text) ?? [];
  if (digits === undefined) return null;
  return Math.round(Number(digits.replaceAll(',', '')) * (followerSteps[unit.toUpperCase()] ?? 1));
}

/** Whether all that a number can be is in a range: a band counts only if it lies wholly inside. */
export function isInRange(span: Span | null, { from, to }: NumberRange): boolean {
  return span !== null && (from === null || span.low >= from) && (to === null || span.high <= to);
}

// ── As a value of a filter ────────────────────────────────────────────────────────────────────────────────────────

const written = /^(-?\d+(?:\.\d+)?)?-(-?\d+(?:\.\d+)?)?$/;

/** A range as it goes over the wire: `2000000-10000000`, with an open end `2000000-` or `-10000000`. */
export function writeRange({ from, to }: NumberRange): string {
  // `-1` means that there is no filter (product 5).
  if (from === null && to === 1) return '-1.0';
  return `${from === null ? '' : plainNumber(from)}-${to === null ? '' : plainNumber(to)}`;
}

/** Never with an exponent, and with no more digits than a number has. */
function plainNumber(value: number): string {
  const text = String(value === 0 ? 0 : value);
  return text.includes('e') ? value.toFixed(value < 1 && value > -1 ? 12 : 0).replace(/\.?0+$/, '') : text;
}

/** The range of a text as it goes over the wire; undefined if it is none, has no end, or ends before it begins. */
export function readRange(text: string): NumberRange | undefined {
  const [, first, last] = written.exec(text) ?? [];
  const from = first === undefined ? null : Number(first);
  const to = last === undefined ? null : Number(last);
  if (from === null && to === null) return undefined;
  return from !== null && to !== null && from > to ? undefined : { from, to };
}

/** A value of a filter of ranges in its one form; undefined if it is none. A number alone is a range of that number. */
export function parseRange(text: string): string | undefined {
  const trimmed = text.trim();
  if (trimmed.toLowerCase() === unknownNumber) return unknownNumber;
  const range = readRange(/^\d+(?:\.\d+)?$/.test(trimmed) ? `${trimmed}-${trimmed}` : trimmed);
  return range === undefined ? undefined : writeRange(range);
}

/** Whether a company has a value of a filter of ranges. */
export function hasNumber(parameter: NumberParameter, value: string): (company: Company) => boolean {
  const { of } = numberFilterOf(parameter);
  const range = value === unknownNumber ? null : readRange(value);
  if (range === undefined) return () => false;
  return range === null ? (company) => of(company) === null : (company) => isInRange(of(company), range);
}

/** The values that ask for companies with the very number of one: its number or band, or that it is not known. */
export function ownRange(parameter: NumberParameter, company: Company): string {
  const span = numberFilterOf(parameter).of(company);
  if (span === null) return unknownNumber;
  return writeRange({ from: span.low, to: Number.isFinite(span.high) ? span.high : null });
}

// ── In words ──────────────────────────────────────────────────────────────────────────────────────────────────────

/** A range in words: `$2M to $10M`, `$2M or more`, `up to $10M`; of years `2015 to 2020`, `in 2015 or later`. */
export function rangeText({ from, to }: NumberRange, form: NumberForm): string {
  const text = (value: number): string => numberText(value, form);
  if (from !== null && to !== null) return from === to ? text(from) : `${text(from)} to ${text(to)}`;
  if (from === null) return to === null ? '' : form === 'year' ? `by ${text(to)}` : `up to ${text(to)}`;
  return `${text(from)} or ${form === 'year' ? 'later' : 'more'}`;
}

const steps = [
  { unit: 1e9, sign: 'B' },
  { unit: 1e6, sign: 'M' },
  { unit: 1e3, sign: 'K' },
] as const;

/** A number as a filter says it: in short only where nothing is lost by it. */
export function numberText(value: number, form: NumberForm): string {
  if (form === 'year' || form === 'plain') return String(value);
  if (form === 'percent') return `${String(rounded(value * 100))}%`.replace('-', '−');
  const sign = form === 'dollars' ? '$' : '';
  const step = form === 'dollars' ? steps.find(({ unit }) => value >= unit) : undefined;
  const inStep = step === undefined ? value : value / step.unit;
  const isShort = step !== undefined && Math.round(Number(inStep.toFixed(2)) * step.unit) === value;
  return isShort ? `${sign}${String(Number(inStep.toFixed(2)))}${step.sign}` : `${sign}${formatCount(value)}`;
}

/** Without what a product of two fractions adds behind the tenth digit. */
function rounded(value: number): number {
  return Number(value.toPrecision(10));
}

const typedUnits: Readonly<Record<string, number>> = {
  '': 1,
  k: 1e3,
  t: 1e3,
  thousand: 1e3,
  m: 1e6,
  mn: 1e6,
  mm: 1e6,
  mio: 1e6,
  million: 1e6,
  b: 1e9,
  bn: 1e9,
  billion: 1e9,
};

/**
 * A number as somebody types it: `2m`, `10 M`, `500k`, `$1.5bn`, `2,000,000`, `25%`; in a field of per cent `25` is
 * 25 %. Null where nothing is typed, undefined if it is no number.
 */
export function readTyped(text: string, form: NumberForm): number | null | undefined {
  const plain = text
    .trim()
    .toLowerCase()
    .replace(/^\$|^usd\b/, '')
    .replace(/\s*(?:\$|usd)$/, '')
    .replace(/^[−–]/, '-')
    .trim();
  if (plain === '') return null;
  const [, digits, unit = ''] = /^(-?\+?[\d.,'’\s]*\d)\s*([a-z]+|%)?$/.exec(plain) ?? [];
  const value = digits === undefined ? Number.NaN : Number(withPoint(digits.replace('+', '')));
  if (Number.isNaN(value)) return undefined;
  if (unit === '%' || (form === 'percent' && unit === '')) return form === 'percent' ? rounded(value / 100) : undefined;
  const factor = typedUnits[unit];
  return factor === undefined || (form === 'percent' && factor !== 1) ? undefined : rounded(value * factor);
}

/** Digits with a point at most: groups of three are taken as such, and a single comma before others is a point. */
function withPoint(digits: string): string {
  const joined = digits.replaceAll(/['’\s]/g, '');
  if (/^-?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(joined)) return joined.replaceAll(',', '');
  if (/^-?\d{1,3}(?:\.\d{3}){2,}(?:,\d+)?$/.test(joined)) return joined.replaceAll('.', '').replace(',', '.');
  return joined.replace(/^(-?\d+),(\d+)$/, '$1.$2');
}

/** A number as it stands in a field that somebody types into: what `readTyped` reads as the same number. */
export function typedText(value: number | null, form: NumberForm): string {
  if (value === null) return '';
  return form === 'percent' ? String(rounded(value * 100)) : numberText(value, form).replace('$', '');
}
