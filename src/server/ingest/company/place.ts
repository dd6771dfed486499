import { pattern } from '#shared/domain/pattern.ts';
import { codeBehindCity, codeBehindName } from '../columns/hints.ts';
import { cityName } from '../values/cityName.ts';
import { cityBehindStreet } from '../values/address.ts';
import type { CountryNames } from '../values/countries.ts';
import { listText } from '../values/listLiteral.ts';
import {
  firstEastAsian,
  firstPlace,
  parseLocation,
  type Place,
  type CityNames,
  countryOfRegion,
  isRegionOf,
  placeByRegion,
  withoutCityWord,
} from '../values/location.ts';
import { remembered } from '../values/remembered.ts';
import { cellText, entriesOf, listSeparator, oneLine, repairText } from '../values/text.ts';
import type { Lookups } from '../columns/content.ts';
import type { PlaceReadings, Row, RowReading } from './row.ts';

/**
 * Where a company is: the country column, else the country of its location, of its city cell, of the register that has
 * its number, of its state (where the file's states are American, or it is known), of its list of regions (where that
 * names one country only), and last of a city that everybody knows.
 */
export function readPlace(row: Row, reading: RowReading): Place {
  if (reading.isExport) return writtenPlace(row, reading);
  const { places } = reading;
  const location = places.ofLocation(row.peek('location'));
  const inCity = places.ofCity(row.peek('city'));
  const place = placeOfAll(row, reading, location, inCity);
  const isIn = ({ city, countryCode }: Place): boolean =>
    (city !== '' || countryCode !== '') &&
    (city === '' || places.cityName(city) === place.city) &&
    (countryCode === '' || countryCode === place.countryCode);
  if (isIn(location)) row.text('location');
  if (isIn(inCity)) row.text('city');
  return place;
}

/** The place in an export of ours: what says it there was worked out before. */
function writtenPlace(row: Row, { lookups }: RowReading): Place {
  const countryCode = row.first('country', (text) => lookups.countries.codeOf(text) || undefined) ?? '';
  return { countryCode, city: row.text('city') };
}

function placeOfAll(row: Row, reading: RowReading, location: Place, inCity: Place): Place {
  const { hints, lookups, places } = reading;
  const city = places.cityName(inCity.city === '' ? location.city : inCity.city);
  const countryCode =
    countryCell(row, hints.iso2, (text) => lookups.countries.codeOf(text)) ||
    countryOfPlaces(row, [location, inCity], reading) ||
    countryOfState(row, reading, city);
  if (countryCode !== '') return { countryCode, city };
  const regions = entriesOf(row.peek('regions')).map((part) => lookups.countries.codeOf(part));
  const named = new Set(regions.filter((code) => code !== ''));
  const [only = ''] = named;
  if (named.size > 0) return { countryCode: named.size === 1 ? only : '', city };
  const known = lookups.cities.countryOf(city);
  if (known !== '') return { countryCode: known, city };
  // A country in the column of cities is where the company is; its city is not known then.
  const code = isTownLikeCode(city, hints.capitalCities) ? '' : lookups.countries.codeOf(city);
  return code === '' ? { countryCode: countryBehindName(row, reading), city } : { countryCode: code, city: '' };
}

/** What the readings of places depend on. */
type PlaceContext = Pick<RowReading, 'hints' | 'lookups'>;

/** Readings of places that remember what they read: files repeat their places over and over. */
export function placeReadings(context: PlaceContext): PlaceReadings {
  return {
    ofLocation: remembered((text) => placeIn(text, context)),
    ofCity: remembered((text) => cityOf(text, context.lookups, (part) => placeIn(part, context))),
    cityName: remembered(withoutDistrict),
  };
}

/** Bra, Ne and Ala are towns, though written otherwise they are codes of countries; `USA` and `UK` never are. */
function isTownLikeCode(city: string, isInCapitals: boolean): boolean {
  if (city.length > 3 || !/^[a-z]+$/i.test(city) || /^(?:usa?|uk|uae)$/i.test(city)) return false;
  return isInCapitals || city !== city.toUpperCase();
}

/** The country in brackets behind a name: `Alma (France)`, and `Alma (FR)` if the file's codes are mostly sure. */
function countryBehindName(row: Row, { hints, lookups: { countries } }: RowReading): string {
  for (const [, cell] of row.raw('name')) {
    const code = codeBehindName(cell);
    if (code !== '') return hints.namesWithCodes || surelyCountry.test(code) ? countries.codeOf(code) : '';
    const within = cell.endsWith(')') ? (/\S\s*\(([^()]{4,40})\)$/.exec(cell.slice(-60))?.[1] ?? '') : '';
    if (within !== '') return countries.isUsState(within) ? '' : countries.codeOf(within);
  }
  return '';
}

const surelyCountry = /^(?:USA|UK|UAE)$/;

/** A place without what only says how large it is, and without a region in the place of its city. */
function placeIn(text: string, reading: PlaceContext): Place {
  if (text === '' || isAddress.test(text) || isTradeAlone(text)) return nowhere;
  if (picture.test(text)) return placeWithPictures(text, reading);
  const one = severalPlaces.test(text) ? text : firstPlace(text, reading.lookups.countries);
  return one === text ? placeOfOne(text, reading) : placeIn(one, reading);
}

function placeOfOne(text: string, reading: PlaceContext): Place {
  const { countries, cities } = reading.lookups;
  const read = placeByRegion(text) ?? placeOf(withoutSectors(text, reading), reading);
  const place = withoutRegion(read, text);
  const city = withoutArea(place.city, cities);
  if (city === '') return place;
  const isState = countries.isUsState(city) && !alsoCities.test(city);
  if (place.countryCode !== '') {
    const isRegion = (place.countryCode === 'US' && isState) || isRegionOf(place.countryCode, city);
    return { countryCode: place.countryCode, city: isRegion ? '' : city };
  }
  return isState ? { countryCode: 'US', city: '' } : cityInRegion(city, text);
}

/** A place whose city has the code of its region behind it: `Via Roma 1, 20121 Milano (MI)`, `Vancouver BC, Canada`. */
function withoutRegion(read: Place, text: string): Place {
  const inRegion = read.city === text ? undefined : placeByRegion(read.city);
  // Not the code of another country's region.
  const isThere = read.countryCode === '' || inRegion?.countryCode === read.countryCode;
  return (isThere ? inRegion : undefined) ?? read;
}

// oxlint-disable-next-line no-control-regex -- the unit separator joins lists of JSON
const severalPlaces = /[;\n\u001f]/;

/** A place without the sectors beside it: `USA – BioTech`, `Canada | Digital Tech`, `Israel, Cybersecurity`. */
function withoutSectors(text: string, { lookups }: PlaceContext): string {
  if (text.length > longestPlace || text.includes(';')) return text;
  const { countries, cities, industries } = lookups;
  const isSector = (part: string): boolean =>
    (countries.codeOf(part) === '' || alsoTrades.test(part)) &&
    cities.countryOf(part) === '' &&
    (aboutSoftware.test(part) || part.split(/[/&+]/).some((one) => industries.referenceOf(one.trim()).length > 0));
  const isPlace = (one: string): boolean =>
    (countries.codeOf(one.trim()) !== '' && !alsoTrades.test(one.trim())) ||
    countries.isNoPlace(one) ||
    cities.countryOf(one.trim()) !== '';
  const [, before = '', within = ''] = text.endsWith(')') ? (inBrackets.exec(text) ?? []) : [];
  if (before !== '' && isSector(within) && isPlace(before)) return before;
  const parts = text.split(betweenParts);
  if (parts.length === 1) return behindCountry(text, isSector, (one) => countries.codeOf(one) !== '');
  if (!parts.some((part) => part.split('/').every(isPlace))) return text;
  const places = parts.filter((part) => !isSector(part));
  return places.length === parts.length ? text : places.join(' - ');
}

/** `HealthTech`; `Media` and `Enterprise` are towns, too. */
function isTradeAlone(text: string): boolean {
  return aboutSoftware.test(text) && !/[,;/|:–—-]/.test(text);
}

/** `Israel, Cybersecurity`; before a country a trade is a town that is called so. */
function behindCountry(
  text: string,
  isSector: (part: string) => boolean,
  isCountry: (part: string) => boolean,
): string {
  const [first = '', ...others] = text.split(/\s*,\s*/);
  if (others.length === 0) return text;
  // No town ends so.
  if (aboutSoftware.test(first)) return others.join(', ');
  return isCountry(first) && others.every(isSector) ? first : text;
}

const inBrackets = /^([^()]*[^()\s])\s*\(([^()]+)\)$/;

/** Codes of countries that are trades beside a place. */
const alsoTrades = /^(?:AI|ML|IT|AR|VR|XR|HR|PR|TV|IoT)$/;

const longestPlace = 120;
const betweenParts = /\s+[-–—|:•·]\s+|:\s+/;
const aboutSoftware = /(?:tech|software|saas|b2[bc])$/i;

/** What a place is called may be its address in a knowledge base. */
const isAddress = /^https?:/i;

const nowhere: Place = { countryCode: '', city: '' };

/** Flags and other pictures, by their first halves. */
const picture = /[\ud83c-\ud83e]/;
const pictures = /[\p{RI}\p{Extended_Pictographic}\ufe0f\u200d]+/gu;

/** `🇩🇰 Copenhagen`, `Remote 🌍` */
function placeWithPictures(text: string, reading: PlaceContext): Place {
  const bare = text.replaceAll(pictures, ' ').trim();
  const place = placeIn(picture.test(bare) ? '' : bare, reading);
  return place.countryCode === '' ? { ...place, countryCode: reading.lookups.countries.codeOf(text) } : place;
}

/** American states that are cities, too. */
const alsoCities = /^(?:new york|washington|district of columbia|d\.?c\.?)$/i;

/** `Augsburg, Bavaria`: a city by the region behind it, which may be all that there is. */
function cityInRegion(city: string, text: string): Place {
  const region = text.slice(text.lastIndexOf(',') + 1).trim();
  const countryCode = countryOfRegion(region);
  return { countryCode, city: city === region && countryCode !== '' ? '' : city };
}

/**
 * A place; a city that everybody knows, or the other places of the file, tell whether `Georgia` and `DE` behind a city
 * are the state or the country.
 */
function placeOf(text: string, { hints, lookups: { countries, cities } }: PlaceContext): Place {
  // Where the other places are American, so is `CA`.
  if (hints.usPlaces && /^[A-Z]{2}$/.test(text) && countries.isUsState(text)) return { countryCode: 'US', city: '' };
  const place = parseLocation(text, countries);
  const known = cities.countryOf(place.city);
  if (place.countryCode === 'GE' && known === 'US') return { ...place, countryCode: known };
  const code = place.countryCode === 'US' ? codeBehindCity(text) : '';
  const isCountry = code !== '' && countries.isIso2(code) && known !== 'US' && (hints.isoPlaces || known === code);
  return isCountry ? { ...place, countryCode: code } : place;
}

const area = /\s+(?:metropolitan (?:area|region)|metro(?: area)?|bay area|area)$/i;

/** The city of `Greater Boston Area`; `Greater Noida` is one itself. */
function withoutArea(city: string, cities: CityNames): string {
  if (!area.test(city) && !/^greater /i.test(city)) return city;
  const name = city.replace(area, '');
  const core = name.replace(/^greater /i, '');
  if (/^sf$/i.test(core)) return 'San Francisco';
  if (cities.countryOf(name) !== '') return name;
  return cities.countryOf(core) !== '' || (core !== name && name !== city) ? core : city;
}

/** A city cell may name several cities (`Pune / Mumbai`: the first counts) or a whole place (`Berlin, Germany`). */
function cityOf(cell: string, { countries, cities }: Lookups, parse: (text: string) => Place): Place {
  const text = withoutCityWord(oneLine(cell.replaceAll(listSeparator, '; ')));
  if (text === '' || text === 'NR') return nowhere;
  if (isAddress.test(text) || picture.test(text)) return parse(text);
  const first = firstOfTwo(text.split(/\s*[/;]\s*/, 1)[0] ?? '', cities);
  if (first.includes(',')) return parse(first);
  const behindStreet = cityBehindStreet(first);
  if (behindStreet !== '') return { countryCode: '', city: behindStreet };
  const bare = street.test(first) ? first : first.replace(postcode, '');
  if (bare !== first) {
    const whole = parse(first);
    return whole.countryCode === '' ? { countryCode: parse(bare).countryCode, city: bare } : whole;
  }
  return cityOrPlace(first, countries, parse);
}

/** A cell with a city; `广东深圳` and `Berlin (DE)` are whole places, `Europe` and `Midwest` are no cities. */
function cityOrPlace(first: string, countries: CountryNames, parse: (text: string) => Place): Place {
  const isWhole = wholePlace.test(first) || first.charCodeAt(0) >= firstEastAsian;
  const place = isWhole ? parse(first) : undefined;
  if (place !== undefined && (place.countryCode !== '' || (place.city !== first && !joinedParts.test(first))))
    return place;
  if (countries.isNoPlace(first)) return nowhere;
  if (isRegionOf('US', first)) return { countryCode: 'US', city: '' };
  // A region in the column of cities says where the company is, but not in which city.
  const isCountry = countries.codeOf(first) !== '';
  if (!isCountry && first.length > 2 && countries.isUsState(first) && !alsoCities.test(first))
    return { countryCode: 'US', city: '' };
  const ofRegion = isCountry ? '' : countryOfRegion(first);
  return { countryCode: ofRegion, city: ofRegion === '' ? first : '' };
}

/** `Berlin (DE)`, `Europe - France`, `The Hive @ Leeds`, `Sydney NSW`, `Austin TX`, `Basel BS` */
const wholePlace = /\)$| @ |\s[-–—|]\s|\p{Ll}\.?[\s-][A-Z]{2,3}$/u;

/** `North - Roseville` may be one name. */
const joinedParts = /\s[-–—|]\s/;

/** The first of two cities that everybody knows: `Delhi & Chennai`, but `Brighton and Hove`. */
function firstOfTwo(text: string, cities: CityNames): string {
  const first = /^(\S.*?\S)\s+(?:&|and|und|et|y)\s+\S/.exec(text)?.[1] ?? '';
  return first !== '' && cities.countryOf(first) !== '' && cities.countryOf(text) === '' ? first : text;
}

/** `10115 Berlin`, `Bengaluru 560030`, `Sydney NSW 2000`, `114 55 Stockholm`, `Lisboa 1000-001`, `London EC1A 1BB` */
const digits = String.raw`(?:\d{5}-\d{4}|\d{4}-\d{3}|\d{2}-\d{3}|\d{3} \d{2}|\d{4,6})`;
const british = String.raw`[A-Z]{1,2}\d[A-Z\d]?\s?\d[A-Z]{2}`;
const postcode = pattern('u')`
  ^(?:(?:[A-Z]{1,3}-)?${digits}|${british})\s+(?=\p{L})
  |\s+(?:(?:[A-Z]{2,3}\s+)?${digits}|${british})$
`;

/** `19812 Shirling Lane` and `PO Box 680941` are no city with its postcode. */
const street = /\b(?:street|avenue|lane|drive|road|way|court|boulevard|blvd)$|\bbox\b/i;

/**
 * The city of `Paris 11e`, `LYON 3EME` and `København K`, whose districts have numbers or letters; in the usual form.
 */
function withoutDistrict(city: string): string {
  return city === '' ? '' : cityName(city.replace(district, '$1$2'));
}

const district = pattern('iu')`
  ^(paris|lyon|marseille)\s+\d{1,2}\s?(?:e|er|[eè]me)(?:\s+arr(?:\.|ondissement)?)?$
  |^(København|Copenhagen|Aarhus|Århus|Odense|Aalborg)\s+(?:[A-ZØ]|NV|SV|SØ|NØ)$
`;

/** The country that a cell of the country column names, or `''`. */
function countryCell(row: Row, iso2: ReadonlySet<number>, codeOf: (text: string) => string): string {
  for (const [index, cell] of row.raw('country')) {
    const raw = repairText(cell);
    if (raw === 'NA') {
      if (!iso2.has(index)) continue;
      row.use(index);
      return 'NA';
    }
    const text = listText(cellText(cell));
    // `EL` is how the European Union writes Greece; elsewhere it is an article.
    if (text === 'EL') {
      row.use(index);
      return 'GR';
    }
    const code = text === '' ? '' : codeOf(text) || codeOf(entriesOf(text.replaceAll('/', ','))[0] ?? '');
    // `NR` is how French lists say nothing more often than Nauru: it stays under its header.
    if (code === '' || (raw === 'NR' && !iso2.has(index))) continue;
    row.use(index);
    return code;
  }
  return '';
}

/** The country of the first of these places that has one, else of the register that has its number; or `''`. */
function countryOfPlaces(row: Row, places: readonly Place[], { register }: RowReading): string {
  const registered = register !== undefined && cellText(row.cell(register.index)) !== '' ? register.countryCode : '';
  // A code behind a city is a province's of that country, though it may be another country's or an American state's.
  const isSure = registered === '' || !endsInCode.test(row.peek('location') || row.peek('city'));
  const placed = isSure ? places.find(({ countryCode }) => countryCode !== '') : undefined;
  return placed?.countryCode ?? registered;
}

const endsInCode = /(?:^|[^A-Z])[A-Z]{2}\)?$/;

/**
 * The country of its state, whichever of its columns says it (a province's code beside the region), or of the code of
 * its state behind its city; or `''`.
 */
function countryOfState(row: Row, { hints }: RowReading, city: string): string {
  const state = row.peek('state');
  if (state === '') return '';
  if (hints.usStates) return 'US';
  const named =
    row
      .raw('state')
      .map(([, cell]) => countryOfRegion(listText(cellText(cell))))
      .find((code) => code !== '') ?? '';
  if (named !== '' || city === '') return named;
  return placeByRegion(`${city}, ${state}`)?.countryCode ?? '';
}
