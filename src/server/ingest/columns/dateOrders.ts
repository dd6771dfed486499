import { pattern } from '#shared/domain/pattern.ts';
import { DateEvidence, type DateOrder } from '../values/dates.ts';
import type { ColumnReadings } from './columnMapping.ts';
import { countryOfRegion } from '../values/location.ts';
import type { Lookups } from './content.ts';
import { languagesOfHeader } from './fields.ts';
import { headerKey } from './headerKey.ts';

/** How many rows are searched for the countries of a file. */
const rowsWithCountries = 2000;

/** Longer cells are no date, and no place. */
const longestDate = 24;
const longestPlace = 80;

/** The columns that say in which order a file writes its dates. */
interface DateColumns {
  /** Columns of dates that are read. */
  readonly dates: readonly number[];
  /** Columns that are no field: their dates may tell the order, too. */
  readonly own: readonly number[];
  /** Columns of countries, of whole places, of cities and of states. */
  readonly countries: readonly number[];
  readonly locations: readonly number[];
  readonly cities: readonly number[];
  readonly states: readonly number[];
}

/**
 * Finds out whether days or months come first in a file's dates: by the column's header (`dd/mm/yyyy`) or by a cell
 * that can be read in one way only, else by the other columns of dates, else by the language of the headers, else by
 * the countries of the companies. Where none of these tells it, it is not known.
 */
export class DateOrders {
  readonly #dates: ReadonlyMap<number, DateEvidence>;
  readonly #byHeader: ReadonlyMap<number, DateOrder>;
  readonly #own: Map<number, DateEvidence>;
  readonly #headers: readonly string[];
  readonly #columns: DateColumns;
  readonly #lookups: Pick<Lookups, 'countries' | 'cities'>;
  readonly #places = { dayFirst: 0, monthFirst: 0, other: 0 };
  #rows = 0;

  readonly #readings: ColumnReadings;

  constructor(
    columns: DateColumns,
    headers: readonly string[] | null,
    lookups: Pick<Lookups, 'countries' | 'cities'>,
    readings: ColumnReadings,
  ) {
    this.#readings = readings;
    this.#columns = columns;
    this.#lookups = lookups;
    this.#dates = new Map(columns.dates.map((index) => [index, new DateEvidence()]));
    this.#own = new Map(columns.dates.length === 0 ? [] : columns.own.map((index) => [index, new DateEvidence()]));
    this.#byHeader = new Map(columns.dates.map((index) => [index, orderInHeader(headers?.[index] ?? '')]));
    this.#headers = headers ?? [];
  }

  /** Examines one more row. */
  add(cells: readonly string[]): void {
    if (this.#dates.size === 0) return;
    for (const [index, evidence] of this.#dates) evidence.add(cells[index] ?? '');
    for (const [index, evidence] of this.#own) {
      const cell = cells[index];
      if (cell === undefined || cell === '') continue;
      if (cell.length <= longestDate && mayBeDate.test(cell)) evidence.add(cell);
      else this.#own.delete(index);
    }
    if (this.#rows >= rowsWithCountries) return;
    this.#rows += 1;
    const country = this.#countryOf(cells);
    if (country === '') return;
    this.#places[monthFirst.has(country) ? 'monthFirst' : neither.has(country) ? 'other' : 'dayFirst'] += 1;
  }

  /** The order of each column of dates; one that nothing tells is as the user says. */
  orders(): Map<number, DateOrder> {
    return new Map(
      [...this.#told()].map(([index, order]) => [
        index,
        order === 'unknown' ? (this.#readings.get(index)?.order ?? 'unknown') : order,
      ]),
    );
  }

  /** What the file itself tells. */
  #told(): Map<number, DateOrder> {
    const telling = [...this.#dates.values(), ...this.#own.values()].find(({ isTelling }) => isTelling);
    const ofFile = telling?.order() ?? this.#orderOfFile();
    return new Map(
      [...this.#dates].map(([index, evidence]) => {
        const written = this.#byHeader.get(index) ?? 'unknown';
        if (evidence.isTelling || written === 'unknown') {
          const own = evidence.order();
          return [index, own === 'unknown' ? ofFile : own];
        }
        return [index, written];
      }),
    );
  }

  /** The columns with dates that cannot be read because nothing tells their order. */
  unknown(): number[] {
    return this.open().filter((index) => this.#readings.get(index)?.order === undefined);
  }

  /** The columns with dates whose order the file does not tell. */
  open(): number[] {
    const told = this.#told();
    return [...this.#dates].flatMap(([index, { isAmbiguous }]) =>
      isAmbiguous && told.get(index) === 'unknown' ? [index] : [],
    );
  }

  #orderOfFile(): DateOrder {
    // Most files tell it by a date.
    const byLanguage = orderOfLanguages(this.#headers);
    if (byLanguage !== 'unknown') return byLanguage;
    const { dayFirst, monthFirst: american, other } = this.#places;
    const all = dayFirst + american + other;
    if (dayFirst > all * clearly) return 'dayFirst';
    return american > all * clearly ? 'monthFirst' : 'unknown';
  }

  #countryOf(cells: readonly string[]): string {
    const { countries, cities } = this.#lookups;
    for (const index of this.#columns.countries) {
      const code = codeIn(cells[index], (text) => countries.codeOf(text));
      if (code !== '') return code;
    }
    for (const index of this.#columns.locations) {
      const code = codeIn(cells[index], (text) => {
        const last = text.slice(text.lastIndexOf(',') + 1).trim();
        return countries.isUsState(last) ? 'US' : countries.codeOf(last) || cities.countryOf(text);
      });
      if (code !== '') return code;
    }
    for (const index of this.#columns.states) {
      const code = codeIn(cells[index], (text) => (countries.isUsState(text) ? 'US' : countryOfRegion(text)));
      if (code !== '') return code;
    }
    for (const index of this.#columns.cities) {
      const code = codeIn(cells[index], (text) => cities.countryOf(text));
      if (code !== '') return code;
    }
    return '';
  }
}

function codeIn(cell: string | undefined, read: (text: string) => string): string {
  const text = cell?.trim() ?? '';
  return text === '' || text.length > longestPlace ? '' : read(text);
}

/** The share of a file's companies that must be where dates are written one way. */
const clearly = 0.9;

const mayBeDate = /^\s*\d{1,4}[/.-]\d{1,2}[/.-]\d{1,4}(?:[ T,].*)?$/;

/** Countries that write the month before the day, and those that write the year first or in both ways. */
const monthFirst: ReadonlySet<string> = new Set(['US', 'PR', 'GU', 'VI', 'FM', 'MH', 'PW', 'PH']);
const neither: ReadonlySet<string> = new Set(['CA', 'CN', 'TW', 'HK', 'MO', 'JP', 'KR', 'MN', 'HU', 'LT', 'IR']);

/** The order that a header names: `Date (dd/mm/yyyy)`, `Datum TT.MM.JJJJ`, `Date (JJ/MM/AAAA)`. */
function orderInHeader(header: string): DateOrder {
  const key = headerKey(header);
  if (dayBeforeMonth.test(key)) return 'dayFirst';
  return monthBeforeDay.test(key) ? 'monthFirst' : 'unknown';
}

const dayBeforeMonth = pattern()`
  (?:^|\x20)(?:dd?|tt?|jj?|gg?|pp?)\x20(?:mm?|kk?|aa)\x20(?:y{2,4}|j{2,4}|a{2,4}|r{4}|v{4})(?:\x20|$)
`;
const monthBeforeDay = /(?:^| )mm? dd? y{2,4}(?: |$)/;

/** How those write who write headers in this file's languages; `unknown` where they are English, or say too little. */
function orderOfLanguages(headers: readonly string[]): DateOrder {
  let telling = 0;
  let known = 0;
  for (const header of headers) {
    const languages = languagesOfHeader(header);
    if (languages.size === 0) continue;
    known += 1;
    if ([...languages].every((language) => dayFirstLanguages.has(language))) telling += 1;
  }
  return telling > 1 || (telling === 1 && known <= fewHeaders) ? 'dayFirst' : 'unknown';
}

/** In so small a file one word of a language tells it. */
const fewHeaders = 3;

/** Languages whose countries all write the day before the month, if with slashes. */
const dayFirstLanguages: ReadonlySet<string> = new Set(
  'de fr es it pt nl pl cs ro da no nb fi tr el ru uk he ar id vi sv sk bg hr sr sl et lv ca'.split(' '),
);
