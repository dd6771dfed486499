import type { CountryNames } from './countries.ts';
import { eastAsianPlace } from './eastAsianPlaces.ts';
import { oneLine } from './text.ts';
import { isRegionAnywhere } from './regions.ts';

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
 * `Japan, Asia`, `Gaza, Gaza, Palestinian Territory, Occupied`), with street and postcode, the country first or last;
 * of several places (`;`) the first with a country.
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

/**
 * `VIC 3000`, `12 High St, Perth WA 6000`: a state and a postcode of Australia, some of which are American states as
 * well.
 */
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

/** A postcode before its city: `10115 Berlin`, `B-1000 Bruxelles`, `111 43 Stockholm`, `1016 BR Amsterdam`. */
const postcodeBefore = /^(?:\d{4} ?[A-Z]{2}|\d{2}-\d{3}|\d{3} \d{2}|(?:[A-Z]{1,2}-)?\d{4,6})\s+(?=\p{L}{2})/u;

/** One behind a city or its region: `London EC2A 1AR`, `Bangalore 560030`, `Toronto ON M5V 2T6`, `Sydney NSW 2009`. */
const postcodeBehind =
  /\s+(?:-\s*)?(?:(?:NSW|VIC|QLD|WA|SA|TAS|ACT|NT)\s+\d{4}|(?<=^\p{L}+\s)\d{4}|\d{5,7}|\d{3} \d{3}|[A-Z]{1,2}\d[A-Z\d]?(?: ?\d[A-Z]{2})?|(?:[A-Z]{2} )?[A-Z]\d[A-Z] ?\d[A-Z]\d)$/u;

/** The code of a state with its postcode (`IL 62701`) is no city. */
const stateAndPostcode = /^([A-Z]{2})\s+\d{5}(?:-\d{4})?$/;

/**
 * Words of streets and houses, where they stand in one: `Water St`, `1st Floor`; `St. Louis`, `Road Town`, `College
 * Place` are cities.
 */
const streetWords =
  /\s(?:street|road|avenue|boulevard|blvd)\b|\b(?:floor|suite|building|bldg|p\.?o\.? box)\b|\s(?:st|rd|ave)\.?$|^(?:flat|shop|office|apt|apartment|house|door|block|tower|unit|suite)\s(?:no\.?\s?)?[a-z]?-?\d|^(?:rue|calle|avenue|avenida|boulevard|rua|via|viale|piazza|plot|level|unit)\s/i;
const numberBefore = /^(?:no\.? ?)?\d+\p{L}?(?:\s?[-–/]\s?\d+\p{L}?)?,?\s+\p{L}/iu;
const numberBehind = /^(.*\p{L}\.?)\s+\d+(?:\s?[-–/]\s?\d+)?\s?[a-z]?$/iu;
const streetEndings =
  /(?:str(?:aße|asse|\.)?|straat|gasse|weg|platz|allee|damm|ufer|gatan|gata|vägen|vej|gade|veien|laan|gracht|plein|katu|tie)$/i;

/** Whether a part of a place is a street or a house; `Paris 9` and `Milano 2` are none. */
function isStreet(part: string): boolean {
  if (streetWords.test(part) || numberBefore.test(part)) return true;
  const [, name = ''] = numberBehind.exec(part) ?? [];
  return name !== '' && (streetEndings.test(name) || name.includes(' ') || /\d{3}/.test(part));
}

/**
 * The parts of a place from its city on, without streets and postcodes: of `22 Laskar Road`, `Bangalore 560030`,
 * `India` the last two. A part with a postcode is the city, unless it is its region; else what follows the last street
 * is.
 */
function withoutStreets(parts: readonly string[], names: CountryNames): string[] {
  let city = -1;
  let street = -1;
  // Of a postcode or a number of a door alone nothing is known.
  const lettered = parts.filter((part) => /\p{L}/u.test(part));
  const bare = lettered.map((part, index) => {
    const state = stateAndPostcode.exec(part)?.[1];
    if (state !== undefined) return state;
    const isOnStreet = streetEndings.test(numberBehind.exec(part)?.[1] ?? '');
    const text = isOnStreet ? part : part.replace(postcodeBefore, '').replace(postcodeBehind, '').trim();
    if (text === part || text === '') {
      if (city === -1 && isStreet(part)) street = index;
      return part;
    }
    if (names.codeOf(text) === '' && !names.isUsState(text) && !isRegionAnywhere(text)) city = index;
    return text;
  });
  return bare.slice(city === -1 ? street + 1 : city);
}
