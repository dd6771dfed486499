import { statSync } from 'node:fs';
import { addDays } from '#shared/domain/digestWeek.ts';
import { isoDateOf, parseDate } from '../values/dates.ts';

/** The day that a file's values are of, and what says so. */
export interface FileDay {
  /** `YYYY-MM-DD`, or to the minute (`YYYY-MM-DDTHH:MM`) where the file was changed then. */
  readonly day: string;
  readonly from: 'name' | 'changed';
}

/**
 * The day that a file's values are of, as far as its name says it (`crm_2025-11-03.csv`, `harmonic nov 2025.xlsx`: the
 * last day of the month), or else when it was changed last; never after `today`. A season, a quarter or a year is
 * mostly what the companies are of, and no day on which their values held.
 */
export function dayOfFile(path: string, name: string, today = localDay()): FileDay {
  const named = dayInName(name);
  if (named !== '') return { day: earlier(named, today), from: 'name' };
  const changed = statSync(path, { throwIfNoEntry: false })?.mtime;
  return { day: changed === undefined ? today : earlier(localMinute(changed), today), from: 'changed' };
}

/** This computer's day. */
export function localDay(): string {
  return localMinute(new Date()).slice(0, 10);
}

function earlier(day: string, today: string): string {
  return day.slice(0, 10) > today ? today : day;
}

function localMinute(time: Date): string {
  const day = `${String(time.getFullYear())}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
  return `${day}T${two(time.getHours())}:${two(time.getMinutes())}`;
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}

/** The day that a file's name says, or the last one of the month; `''` for neither. The most exact form counts. */
export function dayInName(fileName: string): string {
  const name = fileName.replace(/(?:\.[a-z]{2,5}){1,2}$/i, '').replaceAll(/[_\s.]+/g, '-');
  for (const { form, read } of forms) {
    const match = form.exec(name);
    const day = match === null ? '' : read(match.slice(1));
    if (day !== '') return day;
  }
  return '';
}

const year = '(19[89]\\d|20\\d\\d)';
const before = '(?<![\\d])';
const behind = '(?![\\d])';

const forms: readonly { readonly form: RegExp; readonly read: (parts: readonly string[]) => string }[] = [
  {
    form: new RegExp(`${before}${year}-?(\\d\\d)-?(\\d\\d)(?=\\D|T|$)`),
    read: ([y, m, d]) => dayOf(`${y!}-${m!}-${d!}`),
  },
  {
    form: new RegExp(`${before}(\\d{1,2})-(\\d{1,2})-${year}${behind}`),
    read: ([a, b, y]) => unmistakable(a!, b!, y!),
  },
  {
    form: new RegExp(`${before}(\\d{1,2})-?(\\p{L}{3,9})-?${year}${behind}`, 'u'),
    read: ([d, m, y]) => dayOf(`${d!} ${m!} ${y!}`),
  },
  {
    form: new RegExp(`(\\p{L}{3,9})-(\\d{1,2})-${year}${behind}`, 'u'),
    read: ([m, d, y]) => dayOf(`${d!} ${m!} ${y!}`),
  },
  { form: new RegExp(`(\\p{L}{3,9})-?${year}${behind}`, 'u'), read: ([m, y]) => endOf(`${m!} ${y!}`) },
  { form: new RegExp(`${before}${year}-?(\\p{L}{3,9})`, 'u'), read: ([y, m]) => endOf(`${m!} ${y!}`) },
  { form: new RegExp(`${before}${year}-(\\d\\d)${behind}`), read: ([y, m]) => endOf(`${y!}-${m!}`) },
];

function dayOf(text: string): string {
  const date = parseDate(text, 'dayFirst');
  return date === undefined || date.day === 0 ? '' : isoDateOf(date);
}

/** Of two numbers before a year, a day only where one of them can be no month. */
function unmistakable(first: string, second: string, inYear: string): string {
  if (Number(first) > 12) return dayOf(`${inYear}-${second}-${first}`);
  return Number(second) > 12 || first === second ? dayOf(`${inYear}-${first}-${second}`) : '';
}

function endOf(text: string): string {
  const date = parseDate(text, 'dayFirst');
  return date === undefined || date.month === 0 ? '' : lastOfMonth(date.year, date.month);
}

function lastOfMonth(inYear: number, month: number): string {
  const [next, first] = month === 12 ? [inYear + 1, 1] : [inYear, month + 1];
  return addDays(`${String(next)}-${two(first)}-01`, -1);
}
