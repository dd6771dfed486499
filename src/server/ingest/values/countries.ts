import isoCountries from 'i18n-iso-countries';
import { readTable, type Table, namesIn, once } from '#node/resources.ts';
import { fold } from '#shared/domain/text.ts';
import { countryByCode, countries } from '#shared/reference/countries.ts';
import { remembered } from './remembered.ts';

/** Reads a table of `resources/import/` whose column `country` has codes (ISO2) of existing countries. */
export function readCountryTable<Column extends string>(
  name: string,
  columns: readonly Column[],
): Table<Column | 'country'> {
  const table = readTable(`import/${name}`, ['country', ...columns]);
  const unknown = table.rows.find(({ country }) => !isKnown(country));
  if (unknown !== undefined) throw table.problem(unknown, `there is no country “${unknown.country}”.`);
  return table;
}

function isKnown(code: string): boolean {
  return code === noCountry || code === formerCountry || countryByCode(code) !== undefined;
}

/** The code for what is not a country: a continent, the world, or how people work (`Remote`). */
const noCountry = '-';

/** Longer texts are no name of a continent. */
const longestName = 40;

/** The Netherlands Antilles: files from before 2010 name them, but no list of countries has them any more. */
const formerCountry = 'AN';

/** Finds countries by name in many languages, ISO2, ISO3 and alias. Built once per import. */
export class CountryNames {
  readonly #byKey = new Map<string, string>();
  readonly #codes = new Set(countries.map((country) => country.code));
  readonly #states = usStates();

  constructor() {
    for (const [name, code] of aliases()) if (code !== noCountry) this.#byKey.set(name, code);
    for (const country of countries) {
      for (const name of [country.name, country.code, country.iso3, ...country.aliases]) this.#name(name, country.code);
    }
    for (const language of languages) {
      for (const [code, name] of Object.entries(isoCountries.getNames(language, { select: 'all' }))) {
        for (const one of Array.isArray(name) ? name : [name]) if (typeof one === 'string') this.#name(one, code);
      }
    }
  }

  /** ISO2 of the country a text names, or `''`. */
  readonly codeOf = remembered((text) => this.#byKey.get(key(text)) ?? this.#codeOfParts(text));

  /** Whether the text is an ISO2 code, `NA` (Namibia) included. */
  isIso2(text: string): boolean {
    return this.#codes.has(text);
  }

  /** Whether the text is a state of the United States, by code (upper case) or name. */
  isUsState(text: string): boolean {
    return this.#states.codes.has(text.trim()) || this.#states.names.has(key(text));
  }

  /** Whether the text names what is no country and no city: a continent, the world, `Remote`. */
  isNoPlace(text: string): boolean {
    return text.length <= longestName && this.#isNone(text);
  }

  readonly #isNone = remembered((text) => aliases().get(key(text)) === noCountry);

  /** `DE - Germany`, `Germany (DE)`, a flag: parts that name the same country, one of which we know. */
  #codeOfParts(text: string): string {
    if (text.length > 60 || text.includes(',')) return '';
    // OpenCorporates' code for where a company is registered: `us_de`.
    const registered = /^([a-z]{2})_[a-z]{2}$/.exec(text)?.[1]?.toUpperCase() ?? '';
    if (this.#codes.has(registered)) return registered;
    const flag = /\p{RI}{2}/u.exec(text)?.[0];
    return flag === undefined ? this.#codeOfBoth(text) : this.#codeOfFlag(flag);
  }

  #codeOfFlag(flag: string): string {
    const code = Array.from(flag, (letter) => String.fromCharCode((letter.codePointAt(0) ?? 0) - regionalA + 65)).join(
      '',
    );
    return this.#codes.has(code) ? code : '';
  }

  #codeOfBoth(text: string): string {
    const [, before, within] =
      /^(.*\S)\s*[([{]([^()[\]{}]+)[)\]}]$/.exec(text) ?? /^(\S.*)\s[-–|:]\s(.*\S)$/.exec(text) ?? [];
    const codes = [before, within].map((part) => (part === undefined ? '' : (this.#byKey.get(key(part)) ?? '')));
    const known = new Set(codes.filter((code) => code !== ''));
    const isCode = [before, within].some((part) => part !== undefined && /^[A-Z]{2,3}$/.test(part));
    return known.size === 1 && (isCode || codes[0] !== '') ? codes[0] || codes[1] || '' : '';
  }

  #name(name: string, code: string): void {
    const folded = key(name);
    if (folded !== '' && !this.#byKey.has(folded)) this.#byKey.set(folded, code);
  }
}

/** The languages in which country names are understood. */
const languages = (
  'en de fr es it pt nl zh ja ko pl ru sv da no fi tr cs hu el ro bg uk sr hr sl sk et lv lt is ga ca he ar th ' +
  'vi hi id'
).split(' ');

/** The letter A of flags. */
const regionalA = 0x1f1e6;

/** The states of the United States, by code and by name. */
const usStates = once(() => {
  const { rows } = readTable('import/usStates.tsv', ['code', 'name']);
  return { codes: new Set(rows.map(({ code }) => code)), names: new Set([...rows.map(({ name }) => name), 'd c']) };
});

/**
 * Names that files use but neither the reference nor the library has, by key: abbreviations, former countries, parts of
 * the United Kingdom; with `-` for names that are not countries.
 */
const aliases = once(() => {
  const table = readCountryTable('countries.tsv', ['language', 'name']);
  return namesIn(
    table,
    ({ name }) => key(name),
    ({ country }) => country,
  );
});

function key(name: string): string {
  return fold(name)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
