import { namesIn, once } from '#node/resources.ts';
import { fold } from '#shared/domain/text.ts';
import { readCountryTable } from './countryTable.ts';

/**
 * The countries of the regions that stand behind cities as codes, by `city,code`, from
 * `resources/import/regionCodes.tsv`. Most are codes of countries, too, and tell only behind a city that lies in the
 * region: `Milano, MI` is not in Michigan,
 * `Recife, PE` not in Peru. Those that no country has tell behind any city (`*`).
 */
const countryByCode = once(() => {
  const table = readCountryTable('regionCodes.tsv', ['code', 'city']);
  return namesIn(
    table,
    ({ code, city }) => `${city},${code}`,
    ({ country }) => country,
  );
});

interface Regions {
  /** Folded names of the regions of a country. */
  readonly byCountry: ReadonlyMap<string, ReadonlySet<string>>;
  /** The countries of those that no other country has. */
  readonly countryByName: ReadonlyMap<string, string>;
  readonly all: ReadonlySet<string>;
}

/**
 * Regions that are no city's name (`Washington` and `Madrid` may be the city), from `resources/import/regions.tsv`;
 * `only` says whether no other country has one of that name. American states have a table of their own.
 */
const regions = once((): Regions => {
  const table = readCountryTable('regions.tsv', ['name', 'only']);
  namesIn(
    table,
    ({ name }) => fold(name),
    ({ country }) => country,
  );
  const byCountry = new Map<string, Set<string>>();
  for (const row of table.rows) {
    if (row.only !== 'yes' && row.only !== 'no') throw table.problem(row, 'the cell “only” must be yes or no.');
    byCountry.set(row.country, (byCountry.get(row.country) ?? new Set()).add(fold(row.name)));
  }
  const only = table.rows.filter((row) => row.only === 'yes');
  return {
    byCountry,
    countryByName: new Map(only.map(({ name, country }) => [fold(name), country])),
    all: new Set(table.rows.map(({ name }) => fold(name))),
  };
});

/** A city and a code behind it: `Milano, MI`, `Milano (MI)`, `Recife - PE`, `Recife/PE`. */
const cityAndCode = /^([^,()/]+?)(?:,\s*|\s+\(|\s+[-–]\s+|\s*\/\s*)([A-Z]{1,3})\)?\s*$/;

/**
 * The city and ISO2 of the country of a place whose code is that of a region: one that is no country's, or the region
 * in which a city of that name lies. Undefined where it tells nothing of the kind.
 */
export function placeByRegion(text: string): { countryCode: string; city: string } | undefined {
  if (text.length > longestPlace) return undefined;
  const last = text.charCodeAt(text.length - 1);
  if (last !== closingBracket && (last < capitalA || last > capitalZ)) return undefined;
  const [, city = '', code = ''] = cityAndCode.exec(text) ?? [];
  if (city === '') return undefined;
  const folded = fold(city)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  const countryCode = countryByCode().get(`${folded},${code}`) ?? countryByCode().get(`*,${code}`);
  return countryCode === undefined ? undefined : { countryCode, city: city.trim() };
}

/** Whether a text names a region of that country (ISO2) rather than a city in it. */
export function isRegionOf(countryCode: string, text: string): boolean {
  return regions().byCountry.get(countryCode)?.has(fold(text)) === true;
}

/** Whether a text names a region of some country. */
export function isRegionAnywhere(text: string): boolean {
  return regions().all.has(fold(text));
}

/** ISO2 of the only country that has a region of this name, as far as is known; else `''`. */
export function countryOfRegion(text: string): string {
  return text.length > longestPlace ? '' : (regions().countryByName.get(fold(text)) ?? '');
}

/** Longer texts are no city and a code. */
const longestPlace = 80;
const closingBracket = 41;
const capitalA = 65;
const capitalZ = 90;
