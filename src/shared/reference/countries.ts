import { countries as countryNames, getCountryData, type TCountryCode } from 'countries-list';
import { sortedByName } from '../domain/text.ts';
import { countryAliases } from './countryData.ts';
import { regionOfCountry, type Region } from './regions.ts';

/** One country. `code` is ISO 3166-1 alpha-2, `iso3` alpha-3 (product 3 `Reference data`). */
export interface Country {
  readonly name: string;
  readonly code: string;
  readonly iso3: string;
  readonly region: Region | '';
  readonly aliases: readonly string[];
}

/** Exceptionally reserved codes that countries-list carries beside ISO 3166-1. */
const notInIso3166 = new Set(['AC', 'TA']);

/** All countries, A to Z by name. */
export const countries: readonly Country[] = sortedByName(
  (Object.keys(countryNames) as TCountryCode[])
    .filter((code) => !notInIso3166.has(code))
    .map((code) => {
      const { name, iso3 } = getCountryData(code);
      const aliases = countryAliases[code]?.split('|') ?? [];
      return { name, code, iso3, region: regionOfCountry(code), aliases };
    }),
  ({ name }) => name,
);

const byCode = new Map(countries.map((country) => [country.code, country]));

/** The country with this ISO2 code, in upper case. */
export function countryByCode(code: string): Country | undefined {
  return byCode.get(code);
}
