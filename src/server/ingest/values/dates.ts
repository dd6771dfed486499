import { fold } from '#shared/domain/text.ts';

/** The order of day and month in a column's dates; decided for the whole column (`DateEvidence`). */
export type DateOrder = 'dayFirst' | 'monthFirst';

/** A date as a file knows it; day and month may be missing (0). */
export interface PartialDate {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

const monthNames: Readonly<Record<string, number>> = Object.fromEntries(
  [
    'jan january januar janvier janv enero ene gennaio gen janeiro jaenner januari',
    'feb february februar fevrier fevr febrero febbraio fevereiro fev februari',
    'mar march marz maerz mars marzo marco maart mrz',
    'apr april avril avr abril abr aprile',
    'may mai mayo maggio mag maio mei',
    'jun june juni juin junio giugno giu junho',
    'jul july juli juillet juil julio luglio lug julho',
    'aug august aout agosto ago augustus',
    'sep sept september septembre septiembre settembre set setembro',
    'oct october oktober okt octobre octubre ottobre ott outubro out',
    'nov november novembre noviembre novembro',
    'dec december dezember dez decembre diciembre dic dicembre dezembro',
    // Polish, Czech, Scandinavian, Turkish and Russian.
    'styczen stycznia leden ledna ocak январь января янв',
    'luty lutego unor unora subat февраль февраля фев',
    'marzec marca brezen brezna marts mart март марта мар',
    'kwiecien kwietnia duben dubna nisan апрель апреля апр',
    'maj maja kveten kvetna mayıs mayis май мая',
    'czerwiec czerwca cerven cervna haziran июнь июня июн',
    'lipiec lipca cervenec cervence temmuz июль июля июл',
    'sierpien sierpnia srpen srpna agustos август августа авг augusti',
    'wrzesien wrzesnia zari eylul сентябрь сентября сен сент',
    'pazdziernik pazdziernika rijen rijna ekim октябрь октября окт oktober',
    'listopad listopada listopadu kasım kasim ноябрь ноября ноя',
    'grudzien grudnia prosinec prosince aralık aralik декабрь декабря дек desember',
  ].flatMap((names, index) =>
    fold(names)
      .split(' ')
      .map((name) => [name, (index % 12) + 1] as const),
  ),
);

const numeric = /^(\d{1,2})([/.-])(\d{1,2})[/.-]?(\d{4}|\d{2})$/;

/** A month and a year (`03/2021`), which are no day of a year of two digits (`03/20/21`). */
const monthAndYear = /^(0?[1-9]|1[0-2])[/.-]((?:19|20)\d{2})$/;

/** Gathers over a column whether days or months come first. */
export class DateEvidence {
  #dayFirst = 0;
  #monthFirst = 0;
  #dots = 0;
  readonly #first = new Set<string>();
  readonly #second = new Set<string>();

  /** Whether its dates tell the order beyond doubt. */
  get isTelling(): boolean {
    return this.#dayFirst !== this.#monthFirst || this.#dots > 0;
  }

  /** Looks at one more cell of the column. */
  add(text: string): void {
    // A year alone says nothing of days and months.
    if (text.length < 5) return;
    const date = dateText(text);
    const match = monthAndYear.test(date) ? null : numeric.exec(date);
    if (match === null) return;
    const [, first = '', sign = '', second = ''] = match;
    if (Number(first) > 12 && Number(second) <= 12) this.#dayFirst++;
    if (Number(second) > 12 && Number(first) <= 12) this.#monthFirst++;
    if (sign === '.') this.#dots++;
    this.#first.add(first);
    this.#second.add(second);
  }

  /**
   * The column's order: what most of its telling dates say; without any, dots mean day first, and else the part that
   * varies less is the day (dates given by month are written as the first); a tie is read the American way.
   */
  order(): DateOrder {
    if (this.#dayFirst !== this.#monthFirst) return this.#dayFirst > this.#monthFirst ? 'dayFirst' : 'monthFirst';
    if (this.#dots > 0) return 'dayFirst';
    return this.#first.size === 1 && this.#second.size > 1 ? 'dayFirst' : 'monthFirst';
  }
}

/** Reads a date, a month, a quarter or a year; undefined for anything else. `today` bounds two-digit years. */
export function parseDate(raw: string, order: DateOrder): PartialDate | undefined {
  if (/^\d{4}$/.test(raw)) return valid(Number(raw), 0, 0);
  const text = dateText(raw);
  // What a spreadsheet shows for a zero.
  if (text === '1900-01-00' || text === '1/0/1900' || text === '0/1/1900') return undefined;
  const iso = /^(\d{4})[-/.年]\s?(\d{1,2})(?:[-/.月]\s?(\d{1,2}))?[日月.]?$/.exec(text);
  if (iso !== null) return valid(Number(iso[1]), Number(iso[2]), Number(iso[3] ?? 0));
  const year = /^(\d{4})(?:\.0+)?\s?年?$/.exec(text);
  if (year !== null) return valid(Number(year[1]), 0, 0);
  const month = monthAndYear.exec(text);
  if (month !== null) return valid(Number(month[2]), Number(month[1]), 0);
  const match = numeric.exec(text);
  if (match !== null) return fromNumeric(match, order);
  const short = /^(\p{L}{3,})[ .'’-]+(\d{2})$/u.exec(text);
  // A month and two digits are a year's: so spreadsheets show a date of which only the month is known.
  if (short !== null) return fromWords(`${short[1] ?? ''} ${String(fullYear(Number(short[2])))}`);
  const quarter = /^(?:(\d{4})[\s-]*q([1-4])|q([1-4])[\s-]*(\d{4}))$/i.exec(text);
  if (quarter !== null) return valid(Number(quarter[1] ?? quarter[4]), Number(quarter[2] ?? quarter[3]) * 3 - 2, 0);
  const compact = /^(\d{4})(\d{2})(\d{2})$/.exec(text);
  if (compact !== null) return valid(Number(compact[1]), Number(compact[2]), Number(compact[3]));
  return fromStamp(text) ?? fromWords(text);
}

/** A date as `YYYY-MM-DD`, its missing parts as the first; `''` for none. */
export function isoDateOf(date: PartialDate | undefined): string {
  if (date === undefined) return '';
  return `${String(date.year)}-${twoDigits(date.month)}-${twoDigits(date.day)}`;
}

function twoDigits(part: number): string {
  return String(Math.max(part, 1)).padStart(2, '0');
}

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
  // A cell that cannot be read in the column's order is read in the other one.
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
  if (digits === 5) return fromMoment(Date.UTC(1899, 11, 30) + number * 86_400_000);
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
    .filter(
      (word) =>
        word !== '' &&
        !/^(?:st|nd|rd|th|er|г|года|r|den|de|del|of|(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?)$/.test(
          word,
        ),
    );
  const names = words.filter((word) => monthNames[word] !== undefined);
  const numbers = words.filter((word) => /^\d{1,4}$/.test(word));
  if (names.length !== 1 || numbers.length + 1 !== words.length) return undefined;
  const month = monthNames[names[0] ?? ''] ?? 0;
  const years = numbers.filter((number) => number.length === 4);
  // `12-May-16`, as spreadsheets write days by default.
  if (years.length === 0 && numbers.length === 2 && words.indexOf(names[0] ?? '') === 1)
    return valid(fullYear(Number(numbers[1])), month, Number(numbers[0]));
  if (years.length === 1 && numbers.length <= 2) {
    const day = numbers.find((number) => number.length < 3) ?? '0';
    return valid(Number(years[0]), month, Number(day));
  }
  return undefined;
}

/** A year that a spreadsheet shows as a number: `2,017`. */
export function yearWithComma(text: string): number | undefined {
  return /^(?:1,[6-9]|2,0)\d{2}$/.test(text) ? Number(text.replace(',', '')) : undefined;
}

function valid(written: number, month: number, day: number): PartialDate | undefined {
  // Thailand counts its years from the Buddha.
  const year = written > 2440 && written < 2700 ? written - 543 : written;
  if (year < 1000 || year > 2200 || month < 0 || month > 12 || (month === 0 && day !== 0)) return undefined;
  const days = month === 0 ? 0 : new Date(Date.UTC(year, month, 0)).getUTCDate();
  return day < 0 || day > days ? undefined : { year, month, day };
}
