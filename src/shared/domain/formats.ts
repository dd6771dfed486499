/**
 * How numbers, amounts, shares and dates are written for people, everywhere alike. The words are English; digits and
 * the order of a date follow the region that `setRegion` names, which only the interface does. Reports, files (CSV,
 * PDF), the command line and sentences of the server keep the fixed form: `1,204.5`, `29 Sep 2025`, `06:00`.
 */

const fixedLocale = 'en-GB';

let locale = fixedLocale;

// Each is created on first use, by locale: the first takes 10 ms, which no start should wait for.
const numberFormats = new Map<string, Intl.NumberFormat>();
const dateFormats = new Map<string, Intl.DateTimeFormat>();

/**
 * From now on, this process writes English as the region of a language tag does (`de-AT`: `1 204,5`; `en-US`:
 * `Sep 29, 2025`). A tag without a region, or without sense, means the fixed form.
 */
export function setRegion(language: string): void {
  locale = localeOf(language);
}

/** What `write` makes, in the fixed form: a document reads the same on the screen and in its file. */
export function inFixedForm<T>(write: () => T): T {
  const own = locale;
  locale = fixedLocale;
  try {
    return write();
  } finally {
    locale = own;
  }
}

function localeOf(language: string): string {
  try {
    const { region } = new Intl.Locale(language);
    return region === undefined ? fixedLocale : `en-${region}`;
  } catch {
    return fixedLocale;
  }
}

/** A count with grouped digits, as everywhere except in the result texts of product 8: `12,480`. */
export function formatCount(count: number): string {
  return number(count, 0, 3);
}

/** A count with its noun: `1 company`, `1,204 companies`. */
export function counted(count: number, one: string, many: string): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** A number with exactly so many digits behind the point: `2.5`. */
export function formatDecimal(value: number, digits: number): string {
  return number(value, digits, digits);
}

/** A score from 0 to 1: `0.74`. */
export function formatScore(score: number): string {
  return formatDecimal(score, 2);
}

/** A share of 1 in whole per cent: `44%`. */
export function formatPercent(share: number): string {
  return `${formatCount(Math.round(share * 100))}%`;
}

/** A part of a whole: `12%`; never `0%` or `100%` unless it is exactly that. */
export function shareText(part: number, whole: number): string {
  const percent = Math.round((100 * part) / whole);
  if (percent === 0 && part > 0) return 'under 1%';
  if (percent === 100 && part < whole) return 'over 99%';
  return formatPercent(part / whole);
}

/** The place of something among all, from the best: `Top 12%`, `Top 0.1%`; never `Top 0%`. */
export function topText(rank: number, of: number): string {
  const percent = (rank / of) * 100;
  return percent < 1
    ? `Top ${formatDecimal(Math.ceil(percent * 10) / 10, 1)}%`
    : `Top ${formatCount(Math.ceil(percent))}%`;
}

/** A growth in per cent, with its sign: `+18%`, `−5%`, `±0%`. */
export function growthText(share: number): string {
  const percent = Math.round(share * 100);
  const sign = percent === 0 ? '±' : percent > 0 ? '+' : '−';
  return `${sign}${formatCount(Math.abs(percent))}%`;
}

const amountSteps = [
  { from: 999_500_000, unit: 1e9, sign: 'B' },
  { from: 999_500, unit: 1e6, sign: 'M' },
  { from: 1000, unit: 1e3, sign: 'K' },
] as const;

/** An amount in USD in short, with three digits at most: `$25.5M`, `$750K`, `$1.25B`. */
export function dollarText(amount: number): string {
  return `$${shortAmount(amount)}`;
}

/** An amount in short, without its currency. */
export function shortAmount(amount: number): string {
  const step = amountSteps.find(({ from }) => amount >= from);
  if (step === undefined) return String(Math.round(amount));
  return `${number(Number((amount / step.unit).toPrecision(3)), 0, 2)}${step.sign}`;
}

/** Bytes in the unit a person expects: `386 MB`. */
export function formatBytes(bytes: number): string {
  const units = ['bytes', 'KB', 'MB', 'GB', 'TB'];
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${formatDecimal(value, unit > 0 && value < 10 ? 1 : 0)} ${units[unit] ?? ''}`;
}

function number(value: number, least: number, most: number): string {
  const key = `${locale} ${least}-${most}`;
  let format = numberFormats.get(key);
  if (format === undefined) {
    format = new Intl.NumberFormat(locale, {
      useGrouping: 'always',
      numberingSystem: 'latn',
      minimumFractionDigits: least,
      maximumFractionDigits: most,
    });
    numberFormats.set(key, format);
  }
  return format.format(value);
}

const dayForm: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', year: 'numeric' };
const momentForm: Intl.DateTimeFormatOptions = {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
};

/** A moment (ISO 8601) in local time: `Mon 16 Nov, 06:00`; `''` for none. */
export function formatMoment(moment: string): string {
  return date(moment, 'moment', momentForm);
}

/** A moment (ISO 8601) in full, in local time: `Monday 16 November 2026 at 06:00`; `''` for none. */
export function formatFullMoment(moment: string): string {
  return date(moment, 'full', { dateStyle: 'full', timeStyle: 'short' });
}

/**
 * The day of a moment (ISO 8601) in everyday words, as of the local day of `now`: `today`, `3 days ago`, `16 Nov 2026`.
 */
export function formatRelativeDay(moment: string, now: Date): string {
  const then = new Date(moment);
  if (Number.isNaN(then.getTime())) return '';
  const days = dayOf(now) - dayOf(then);
  if (days < 0 || days > 6) return formatDay(moment);
  return days === 0 ? 'today' : days === 1 ? 'yesterday' : `${days} days ago`;
}

/** The number of a local day. By the calendar, not by hours: a day when the clocks change is one day. */
function dayOf(day: Date): number {
  return Date.UTC(day.getFullYear(), day.getMonth(), day.getDate()) / 86_400_000;
}

/**
 * A day (`YYYY-MM-DD`), which is the same everywhere, or the local day of a moment (ISO 8601): `16 Nov 2026`; `''` for
 * none.
 */
export function formatDay(day: string): string {
  return day.includes('T') ? date(day, 'day', dayForm) : date(day, 'calendar', { ...dayForm, timeZone: 'UTC' });
}

/** A day (`YYYY-MM-DD`) of a week at hand: `Mon 23 Nov`. */
export function formatWeekday(day: string): string {
  return date(day, 'weekday', { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' });
}

/** The month of a day (`YYYY-MM-DD`): `Oct 2015`; `''` for none. */
export function formatMonth(day: string): string {
  return date(day, 'month', { month: 'short', year: 'numeric', timeZone: 'UTC' });
}

function date(moment: string, key: string, form: Intl.DateTimeFormatOptions): string {
  const at = new Date(moment);
  if (Number.isNaN(at.getTime())) return '';
  const cacheKey = `${locale} ${key}`;
  let format = dateFormats.get(cacheKey);
  if (format === undefined) {
    format = new Intl.DateTimeFormat(locale, { ...form, numberingSystem: 'latn', calendar: 'gregory' });
    dateFormats.set(cacheKey, format);
  }
  const isShort = form.month === 'short';
  // A short month has three letters; some regions write `Sept`, `June` or `Nov.`.
  const parts = format.formatToParts(at);
  return parts.map(({ type, value }) => (isShort && type === 'month' ? value.slice(0, 3) : value)).join('');
}
