import { namesIn, once, readTable } from '#node/resources.ts';
import { pattern } from '#shared/domain/pattern.ts';
import { fold } from '#shared/domain/text.ts';

/**
 * The order of day and month in a column's dates, decided for the whole column (`DateEvidence`). Where nothing tells
 * it, only dates that can be read in one way are read.
 */
export type DateOrder = 'dayFirst' | 'monthFirst' | 'unknown';

/** A date as far as the file gives it; day and month may be missing (0). */
export interface PartialDate {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** Gathers over a column whether days or months come first. */
export class DateEvidence {
  #dayFirst = 0;
  #monthFirst = 0;
  #dots = 0;
  #ambiguous = false;
  readonly #first = new Set<string>();
  readonly #second = new Set<string>();

  /** Whether its dates clearly show the order. */
  get isTelling(): boolean {
    return this.#dayFirst !== this.#monthFirst || this.#dots > 0;
  }

  /** Examines one more cell of the column. */
  add(text: string): void {
    // A year alone says nothing about days and months.
    if (text.length < 5) return;
    const date = dateText(text);
    const match = monthAndYear.test(date) ? null : numeric.exec(date);
    if (match === null) return;
    const [, first = '', sign = '', second = ''] = match;
    if (Number(first) > 12 && Number(second) <= 12) this.#dayFirst++;
    if (Number(second) > 12 && Number(first) <= 12) this.#monthFirst++;
    if (sign === '.') this.#dots++;
    this.#ambiguous ||= Number(first) <= 12 && Number(second) <= 12 && Number(first) !== Number(second);
    this.#first.add(first);
    this.#second.add(second);
  }

  /** Whether it has dates that say another day if day and month change places. */
  get isAmbiguous(): boolean {
    return this.#ambiguous;
  }

  /**
   * The column's order: what most of its unambiguous dates say. Without any, dots mean day first; otherwise the part
   * that is always 1 is the day (dates given by month are written as the first).
   */
  order(): DateOrder {
    if (this.#dayFirst !== this.#monthFirst) return this.#dayFirst > this.#monthFirst ? 'dayFirst' : 'monthFirst';
    if (this.#dots > 0) return 'dayFirst';
    if (isFirstOfMonth(this.#first) && this.#second.size >= fewestMonths) return 'dayFirst';
    return isFirstOfMonth(this.#second) && this.#first.size >= fewestMonths ? 'monthFirst' : 'unknown';
  }
}

/** How many different months make a column of first days. */
const fewestMonths = 2;

function isFirstOfMonth(values: ReadonlySet<string>): boolean {
  return values.size === 1 && [...values].every((value) => Number(value) === 1);
}

/** Reads a date, a month, a quarter or a year; undefined for anything else. */
export function parseDate(raw: string, order: DateOrder): PartialDate | undefined {
  if (/^\d{4}$/.test(raw)) return valid(Number(raw), 0, 0);
  const text = inCommonEra(dateText(raw));
  if (zeroes.has(text)) return undefined;
  const iso = /^(\d{4})[-/.年]\s?(\d{1,2})(?:[-/.月]\s?(\d{1,2}))?[日月.]?$/.exec(text);
  if (iso !== null) return valid(Number(iso[1]), Number(iso[2]), Number(iso[3] ?? 0));
  const year = /^(\d{4})(?:\.0+)?\s?年?$/.exec(text);
  if (year !== null) return valid(Number(year[1]), 0, 0);
  const month = monthAndYear.exec(text);
  if (month !== null) return valid(Number(month[2]), Number(month[1]), 0);
  const match = numeric.exec(text);
  if (match !== null) return fromNumeric(match, order);
  const short = /^(\p{L}{3,})[ .'’-]+(\d{2})$/u.exec(text);
  // A month and two digits mean a year: spreadsheets show a date this way if only its month is known.
  if (short !== null) return fromWords(`${short[1] ?? ''} ${String(fullYear(Number(short[2])))}`);
  const quarter = /^(?:(\d{4})[\s-]*q([1-4])|q([1-4])[\s-]*(\d{4}))$/i.exec(text);
  if (quarter !== null) return valid(Number(quarter[1] ?? quarter[4]), Number(quarter[2] ?? quarter[3]) * 3 - 2, 0);
  const compact = /^(\d{4})(\d{2})(\d{2})$/.exec(text);
  if (compact !== null) return valid(Number(compact[1]), Number(compact[2]), Number(compact[3]));
  return fromStamp(text) ?? fromWords(text);
}

/**
 * A date whose year is counted otherwise, with the common year: `平成25年4月1日`, `令和元年`, `S60.4.1`, `民國102年`,
 * `พ.ศ. 2561` (whose number says by itself that it is the Buddha's). Any other text stays as it is.
 */
function inCommonEra(text: string): string {
  // This runs for every date.
  if (!mayBeEra.test(text) || text.length > longestOfEra) return text;
  const named = text.replace(besideYear, '').trim();
  const match = ofEra.exec(withDigits(named));
  if (match === null) return withDigits(named);
  const [, name = '', number = '', rest = ''] = match;
  const era = eras[name.toLowerCase()];
  const count = number === '元' ? 1 : Number(number);
  if (era === undefined || count > era.years) return text;
  return `${String(era.before + count)}${rest.replace(/^年度/, '年')}`;
}

const longestOfEra = 40;
const mayBeEra = /^(?:[明大昭平令民中二一]|[MTSHR]\d|พ|ค|[ACB]\.?[DE]\.?\s)|\d\s?[ABC]\.?[DE]\.?$/i;

/** Words and signs of the common era and the Buddha's, and what is said of the day. */
const besideYear = pattern('gi')`
  ^(?:พ\.?ศ\.?|ค\.?ศ\.?|[abc]\.?[de]\.?)\s*(?=\d{4}$)|(?<=^\d{4})\s*[abc]\.?[de]\.?$
  |\s*(?:に|、)?(?:設立|創業|創立|成立|设立|開業)$
`;

const ofEra =
  /^(明治|大正|昭和|平成|令和|(?:中華)?民國|(?:中华)?民国|[MTSHR](?=\d{1,2}[./年]))\s?(\d{1,3}|元)((?:年度?|[./]\d).*)?$/i;

/** The year before the first of an era, and how many years it had. */
const eras: Readonly<Record<string, { readonly before: number; readonly years: number }>> = {
  明治: { before: 1867, years: 45 },
  m: { before: 1867, years: 45 },
  大正: { before: 1911, years: 15 },
  t: { before: 1911, years: 15 },
  昭和: { before: 1925, years: 64 },
  s: { before: 1925, years: 64 },
  平成: { before: 1988, years: 31 },
  h: { before: 1988, years: 31 },
  令和: { before: 2018, years: 99 },
  r: { before: 2018, years: 99 },
  民國: { before: 1911, years: 199 },
  民国: { before: 1911, years: 199 },
  中華民國: { before: 1911, years: 199 },
  中华民国: { before: 1911, years: 199 },
};

/** Numbers written in words before what they count: `二十五年四月一日` as `25年4月1日`, `二〇一三年` as `2013年`. */
function withDigits(text: string): string {
  return text.replaceAll(/[〇零一二三四五六七八九十]+(?=[年月日])/g, (number) => {
    if (!number.includes('十')) return number.replaceAll(/./g, (sign) => String(inWords.indexOf(sign) % 10));
    const [tens = '', ones = ''] = number.split('十');
    return String((tens === '' ? 1 : inWords.indexOf(tens)) * 10 + (ones === '' ? 0 : inWords.indexOf(ones)));
  });
}

const inWords = '〇一二三四五六七八九零';

/** A month and a year (`03/2021`), not a day with a two-digit year (`03/20/21`). */
const monthAndYear = /^(0?[1-9]|1[0-2])[/.-]((?:19|20)\d{2})$/;

const numeric = /^(\d{1,2})([/.-])(\d{1,2})[/.-]?(\d{4}|\d{2})$/;

/** What a spreadsheet shows for a zero. */
const zeroes: ReadonlySet<string> = new Set(['1900-01-00', '1/0/1900', '0/1/1900']);

/**
 * Whether a day is the first that a computer or a sheet counts from, which stands for none: 1970-01-01, or the evening
 * before it in America, 1900-01-01, 1904-01-01, 0001-01-01.
 */
export function isDayZero(date: PartialDate | undefined): boolean {
  if (date === undefined) return false;
  // A sheet shows its day zero as `00.01.1900`.
  return date.day === 0 ? date.year === 1900 && date.month === 1 : dayZeros.has(isoDateOf(date));
}

const dayZeros: ReadonlySet<string> = new Set([
  '1970-01-01',
  '1969-12-31',
  '1900-01-01',
  '1899-12-30',
  '1899-12-31',
  '1904-01-01',
  '1904-01-02',
  '1601-01-01',
  '1753-01-01',
]);

/** A date as `YYYY-MM-DD`, with missing parts as the first; `''` for none. */
export function isoDateOf(date: PartialDate | undefined): string {
  if (date === undefined) return '';
  return `${String(date.year)}-${twoDigits(date.month)}-${twoDigits(date.day)}`;
}

function twoDigits(part: number): string {
  return String(Math.max(part, 1)).padStart(2, '0');
}

/** A year that a spreadsheet shows as a number: `2,017`. */
export function yearWithComma(text: string): number | undefined {
  return /^(?:1,[6-9]|2,0)\d{2}$/.test(text) ? Number(text.replace(',', '')) : undefined;
}

/** The one year that a few words name: `c. 2010`, `Founded in 2009`. */
export function onlyYearIn(text: string): number | undefined {
  const years = text.length > 40 ? [] : (text.match(/(?<!\d)(?:1[6-9]|20)\d{2}(?![\ds])/g) ?? []);
  if (years.length !== 1 || isBound.test(text)) return undefined;
  return /\p{L}|~/u.test(text) ? Number(years[0]) : undefined;
}

/** A year that it was not: `Before 2010`, `after 2015`. */
const isBound = /\b(?:before|prior to|pre|after|post|until|bis|vor|nach|avant|apres|après|antes|prima|dopo)\b|[<>]/i;

/** The month with this folded name, from 1 on, or undefined. */
export function monthOf(name: string): number | undefined {
  return monthsByName().get(name);
}

/**
 * A number that a spreadsheet shows as a day because its cell is formatted so: `10/14/2173` and `2173-10-14` are
 * 100,000. Undefined for what is no day, and for one of our time, which may be meant.
 */
export function amountShownAsDay(text: string, order: DateOrder = 'monthFirst'): number | undefined {
  const shown = dayShown(text, order);
  if (shown === undefined || (shown.year > 1990 && shown.year < 2050)) return undefined;
  const date = new Date(Date.UTC(shown.year, shown.month - 1, shown.day));
  if (date.getUTCMonth() !== shown.month - 1 || date.getUTCDate() !== shown.day) return undefined;
  return Math.round((date.getTime() - spreadsheetDayZero) / 86_400_000);
}

/** A day of any year as spreadsheets show it. */
function dayShown(text: string, order: DateOrder): PartialDate | undefined {
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (iso !== null) return { year: Number(iso[1]), month: Number(iso[2]), day: Number(iso[3]) };
  const slashed = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text);
  if (slashed === null) return undefined;
  const [first, second] = [Number(slashed[1]), Number(slashed[2])];
  if (order === 'unknown' && first <= 12 && second <= 12 && first !== second) return undefined;
  const isDayFirst = first > 12 || (order === 'dayFirst' && second <= 12);
  return { year: Number(slashed[3]), month: isDayFirst ? second : first, day: isDayFirst ? first : second };
}

/** The day from which spreadsheets count. */
export const spreadsheetDayZero = Date.UTC(1899, 11, 30);

/** Without the time of day and stray spaces. */
function dateText(raw: string): string {
  return raw
    .trim()
    .replace(/^(\d{4}-\d{2}-\d{2})[T ].*$/, '$1')
    .replace(/[ ,]+\d{1,2}:\d{2}(?::\d{2})?.*$/, '');
}

function fromNumeric(match: RegExpExecArray, order: DateOrder): PartialDate | undefined {
  const first = Number(match[1]);
  const second = Number(match[3]);
  const written = match[4] ?? '';
  const year = written.length === 4 ? Number(written) : fullYear(Number(written));
  if (order === 'unknown' && first <= 12 && second <= 12 && first !== second) return undefined;
  // A cell that cannot be read in the column's order is read in the other.
  const usual = order === 'dayFirst' ? valid(year, second, first) : valid(year, first, second);
  return usual ?? valid(year, first, second) ?? valid(year, second, first);
}

function fullYear(twoDigits: number): number {
  return twoDigits + (twoDigits > 50 ? 1900 : 2000);
}

/** Seconds or milliseconds since 1970, or the day number of a spreadsheet. */
function fromStamp(text: string): PartialDate | undefined {
  if (!/^\d{5,13}(?:\.\d+)?$/.test(text)) return undefined;
  const number = Number(text);
  const digits = Math.trunc(number).toString().length;
  if (digits === 5) return fromMoment(spreadsheetDayZero + number * 86_400_000);
  if (digits === 9 || digits === 10) return fromMoment(number * 1000);
  return digits === 12 || digits === 13 ? fromMoment(number) : undefined;
}

function fromMoment(time: number): PartialDate | undefined {
  const date = new Date(time);
  return valid(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate());
}

/** `12 Jan 2012`, `January 2012`, `Jan 12, 2012`, `12. März 2012`, `Jan-12`. */
function fromWords(text: string): PartialDate | undefined {
  if (text.length > 40 || !/\p{L}/u.test(text)) return undefined;
  const words = text
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+|(?<=\d)(?=\p{L})|(?<=\p{L})(?=\d)/u)
    .filter((word) => word !== '' && !besideDates.test(word));
  const numbers = words.filter((word) => /^\d{1,4}$/.test(word));
  const [name = '', ...others] = words.filter((word) => !numbers.includes(word));
  // Most texts end here: the names of months are loaded once a text seems to have one.
  if (numbers.length === 0 || others.length > 0) return undefined;
  const month = monthOf(name);
  if (month === undefined) return undefined;
  const years = numbers.filter((number) => number.length === 4);
  // `12-May-16`, the default format of spreadsheets.
  if (years.length === 0 && numbers.length === 2 && words.indexOf(name) === 1)
    return valid(fullYear(Number(numbers[1])), month, Number(numbers[0]));
  if (years.length === 1 && numbers.length <= 2) {
    const day = numbers.find((number) => number.length < 3) ?? '0';
    return valid(Number(years[0]), month, Number(day));
  }
  return undefined;
}

/** What comes with the parts of a date: ordinal endings, words for "of" and "year", days of the week. */
const besideDates = pattern()`
  ^(?:st|nd|rd|th|er|г|года|r|den|de|del|of
    |(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?)$
`;

function valid(written: number, month: number, day: number): PartialDate | undefined {
  // Thailand counts its years from the Buddha.
  const year = written > 2440 && written < 2700 ? written - 543 : written;
  if (year < 1000 || year > 2200 || month < 0 || month > 12 || (month === 0 && day !== 0)) return undefined;
  const days = month === 0 ? 0 : new Date(Date.UTC(year, month, 0)).getUTCDate();
  return day < 0 || day > days ? undefined : { year, month, day };
}

/** Months from 1 on by their folded names: those that Intl knows, and what `resources/import/months.tsv` adds. */
const monthsByName = once(() => {
  const table = readTable('import/months.tsv', ['month', 'language', 'name']);
  const months = new Map<string, number>();
  const names = namesIn(
    table,
    ({ name }) => monthKey(name),
    ({ month }) => month,
  );
  for (const row of table.rows) {
    if (!/^(?:[1-9]|1[0-2])$/.test(row.month)) throw table.problem(row, `there is no month “${row.month}”.`);
  }
  for (const [name, month] of names) months.set(name, Number(month));
  for (const language of languages) {
    for (const [name, month] of monthsIn(language)) if (!months.has(name)) months.set(name, month);
  }
  return months;
});

/** The languages whose month names, and so dates, are understood: the same as for headers. */
const languages = 'en de fr es it pt nl pl cs hu ro sv da nb fi tr el ru uk he ar id'.split(' ');

/** The names of the months in a language: alone, inside a date if they differ there, and abbreviated. */
function monthsIn(language: string): [string, number][] {
  const forms: Intl.DateTimeFormatOptions[] = [{ month: 'long' }];
  if (inflecting.has(language)) forms.push({ month: 'long', day: 'numeric' });
  if (abbreviating.has(language)) forms.push({ month: 'short' });
  return forms.flatMap((form) => {
    const format = new Intl.DateTimeFormat(language, { ...form, timeZone: 'UTC', calendar: 'gregory' });
    return Array.from({ length: 12 }, (_, index): [string, number] => {
      const parts = format.formatToParts(Date.UTC(2020, index, 15));
      return [monthKey(parts.find(({ type }) => type === 'month')?.value ?? ''), index + 1];
    });
  });
}

/**
 * Languages whose abbreviations are used too, because they look like nothing else. In others they may be ordinary words
 * (Czech `led` and `pro`, Polish `lip`).
 */
const abbreviating: ReadonlySet<string> = new Set('en de fr es it pt nl sv da nb ru'.split(' '));

/** Languages that name a month differently inside a date (Polish `styczeń`, `12 stycznia`). */
const inflecting: ReadonlySet<string> = new Set('pl cs fi el ru uk'.split(' '));

function monthKey(name: string): string {
  return fold(name).replaceAll(/[^\p{L}]+/gu, '');
}
