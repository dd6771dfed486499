import { codeBehindCity } from '../columns/hints.ts';
import { listText } from '../values/listLiteral.ts';
import { cellText, entriesOf, listSeparator, oneLine, repairText } from '../values/text.ts';
import { firstEastAsian, parseLocation, type Place } from '../values/location.ts';
import type { CityNames } from '../values/cities.ts';
import { isRegionOf, placeByRegion } from '../values/regions.ts';
import type { Row, RowReading } from './rowReader.ts';

/**
 * Where a company is: the country column, else the country of its location, of its city cell, of its state (where the
 * file's states are American), of its list of regions (where that names one country only), and last of a city that
 * everybody knows.
 */
export function readPlace(row: Row, reading: RowReading): Place {
  const {
    hints,
    lookups: { countries, cities },
  } = reading;
  const location = placeIn(row.text('location'), reading);
  const inCity = cityOf(row, (text) => placeIn(text, reading));
  const city = inCity.city === '' ? location.city : inCity.city;
  const own = countryCell(row, hints.iso2, (text) => countries.codeOf(text));
  if (own !== '') return { countryCode: own, city };
  if (location.countryCode !== '') return { countryCode: location.countryCode, city };
  if (inCity.countryCode !== '') return { countryCode: inCity.countryCode, city };
  if (hints.usStates && row.text('state') !== '') return { countryCode: 'US', city };
  const regions = entriesOf(row.text('regions')).map((part) => countries.codeOf(part));
  const named = new Set(regions.filter((code) => code !== ''));
  const [only = ''] = named;
  if (named.size > 0) return { countryCode: named.size === 1 ? only : '', city };
  const known = cities.countryOf(city);
  if (known !== '') return { countryCode: known, city };
  // A country in the column of cities is where the company is; its city is not known then.
  const code = countries.codeOf(city);
  return { countryCode: code, city: code === '' ? city : '' };
}

/** A place without what only says how large it is, and without a region in the place of its city. */
function placeIn(text: string, reading: RowReading): Place {
  if (text === '') return nowhere;
  const { countries, cities } = reading.lookups;
  const read = placeByRegion(text) ?? placeOf(text, reading);
  // `Via Roma 1, 20121 Milano (MI)`.
  const place = (read.countryCode === '' && read.city !== text ? placeByRegion(read.city) : undefined) ?? read;
  const city = withoutArea(place.city, cities);
  if (city === '') return place;
  const isState = countries.isUsState(city) && !alsoCities.test(city);
  if (place.countryCode !== '') {
    const isRegion = place.countryCode === 'US' ? isState : isRegionOf(place.countryCode, city);
    return { countryCode: place.countryCode, city: isRegion ? '' : city };
  }
  return isState ? { countryCode: 'US', city: '' } : { countryCode: '', city };
}

/** American states that are cities, too. */
const alsoCities = /^(?:new york|washington|district of columbia|d\.?c\.?)$/i;

const nowhere: Place = { countryCode: '', city: '' };

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

/**
 * A place; a city that everybody knows, or the other places of the file, tell whether `Georgia` and `DE` behind a city
 * are the state or the country.
 */
function placeOf(text: string, { hints, lookups: { countries, cities } }: RowReading): Place {
  // Where the other places are American, so is `CA`.
  if (hints.usPlaces && /^[A-Z]{2}$/.test(text) && countries.isUsState(text)) return { countryCode: 'US', city: '' };
  const place = parseLocation(text, countries);
  const known = cities.countryOf(place.city);
  if (place.countryCode === 'GE' && known === 'US') return { ...place, countryCode: known };
  const code = place.countryCode === 'US' ? codeBehindCity(text) : '';
  const isCountry = code !== '' && countries.isIso2(code) && known !== 'US' && (hints.isoPlaces || known === code);
  return isCountry ? { ...place, countryCode: code } : place;
}

function countryCell(row: Row, iso2: ReadonlySet<number>, codeOf: (text: string) => string): string {
  for (const [index, cell] of row.raw('country')) {
    const raw = repairText(cell);
    if (raw === 'NA') {
      if (iso2.has(index)) return 'NA';
      continue;
    }
    const text = listText(cellText(cell));
    // `EL` is how the European Union writes Greece; elsewhere it is an article.
    if (text === 'EL') return 'GR';
    const code = text === '' ? '' : codeOf(text) || codeOf(entriesOf(text.replaceAll('/', ','))[0] ?? '');
    if (code !== '') return code;
  }
  return '';
}

/** A city cell may name several cities (`Pune / Mumbai`: the first counts) or a whole place (`Berlin, Germany`). */
function cityOf(row: Row, parse: (text: string) => Place): Place {
  const text = oneLine(row.text('city').replaceAll(listSeparator, '; '));
  if (text === '') return { countryCode: '', city: '' };
  const [first = ''] = text.split(/\s*[/;]\s*/);
  if (first.includes(',')) return parse(first);
  // `广东深圳` and `Berlin (DE)` are whole places, too.
  const place = first.endsWith(')') || first.charCodeAt(0) >= firstEastAsian ? parse(first) : undefined;
  return place === undefined || place.countryCode === '' ? { countryCode: '', city: first } : place;
}
