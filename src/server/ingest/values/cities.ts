import { namesIn, once } from '#node/resources.ts';
import { foldLetters } from '#shared/domain/text.ts';
import { readCountryTable } from './countryTable.ts';
import { remembered } from './remembered.ts';

const cityTable = once(() => readCountryTable('cities.tsv', ['name']));

/**
 * The countries (ISO2) of well-known cities, by name, for rows that name a city and nothing else about the place. Only
 * names that mean one city to anybody (London, not Cambridge).
 */
const countryByCity = once(() => {
  const table = cityTable();
  const cities = namesIn(
    table,
    ({ name }) => foldLetters(name),
    ({ country }) => country,
  );
  for (const { country, name } of table.rows) {
    // With the word for city, where Chinese and Japanese write it.
    if (eastAsian.test(name) && country !== 'KR') cities.set(foldLetters(`${name}市`), country);
  }
  return cities;
});

/** Names in the writings of China, Japan and Korea. */
const eastAsian = /^[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/;

/** Well-known cities of a country in its own East Asian writing, the longest names first. */
export function eastAsianCities(country: string): string[] {
  return cityTable()
    .rows.filter((city) => city.country === country && eastAsian.test(city.name))
    .map(({ name }) => name)
    .toSorted((a, b) => b.length - a.length);
}

/** Finds the country of a well-known city. Made once per import. */
export class CityNames {
  /** ISO2 of the country a city is known to lie in, or `''`. */
  readonly countryOf = remembered((city) => countryByCity().get(foldLetters(city).trim()) ?? '');
}
