import type { ColumnMatch } from '#shared/bridge/workspace.ts';
import { pattern } from '#shared/domain/pattern.ts';
import { fold } from '#shared/domain/text.ts';
import { domainOf } from '#shared/domain/webAddress.ts';
import type { CountryNames } from '../values/countries.ts';
import type { DateOrder } from '../values/dates.ts';
import { placeByRegion } from '../values/location.ts';
import { isSurnameFirst } from '../values/people.ts';
import { cellText } from '../values/text.ts';
import { withoutDay } from '../values/withDay.ts';
import { amountColumn, type AmountColumn, inUnit } from './amountColumns.ts';
import type { ColumnReadings } from './columnMapping.ts';
import type { Lookups } from './content.ts';
import { CurrencyColumns } from './currencyColumns.ts';
import { DateOrders } from './dateOrders.ts';
import type { FieldName } from './fields.ts';
import { IdColumns, type IdColumn } from './idColumns.ts';
import { fieldColumns, type FieldColumns } from './fieldColumns.ts';
import { OpenCurrencies } from './openCurrencies.ts';
import { placesOfOwn } from './ownColumns.ts';

/** What only a whole column can tell about its values. Keys are column indices. */
export interface ColumnHints {
  readonly dateOrder: ReadonlyMap<number, DateOrder>;
  /** Columns with dates that nothing tells the order of. */
  readonly unknownOrder: ReadonlySet<number>;
  /** The same, with those of which the user says the order. */
  readonly openOrder: ReadonlySet<number>;
  /**
   * Columns of amounts whose currency neither a header nor most of their cells name, and of these the ones that cannot
   * be read without it.
   */
  readonly openCurrency: ReadonlySet<number>;
  readonly unknownCurrency: ReadonlySet<number>;
  /** Columns of amounts that group thousands with dots. */
  readonly dotGroups: ReadonlySet<number>;
  /** How to read columns of amounts, according to the headers. */
  readonly amounts: ReadonlyMap<number, AmountColumn>;
  /** Columns that tell companies apart. */
  readonly ids: readonly IdColumn[];
  /** Columns of ISO2 codes, where `NA` is Namibia (docs/api.md 8). */
  readonly iso2: ReadonlySet<number>;
  /** Whether the file's places end in country codes (`Kiel, DE`) rather than American states. */
  readonly isoPlaces: boolean;
  /** Whether codes after the file's cities are hardly ever anything but American states. */
  readonly usPlaces: boolean;
  /** Whether the file's states are those of the United States; gives the country if no column does. */
  readonly usStates: boolean;
  /** Hosts that many companies of the file have pages on: a directory's, and nobody's own site. */
  readonly directories: ReadonlySet<string>;
  /** Whether the file's cities are written in capitals, so that a short one (`BRA`) is no code of a country. */
  readonly capitalCities: boolean;
  /** Columns of people whose surnames go first (`Roe, Ann; Doe, Bo`). */
  readonly surnameFirst: ReadonlySet<number>;
  /** Whether what stands in brackets behind the file's names (`Alma (FR)`) are codes of countries. */
  readonly namesWithCodes: boolean;
}

/** How many rows are searched for hosts of directories, which are in every part of a file. */
const rowsWithHosts = 20_000;
/** How many companies of a file share a host before it is a directory's. */
const sharing = 3;

/** Gathers hints over all rows of a file. */
export class HintCollector {
  readonly #dates: DateOrders;
  readonly #currencies: CurrencyColumns | undefined;
  readonly #ids: IdColumns;
  readonly #amounts: ReadonlyMap<number, AmountColumn>;
  readonly #countries: readonly number[];
  readonly #states: readonly number[];
  readonly #names: CountryNames;
  readonly #dotted = new Map<number, { groups: number; decimals: number }>();
  readonly #openCurrencies: OpenCurrencies;
  readonly #codes = new Map<number, { iso2: number; other: number }>();
  readonly #stateCounts = { us: 0, other: 0 };
  readonly #places: readonly number[];
  readonly #placeCodes = { countries: 0, states: 0 };
  readonly #sites: readonly number[];
  readonly #nameColumns: readonly number[];
  readonly #hosts = new Map<string, Set<string>>();
  #rows = 0;
  readonly #cities: readonly number[];
  readonly #cityLetters = { capitals: 0, mixed: 0 };
  readonly #companies: readonly number[];
  readonly #people: readonly number[];
  readonly #surnameFirst = new Set<number>();
  readonly #nameCodes = { sure: 0, unsure: 0, other: 0 };

  constructor(
    columns: readonly ColumnMatch[],
    headers: readonly string[] | null,
    lookups: Pick<Lookups, 'countries' | 'cities'>,
    readings: ColumnReadings,
    isExport = false,
  ) {
    const fields = fieldColumns(columns);
    const own = placesOfOwn(columns);
    const names = lookups.countries;
    const all = (...of: readonly FieldName[]): number[] => of.flatMap((field) => columnsOf(fields, field));
    this.#dates = new DateOrders(
      {
        dates: all('founded', 'fundedOn', 'valuesOn'),
        own,
        countries: all('country'),
        locations: all('location'),
        cities: all('city'),
        states: all('state'),
      },
      headers,
      lookups,
      readings,
    );
    const amounts = [...columnsOf(fields, 'fundingTotal'), ...columnsOf(fields, 'lastRoundAmount')];
    this.#amounts = new Map(amounts.map((index) => [index, asCounted(index, headers, columns, readings)]));
    // Amounts of an export of ours are in dollars, whatever its headers say.
    this.#openCurrencies = new OpenCurrencies(isExport ? new Map() : this.#amounts, readings);
    this.#currencies = amounts.length === 0 ? undefined : new CurrencyColumns(own, headers);
    this.#ids = new IdColumns(own, headers, { names: all('name'), sites: all('website') });
    this.#countries = fields.get('country') ?? [];
    this.#states =
      fields.get('country') === undefined && fields.get('location') === undefined ? (fields.get('state') ?? []) : [];
    this.#sites = columnsOf(fields, 'website');
    this.#nameColumns = columnsOf(fields, 'name');
    this.#places = [...columnsOf(fields, 'location'), ...columnsOf(fields, 'city')];
    this.#cities = columnsOf(fields, 'city');
    this.#companies = fields.has('country') ? [] : columnsOf(fields, 'name');
    this.#names = names;
    this.#people = columnsOf(fields, 'founders');
    for (const index of this.#people) if (surnamesFirst.test(headers?.[index] ?? '')) this.#surnameFirst.add(index);
    for (const index of this.#amounts.keys()) this.#dotted.set(index, { groups: 0, decimals: 0 });
    for (const index of this.#countries) this.#codes.set(index, { iso2: 0, other: 0 });
  }

  /** Examines one more row. */
  add(cells: readonly string[]): void {
    for (const index of this.#people) if (isSurnameFirst(cells[index] ?? '')) this.#surnameFirst.add(index);
    this.#dates.add(cells);
    this.#currencies?.add(cells);
    this.#ids.add(cells);
    this.#addAmounts(cells);
    this.#openCurrencies.add(cells);
    this.#addCountries(cells);
    for (const index of this.#places) this.#addPlace(cells[index] ?? '');
    this.#addStates(cells);
    this.#rows += 1;
    if (this.#rows <= rowsWithHosts) for (const index of this.#sites) this.#addHost(cells[index] ?? '', cells);
    for (const index of this.#cities) this.#addCity(cells[index] ?? '');
    for (const index of this.#companies) this.#addName(cells[index] ?? '');
  }

  /** Notes whose site a host is, by first words of names: subsidiaries and spellings of one company share theirs. */
  #addHost(cell: string, cells: readonly string[]): void {
    const host = domainOf(cell.trim());
    if (host === '') return;
    const [column] = this.#nameColumns;
    const [first = ''] = fold(column === undefined ? '' : (cells[column] ?? '')).match(/[\p{L}\p{N}]+/u) ?? [];
    if (first === '') return;
    const names = this.#hosts.get(host);
    if (names === undefined) this.#hosts.set(host, new Set([first]));
    else if (names.size < sharing) names.add(first);
  }

  #addAmounts(cells: readonly string[]): void {
    for (const [index, count] of this.#dotted) {
      const cell = withoutDay(cells[index] ?? '');
      const groups = this.#amounts.get(index)?.unit === 1 ? groupsWithDots : groupsBeyondDoubt;
      if (groups.test(cell) || /\d,\d{1,2}(?!\d)/.test(cell)) count.groups++;
      if (/\.\d{1,2}(?!\d)|\.\d{4,}/.test(cell)) count.decimals++;
    }
  }

  /**
   * How to read each column of amounts; a column whose header names no currency has it in one beside it, or is in the
   * one that the user says.
   */
  #amountsWithCurrency(): ReadonlyMap<number, AmountColumn> {
    return new Map(
      [...this.#amounts].map(([index, column]) => {
        const currencyColumn = this.#currencyColumnOf(index, column);
        const said = currencyColumn === undefined ? this.#openCurrencies.asSaid(index, column) : column;
        return [index, { ...said, currencyColumn }];
      }),
    );
  }

  #currencyColumnOf(index: number, { currencyColumn, dollars }: AmountColumn): number | undefined {
    return currencyColumn ?? (dollars ? undefined : this.#currencies?.besides(index));
  }

  /** The columns of amounts of which nothing in the file says the currency. */
  #openCurrency(): number[] {
    return [...this.#amounts].flatMap(([index, column]) =>
      this.#openCurrencies.isOpen(index) && this.#currencyColumnOf(index, column) === undefined ? [index] : [],
    );
  }

  #addCountries(cells: readonly string[]): void {
    for (const [index, count] of this.#codes) {
      const cell = (cells[index] ?? '').trim();
      if (cell === '' || cell === 'NA') continue;
      if (this.#names.isIso2(cell)) count.iso2++;
      else if (cellText(cell) !== '') count.other++;
    }
  }

  #addStates(cells: readonly string[]): void {
    for (const index of this.#states) {
      const cell = cellText(cells[index] ?? '');
      if (cell === '') continue;
      if (this.#names.isUsState(cell)) this.#stateCounts.us++;
      else this.#stateCounts.other++;
    }
  }

  #addCity(cell: string): void {
    if (cell.length <= longestCode || cell.length > longestPlace) return;
    this.#cityLetters[/\p{Ll}/u.test(cell) ? 'mixed' : 'capitals']++;
  }

  #addName(cell: string): void {
    const code = codeBehindName(cell);
    if (code === '') return;
    const isCountry = this.#names.codeOf(code) !== '';
    this.#nameCodes[!isCountry ? 'other' : alsoAbbreviations.test(code) ? 'unsure' : 'sure']++;
  }

  /** Counts codes after a city that can mean only one thing. */
  #addPlace(cell: string): void {
    if (cell.length < 5 || !cell.includes(',')) return;
    const code = codeBehindCity(cell);
    if (code === '' || placeByRegion(cell.trim()) !== undefined) return;
    const isState = this.#names.isUsState(code);
    if (isState !== this.#names.isIso2(code)) this.#placeCodes[isState ? 'states' : 'countries']++;
  }

  /** What the rows seen so far say. */
  hints(): ColumnHints {
    const { us, other } = this.#stateCounts;
    const openCurrency = this.#openCurrency();
    return {
      dateOrder: this.#dates.orders(),
      unknownOrder: new Set(this.#dates.unknown()),
      openOrder: new Set(this.#dates.open()),
      openCurrency: new Set(openCurrency),
      unknownCurrency: new Set(openCurrency.filter((index) => this.#openCurrencies.isUnknown(index))),
      dotGroups: indicesWhere(this.#dotted, ({ groups, decimals }) => groups > decimals),
      amounts: this.#amountsWithCurrency(),
      ids: this.#ids.found(),
      iso2: indicesWhere(this.#codes, ({ iso2, other: rest }) => iso2 > 0 && rest <= iso2 * 0.1),
      isoPlaces: this.#placeCodes.countries > this.#placeCodes.states,
      usPlaces: this.#placeCodes.states > this.#placeCodes.countries * 20,
      usStates: us > 0 && other <= us * 0.05,
      directories: new Set([...this.#hosts].filter(([, names]) => names.size >= sharing).map(([host]) => host)),
      capitalCities: this.#cityLetters.capitals > this.#cityLetters.mixed,
      surnameFirst: new Set(this.#surnameFirst),
      namesWithCodes:
        this.#nameCodes.sure > 1 && this.#nameCodes.sure > (this.#nameCodes.unsure + this.#nameCodes.other) * 2,
    };
  }
}

/** A column of amounts in the unit that the user says where the file says none: what the file says goes before it. */
function asCounted(
  index: number,
  headers: readonly string[] | null,
  columns: readonly ColumnMatch[],
  readings: ColumnReadings,
): AmountColumn {
  const column = amountColumn(index, headers);
  return columns[index]?.open?.parts.includes('unit') === true ? inUnit(column, readings.get(index)?.unit) : column;
}

/** `Founders (Last, First)`, `Gründer (Name, Vorname)` */
const surnamesFirst = pattern('i')`
  \((?:(?:last|family|sur) ?name|last|surname|nachname|name|nom|apellidos?|cognome)\s*,
  \s*(?:first|given|vorname|pr[eé]nom|nombre|nome)
`;

/** `500.000`, but not `6.874B`: before a unit, three digits are a fraction as often as not. */
const groupsWithDots = /\d\.\d{3}(?!\d|\s?[bkm])/i;

/** Two dots, or a dot and a comma; a single one says nothing in a column of millions. */
const groupsBeyondDoubt = /\d\.\d{3}[.,]\d/;

/** `Kiel, DE` and `Holstenstr. 5, 24103 Kiel, DE`: a code behind a city. */
const cityAndCode = /[^\s,]\s*,\s*([A-Z]{2})\s*$/;

/** Longer texts are not a place. */
const longestPlace = 300;

/** The code after a city, or `''`. */
export function codeBehindCity(text: string): string {
  return text.length > longestPlace ? '' : (cityAndCode.exec(text)?.[1] ?? '');
}

function columnsOf(fields: FieldColumns, field: FieldName): readonly number[] {
  return fields.get(field) ?? [];
}

/** Codes of countries are no longer than this. */
const longestCode = 3;

/** The code in brackets at the end of a name (`Alma Robotics (FR)`), or `''`. */
export function codeBehindName(name: string): string {
  const text = name.trimEnd();
  const last = text.charAt(text.length - 1);
  return last === ')' || last === ']' ? (/\S\s*[([]([A-Z]{2,3})[)\]]$/.exec(text.slice(-12))?.[1] ?? '') : '';
}

/** Codes of countries that stand behind names as abbreviations of what companies do, are, or where they are listed. */
const alsoAbbreviations = pattern()`
  ^(?:AI|AR|IT|ML|TV|PR|VR|CO|SA|AG|SE|AS|IO|ME|BI|QA|CC|TM|AM|MR|MC|PA|PE|CA|CM|CR|FI|SC|ST|TC|GS|LA|MD|MS|NA|PS|PT
    |VC|VI|WF)$
`;

/** Whether two sets of hints for one file agree. */
export function isSameHints(a: ColumnHints, b: ColumnHints): boolean {
  return (
    a.usStates === b.usStates &&
    a.capitalCities === b.capitalCities &&
    a.namesWithCodes === b.namesWithCodes &&
    a.isoPlaces === b.isoPlaces &&
    a.usPlaces === b.usPlaces &&
    isSameSet(a.directories, b.directories) &&
    isSameSet(a.dotGroups, b.dotGroups) &&
    JSON.stringify(a.ids) === JSON.stringify(b.ids) &&
    isSameSet(a.iso2, b.iso2) &&
    isSameSet(a.surnameFirst, b.surnameFirst) &&
    [...a.dateOrder].every(([index, order]) => b.dateOrder.get(index) === order) &&
    [...a.amounts].every(([index, { currencyColumn, currency }]) => {
      const other = b.amounts.get(index);
      return other !== undefined && other.currencyColumn === currencyColumn && other.currency === currency;
    })
  );
}

function isSameSet<T>(a: ReadonlySet<T>, b: ReadonlySet<T>): boolean {
  return a.size === b.size && [...a].every((index) => b.has(index));
}

function indicesWhere<T>(counts: ReadonlyMap<number, T>, holds: (count: T) => boolean): Set<number> {
  return new Set([...counts].filter(([, count]) => holds(count)).map(([index]) => index));
}
