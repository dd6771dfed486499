import type { CountryNames } from './countries.ts';
import { withoutStreets } from './addresses.ts';
import { eastAsianPlace } from './eastAsianPlaces.ts';
import { oneLine } from './text.ts';

/** A place as far as it is known; `''` for what is not. */
export interface Place {
  readonly countryCode: string;
  readonly city: string;
}

const nowhere: Place = { countryCode: '', city: '' };

/** Parts of a place that say how people work, not where. */
const noPlace =
  /^(?:remote|fully remote|partly remote|hybrid|on-?site|in-?office|distributed|worldwide|global|online|anywhere|unspecified|nan)$/i;

// oxlint-disable-next-line no-control-regex -- the unit separator joins lists of JSON
const manyPlaces = /[;\n\u001f]|\s\/\s/;

/** Where the letters of China, Japan and Korea begin. */
export const firstEastAsian = 0x3000;

/**
 * Reads "City, Region, Country" in one cell, in any of its shortened forms (`Berlin`, `Germany`, `Portland, OR`,
 * `Japan, Asia`, `Gaza, Gaza, Palestinian Territory, Occupied`), with street and postcode, the country first or last; of
 * several places (`;`) the first with a country.
 */
export function parseLocation(text: string, names: CountryNames): Place {
  let first = nowhere;
  for (const one of text.split(manyPlaces)) {
    const place = parsePlace(oneLine(one), names);
    // A list of parts (`Kiel`, `Germany`) is one place.
    if (place.countryCode !== '') return place.city === '' ? { ...place, city: first.city } : place;
    if (first.city === '') first = place;
  }
  return first;
}

function parsePlace(text: string, names: CountryNames): Place {
  const eastAsian = text.charCodeAt(0) >= firstEastAsian ? eastAsianPlace(text, names) : undefined;
  if (eastAsian !== undefined) return eastAsian;
  const australian = /\d$/.test(text) ? australianEnd.exec(text) : null;
  if (australian !== null) return { countryCode: 'AU', city: /^\D*$/.exec(australian[1] ?? '')?.[0] ?? '' };
  const written = text
    .split(/,|\s[-–—|]\s/)
    // Of `Berlin/Munich` and `Frankfurt/Main` the first counts.
    .map((part) => part.trim().replace(/^([^/]+)\/.*$/, '$1'))
    .filter((part) => part !== '' && !noPlace.test(part));
  const parts = /\d/.test(text) || written.length > 2 ? withoutStreets(written, names) : written;
  // `Copenhagen DK` and `Austin TX`.
  const spaced = parts.length === 1 ? /^(\p{Lu}\p{Ll}.*\S)\s+([A-Z]{2})$/u.exec(parts[0] ?? '') : null;
  if (spaced !== null && names.codeOf(text) === '' && isPlaceCode(spaced[2] ?? '', names)) {
    parts.splice(0, 1, spaced[1] ?? '', spaced[2] ?? '');
  }
  while (parts.length > 0 && names.isContinent(parts.at(-1) ?? '')) parts.pop();
  // `Bahamas, The` and `Hague, The, Netherlands`: an article that lists put behind the name.
  if (parts.length > 1 && isArticle.test(parts.at(-1) ?? '')) parts.pop();
  if (parts.length > 2 && isArticle.test(parts[1] ?? '')) parts.splice(0, 2, `The ${parts[0] ?? ''}`);
  if (parts.length === 0) return nowhere;
  const last = parts.at(-1) ?? '';
  const [first = ''] = parts;
  // `NY, USA` names a state, not a city.
  const city = parts.length > 1 && !/^[A-Z]{2}$/.test(first) ? first : '';
  // `Portland, OR` and `Atlanta, GA`: a state's code behind a city, before the countries with the same code.
  if (parts.length === 2 && /^[A-Z]{2}$/.test(last) && names.isUsState(last)) return { countryCode: 'US', city };
  // `EL` is how the European Union writes Greece; alone it is an article.
  const code = last === 'EL' && parts.length > 1 ? 'GR' : names.codeOf(last);
  // `Congo, Democratic Republic of the` and `Virgin Islands, U.S.`, with or without a city before it.
  const inTwo = code === '' || /\bislands$/i.test(parts.at(-2) ?? '') ? names.codeOf(parts.slice(-2).join(', ')) : '';
  if (code !== '' && inTwo === '')
    return { countryCode: code, city: last === text ? cityBeforeCode(text, names) : city };
  if (inTwo !== '') return { countryCode: inTwo, city: parts.length > 2 ? city : '' };
  if (parts.length > 1 && names.isUsState(last)) return { countryCode: 'US', city };
  if (parts.length > 1 && names.codeOf(first) !== '') return { countryCode: names.codeOf(first), city: last };
  const bracket = /^(.*\S)\s*\(([^()]+)\)$/.exec(text);
  if (bracket !== null) {
    const countryCode = names.codeOf(bracket[2] ?? '');
    if (countryCode !== '') return { countryCode, city: (bracket[1] ?? '').split(',')[0] ?? '' };
  }
  // `UK & Ireland` is neither a country nor a city.
  const isSeveral =
    severalCountries.test(first) && first.split(severalCountries).every((one) => names.codeOf(one) !== '');
  return { countryCode: '', city: isSeveral ? '' : first };
}

/** `VIC 3000`, `12 High St, Perth WA 6000`: a state and a postcode of Australia, some of which are American states as well. */
const australianEnd = /^(?:(?:.*,\s*)?([^,]*\S),?\s+)?(?:NSW|VIC|QLD|WA|SA|TAS|ACT|NT)\s+\d{4}$/;

function isPlaceCode(code: string, names: CountryNames): boolean {
  return names.isIso2(code) || names.isUsState(code);
}

const isArticle = /^the$/i;

const severalCountries = /\s*(?:&|\+|\band\b|\bund\b|\bet\b)\s*/;

/** The city of `Berlin (DE)`; `''` for `Germany (DE)`. */
function cityBeforeCode(text: string, names: CountryNames): string {
  const before = /^(.*\S)\s*\([^()]+\)$/.exec(text)?.[1];
  return before === undefined || names.codeOf(before) !== '' ? '' : before;
}
