import { namesIn, once } from '#node/resources.ts';
import { foldLetters, fold } from '#shared/domain/text.ts';
import { pattern } from '#shared/domain/pattern.ts';
import { americanCity, type PlaceNames, withoutStreets } from './address.ts';
import { readCountryTable, type CountryNames } from './countries.ts';
import { remembered } from './remembered.ts';
import { oneLine } from './text.ts';

/** A place as far as it is known; `''` for unknown parts. */
export interface Place {
  readonly countryCode: string;
  readonly city: string;
}

const nowhere: Place = { countryCode: '', city: '' };

/**
 * Reads "City, Region, Country" in one cell, in any of its shortened forms (`Berlin`, `Germany`, `Portland, OR`,
 * `Japan, Asia`, `Gaza, Gaza, Palestinian Territory, Occupied`), with street and postcode, the country first or last;
 * of several places (`;`) the first with a country.
 */
export function parseLocation(text: string, names: CountryNames): Place {
  let first = nowhere;
  for (const one of mainFirst(text.split(manyPlaces))) {
    const place = parsePlace(firstPlace(oneLine(one), names), names);
    // A list of parts (`Kiel`, `Germany`) is one place.
    if (place.countryCode !== '') return place.city === '' ? { ...place, city: first.city } : place;
    if (first.city === '') first = place;
  }
  return first;
}

// oxlint-disable-next-line no-control-regex -- the unit separator joins lists of JSON
const manyPlaces = /[;\n\u001f]|\s\/\s|(?<=\)),\s+(?=[^,;()]+\([^()]+\))/;

/** A place without its label, and of two that are joined the first. */
export function firstPlace(text: string, names: CountryNames): string {
  return oneLine(firstOfTwo(withoutLabel(text), names));
}

/** A place without what says that it is one: `HQ: Lyon`, `Registered in London`. */
function withoutLabel(text: string): string {
  return text.length > longestLabelled
    ? text
    : withoutCityWord(text.replace(placeLabel, '').replace(mainBehind, '').replace(inSquare, ' ($1)'));
}

/** A place without the word for a city before it: `г. Москва`, `Gemeente Utrecht`; `Ciudad de México` is a name. */
export function withoutCityWord(text: string): string {
  return text.length > longestLabelled ? text : text.replace(cityWord, '').replace(inSquare, ' ($1)');
}

const cityWord = pattern('u')`
  ^(?:(?:г|гор|м|пгт|пос)\.\s*
    |(?:[Гг]ород|[Мм]істо|[Mm]iasto|[Mm]\.\s?st\.|[Cc]omune di|[Gg]emeente|[Gg]emeinde|[Mm]unicípio de|Stadt
      |Standort|[Oo]bec
      |[Mm]ěsto)\s+)
  (?=\p{Lu})
`;

/** `Leeds [UK]` */
const inSquare = /(?<=\S)\s*\[([^[\]]+)\]$/;

const longestLabelled = 120;

/** Places with the one that is said to be the main one first: of `Office: Paris; HQ: Lyon` that is Lyon. */
function mainFirst(places: readonly string[]): readonly string[] {
  if (places.length < 2) return places;
  const main = places.findIndex((place) => mainPlace.test(place));
  return main < 1 ? places : [places[main]!, ...places.filter((_, index) => index !== main)];
}

const mainWords = String.raw`(?:hq|h\.q\.|headquarter(?:s|ed)?|head[ -]?office|main office|hauptsitz|firmensitz
    |hauptb[uü]ro|zentrale|oficina (?:principal|central)|casa matriz|matriz|bureau principal|ufficio principale
    |si[eè]ge(?: social)?|sede(?: central| principal| legale| social)?|domicilio|hoofdkantoor|huvudkontor
    |hovedkontor|pääkonttori|siedziba|sídlo
    |székhely|(?:genel )?merkez|штаб-квартира|(?:головной|центральный|главный) офис|główna siedziba|centrala|ústředí
    |központ|sediul? (?:central|social|principal)|έδρα|päätoimipaikka|hovedsæde|hovedsete|säte|huvudsäte|kantor pusat
    |trụ sở(?: chính)?|总部|總部|本社|본사)`;
const mainPlace = pattern('iu')`^\s*${mainWords}(?![\p{L}])|[(\[]\s*${mainWords}\s*[)\]]\s*$`;
/** `Lyon (HQ), Paris` */
const mainBehind = pattern('iu')`\s*[(\[]\s*${mainWords}\s*[)\]](?=\s*(?:,\s*\p{L}+\s*)*$)`;
const placeLabel = pattern('iu')`
  ^(?:(?:(?:global|world|worldwide|corporate|company|european|american|us|uk|eu|north american|asian|our|the|current
      |weltweiter|europäischer)\s+)?
    (?:${mainWords}|(?:registered |branch |regional |local )?offices?|kantoor|vestiging|bureaux?
      |oficinas?|escrit[oó]rio|uffici[o]?|kontor|b[uü]ro|niederlassung|biuro|toimisto|kancel[aá]ř
      |(?:located|based|headquartered) in|location|place|address
      |city|base|based|registered|incorporated|standort|sitz|ort|lieu|ville|adresse|ubicaci[oó]n|lugar|ciudad|luogo
      |citt[aà]|local|localidade?|localización|município|vestigingsplaats|plaats|stad|by|kommune?|kaupunki|paikkakunta
      |kotipaikka|miasto|město|város|hely|oraș|şehir|il|город|адрес|місто|место|kota|osoite|adres|cím|地域
      |地点|地址|所在地|所在地区|城市|sted
      |lokasjon|plats|konum|yer|sijainti|miejsce|lokalita|locatie)\s*(?:[:：]|\s[-–—]\s)\s*
    |(?:${mainWords}|based|located|registered|incorporated|headquartered|domiciled|founded|established|offices?
      |kontor|kantoor|bureau|b[uü]ro|oficina|ufficio|biuro
      |ans[aä]ssig|gelegen|bas[eé]e?|install[eé]e?|situ[eé]e?|con sede|ubicad[ao]|establecid[ao]|sediat[ao]
      |con base|com sede
      |mit sitz|gevestigd|baserad|siedziba)\s+(?:(?:at|out)\s+)?(?:in|at|of|à|en|a|au|aux|em|no|na|i|te|w
      |we)\s+(?:the\s+)?
  )(?=\S)
`;

/**
 * The first of two places in one text, if both are cities in their countries, or that everybody knows: `Dublin, Ireland
 * & London, UK`, `Berlin + Paris`; `Tyne and Wear` is one.
 */
function firstOfTwo(text: string, names: CountryNames): string {
  if (text.length > longestLabelled || !joined.test(text)) return text;
  // The code behind the second place is not that of both.
  if (names.codeOf(text.replace(/\s*\([^()]*\)$/, '')) !== '') return text;
  const [before = '', ...others] = text.split(joined);
  const isCity = (one: string): boolean => {
    const place = parsePlace(oneLine(one), names);
    return (
      cityState.test(one) ||
      isKnownCity(place.city) ||
      (place.city !== '' && place.countryCode !== '' && names.codeOf(place.city) === '')
    );
  };
  return isCity(before) && others.every(isCity) ? before : text;
}

const cityState = /^\s*(?:singapore|singapur|hong\s?kong|monaco|luxemb(?:o?u)rg)\s*$/i;
const joined = pattern('iu')`
  \s*[&+·•|]\s*|\s+[-–—]\s+|\s+\/\s+
  |\s+(?:and|und|et|y|e|och|og|en|or|oder|ou|ve|ja|i|și|és|dan|và|και|и|та|sowie|as well as|plus)\s+
`;

function parsePlace(text: string, names: CountryNames): Place {
  const eastAsian = text.charCodeAt(0) >= firstEastAsian ? eastAsianPlace(text, names) : undefined;
  if (eastAsian !== undefined) return eastAsian;
  const australian = /\d$/.test(text) ? australianEnd.exec(text) : null;
  if (australian !== null) return { countryCode: 'AU', city: /^\D*$/.exec(australian[1] ?? '')?.[0] ?? '' };
  return placeOfSite(text, names) ?? placeOfParts(text, names);
}

/** A place whose parts have signs between them. */
function placeOfParts(text: string, names: CountryNames): Place {
  const written = writtenParts(text, names);
  const american = written.length > 1 || /^\d.*\d$/.test(text) ? americanCity(written, placeNames(names)) : undefined;
  if (american !== undefined) return { countryCode: 'US', city: american };
  const parts = partsOf(text, written, names);
  const [first] = parts;
  if (first === undefined) return nowhere;
  const place =
    firstOfPairs(parts, names) ??
    placeByEnd(text, parts, names) ??
    placeByStart(parts, names) ??
    placeByBracket(text, names);
  return place ?? { countryCode: '', city: isOfSeveral(first, names) ? '' : first };
}

/** The first of the Chinese, Japanese and Korean letters. */
export const firstEastAsian = 0x3000;

/**
 * `VIC 3000`, `12 High St, Perth WA 6000`: an Australian state and postcode; some of these are American states as well.
 */
const australianEnd = /^(?:(?:.*,\s*)?([^,]*\S),?\s+)?(?:NSW|VIC|QLD|WA|SA|TAS|ACT|NT)\s+\d{4}$/;

/** The parts of a place without those that do not say where it is. */
function writtenParts(text: string, names: CountryNames): string[] {
  const parts = text
    .split(/,|\s[-–—|]\s|\s*[>›→]\s*|:\s/)
    .map((part) => withoutRegionWithin(firstOfSeveral(part.trim(), names), names))
    .filter((part) => part !== '' && !names.isNoPlace(part));
  const [only = ''] = parts;
  return parts.length === 1 ? [withoutContinent(only, names)] : parts;
}

/** `Bengaluru (Karnataka)`: a city with its region in brackets. */
function withoutRegionWithin(part: string, names: CountryNames): string {
  const [, before = '', within = ''] = part.endsWith(')') ? (/^([^()]*[^()\s])\s*\(([^()]+)\)$/.exec(part) ?? []) : [];
  if (before === '' || names.codeOf(before) !== '') return part;
  return isRegionAnywhere(within) || names.isUsState(within) ? before : part;
}

/** Of `Berlin/Munich` and `Frankfurt/Main` the first counts, of `APAC/Singapore` the second; `c/ Mayor` is one. */
function firstOfSeveral(part: string, names: CountryNames): string {
  if (!part.includes('/') || /^.?\//.test(part)) return part;
  const pieces = part.split('/').map((piece) => piece.trim());
  return pieces.find((piece) => piece !== '' && !names.isNoPlace(piece)) ?? '';
}

/** `Europe Germany` and `Remote in Berlin`: the country or well-known city beside what is none. */
function withoutContinent(text: string, names: CountryNames): string {
  const words = text.length > longestPlace ? [] : text.split(' ');
  if (words.length < 2 || words.length > 6 || names.codeOf(text) !== '') return text;
  for (let at = 1; at < words.length; at++) {
    const [before, behind] = [
      words.slice(0, at).join(' '),
      words
        .slice(at)
        .join(' ')
        .replace(/^in (?:the )?/, ''),
    ];
    const place = names.isNoPlace(before) ? behind : names.isNoPlace(behind) ? before : '';
    if (directions.test(before) && names.codeOf(behind) !== '') return behind;
    if (place !== '' && (names.codeOf(place) !== '' || isKnownCity(place))) return place;
  }
  return text;
}

/** Parts of a country: `Norra Sverige`; a city may be called so (`East London`). */
const directions = pattern('iu')`
  ^(?:north(?:ern)?|south(?:ern)?|east(?:ern)?|west(?:ern)?|central|nord|s[uü]d|est|ost|ovest|ouest|norte|sur|sul|este
    |leste|oeste|norra|södra|östra|västra|mellersta|pohjois|północn[aey]|południow[aey]|severní|jižní|kuzey|güney|doğu
    |batı|северн\p{L}*|южн\p{L}*|noord|zuid|oost|centro|centre|mittel)-?$
`;

/**
 * A site that is called after its city, with the city behind it: `The Hive @ Leeds (Leeds)`, `Level 5 (London)`; and
 * what stands in brackets beside what is no place: `Remote (US)`, `Berlin (HQ)`. Undefined if a text is none.
 */
function placeOfSite(text: string, names: CountryNames): Place | undefined {
  if (text.length > longestPlace) return undefined;
  const [, before = '', within = ''] = /[)\]]$/.test(text) ? (bracketed.exec(text) ?? []) : [];
  if (before === '') {
    const at = text.lastIndexOf(' @ ');
    return at === -1 ? undefined : parsePlace(text.slice(at + 3), names);
  }
  return placeWithBracket(before, within, names);
}

function placeWithBracket(before: string, within: string, names: CountryNames): Place | undefined {
  if (names.isNoPlace(within) || noCity.test(within)) return parsePlace(before, names);
  if (names.isNoPlace(before) || before.includes(' @ ')) return parsePlace(within, names);
  const country = names.codeOf(before);
  // `Estonia (Tallinn)`
  if (country !== '' && names.codeOf(within) === '' && !isLargerThanCity(within, country, names))
    return { countryCode: country, city: parsePlace(within, names).city || within };
  return names.codeOf(within) !== '' || before.includes(',') ? undefined : placeWithin(before, within, names);
}

function isLargerThanCity(text: string, country: string, names: CountryNames): boolean {
  return isRegionOf(country, text) || (country === 'US' && names.isUsState(text)) || !/^\p{Lu}[^\d]*$/u.test(text);
}

/** The place in brackets, if what is before them is no place of its own. */
function placeWithin(before: string, within: string, names: CountryNames): Place | undefined {
  const place = parsePlace(within, names);
  const country = cityCountry(before);
  // `Gurgaon (Delhi NCR)`
  if (country !== '') return country === cityCountry(place.city) ? { countryCode: country, city: before } : undefined;
  if (place.city === '' || names.codeOf(before) !== '' || names.isUsState(before)) return undefined;
  const isSure = isKnownCity(place.city) || place.countryCode !== '' || fold(before).endsWith(` ${fold(within)}`);
  return isSure ? place : undefined;
}

const bracketed = /^([^()[\]]*[^()[\]\s])\s*[([]([^()[\]]+)[)\]]$/;

/** What brackets say of a place besides its name. */
const noCity = /^(?:hq|head ?quarters?|head office|main office|main|hybrid)$/i;

/** What addresses are compared with. */
function placeNames(countries: CountryNames): PlaceNames {
  return {
    countries,
    isRegion: (part) => isRegionAnywhere(part) || countryByCode().has(`*,${part}`),
    isKnownCity,
  };
}

/** Whether everybody knows a city of this name. */
function isKnownCity(name: string): boolean {
  return cityCountry(name) !== '';
}

/** The country of a city that everybody knows, or `''`. */
function cityCountry(name: string): string {
  return name.length > longestPlace ? '' : (countryByCity().get(foldLetters(name).trim()) ?? '');
}

/** The parts of a place from its city on. */
function partsOf(text: string, written: readonly string[], names: CountryNames): string[] {
  const isAddress = /\d/.test(text) || written.length > 2;
  const parts = isAddress ? withoutStreets(written, placeNames(names)) : [...written];
  // `Copenhagen DK` and `Austin TX`, also before a country.
  const spaced = parts.length < 3 ? /^(\p{Lu}\p{Ll}.*\S)\s+([A-Z]{2})$/u.exec(parts[0] ?? '') : null;
  if (spaced !== null && names.codeOf(text) === '' && isPlaceCode(spaced[2] ?? '', names)) {
    parts.splice(0, 1, spaced[1] ?? '', spaced[2] ?? '');
  }
  return withoutArticle(parts);
}

function isPlaceCode(code: string, names: CountryNames): boolean {
  return names.isIso2(code) || names.isUsState(code);
}

/** `Bahamas, The` and `Hague, The, Netherlands`: an article that lists put after the name. */
function withoutArticle(parts: readonly string[]): string[] {
  const named = parts.length > 1 && isArticle.test(parts.at(-1) ?? '') ? parts.slice(0, -1) : [...parts];
  if (named.length > 2 && isArticle.test(named[1] ?? '')) named.splice(0, 2, `The ${named[0] ?? ''}`);
  return named;
}

const isArticle = /^the$/i;

/** `Paris, France, Berlin, Germany`: of places side by side the first. */
function firstOfPairs(parts: readonly string[], names: CountryNames): Place | undefined {
  if (parts.length < 4 || parts.length % 2 === 1) return undefined;
  const isPairs = parts.every((part, at) => (names.codeOf(part) !== '') === (at % 2 === 1));
  return isPairs ? { countryCode: names.codeOf(parts[1] ?? ''), city: parts[0] ?? '' } : undefined;
}

/** A place whose last part, or last two, are a country or an American state. */
function placeByEnd(text: string, parts: readonly string[], names: CountryNames): Place | undefined {
  const last = parts.at(-1) ?? '';
  const city = cityBeforeEnd(parts);
  // `Portland, OR` and `Atlanta, GA`: a state's code after a city takes precedence over countries with the same code.
  if (parts.length === 2 && twoCapitals.test(last) && names.isUsState(last)) return { countryCode: 'US', city };
  const code = countryOfLast(parts, names);
  // `Congo, Democratic Republic of the` and `Virgin Islands, U.S.`, with or without a city before it.
  const inTwo = code === '' || /\bislands$/i.test(parts.at(-2) ?? '') ? names.codeOf(parts.slice(-2).join(', ')) : '';
  if (inTwo !== '') return { countryCode: inTwo, city: parts.length > 2 ? city : '' };
  if (code !== '') return { countryCode: code, city: last === text ? cityBeforeCode(text, names) : city };
  return parts.length > 1 && names.isUsState(last) ? { countryCode: 'US', city } : undefined;
}

/** `NY, USA` names a state, not a city. */
function cityBeforeEnd(parts: readonly string[]): string {
  const [first = ''] = parts;
  return parts.length > 1 && !twoCapitals.test(first) ? first : '';
}

const twoCapitals = /^[A-Z]{2}$/;

/** The country in the last part, or `''`. `EL` is the European Union's code for Greece; alone it is an article. */
function countryOfLast(parts: readonly string[], names: CountryNames): string {
  const last = parts.at(-1) ?? '';
  return last === 'EL' && parts.length > 1 ? 'GR' : names.codeOf(last);
}

/** The city of `Berlin (DE)`; `''` for `Germany (DE)`. */
function cityBeforeCode(text: string, names: CountryNames): string {
  const before = /^(.*\S)\s*\([^()]+\)$/.exec(text)?.[1];
  return before === undefined || names.codeOf(before) !== '' ? '' : before;
}

/** `Germany, Berlin` */
function placeByStart(parts: readonly string[], names: CountryNames): Place | undefined {
  const countryCode = parts.length > 1 ? names.codeOf(parts[0] ?? '') : '';
  return countryCode === '' ? undefined : { countryCode, city: parts.at(-1) ?? '' };
}

/** `Springfield, Illinois (USA)` */
function placeByBracket(text: string, names: CountryNames): Place | undefined {
  const [, before = '', within = ''] = /^(.*\S)\s*\(([^()]+)\)$/.exec(text) ?? [];
  const countryCode = within === '' ? '' : names.codeOf(within);
  return countryCode === '' ? undefined : { countryCode, city: before.split(',')[0] ?? '' };
}

/** `UK & Ireland` and `Europe and Asia` are neither a country nor a city. */
function isOfSeveral(text: string, names: CountryNames): boolean {
  const isOne = (one: string): boolean => names.codeOf(one) !== '' || names.isNoPlace(one);
  return severalCountries.test(text) && text.split(severalCountries).every(isOne);
}

const severalCountries = /\s*(?:&|\+|\band\b|\bund\b|\bet\b)\s*/;

/**
 * The city and the country's ISO2 of a place whose code is that of a region: a code that no country has, or the region
 * that a city of that name is in. Undefined if the code is not such a region.
 */
export function placeByRegion(text: string): Place | undefined {
  if (text.length > longestPlace) return undefined;
  const last = text.charCodeAt(text.length - 1);
  if (last !== closingBracket && (last < capitalA || last > capitalZ)) return undefined;
  const [, city = '', code = ''] = cityAndCode.exec(text) ?? [];
  if (city === '') return undefined;
  const countryCode = countryByCode().get(`${regionKey(city)},${code}`) ?? countryByCode().get(`*,${code}`) ?? '';
  if (countryCode === '') return text.endsWith(` ${code}`) ? knownBeforeCode(text, city) : undefined;
  return { countryCode, city: city.trim() };
}

/** `Zürich ZZ`: a city that everybody knows, with letters that mean nothing to us; a comma before them is a code. */
function knownBeforeCode(text: string, city: string): Place | undefined {
  const countryCode = text.includes(',') ? '' : cityCountry(city);
  return countryCode === '' || unsure.test(text) ? undefined : { countryCode, city: city.trim() };
}

/** Codes of two letters may be a country's or a state's: `Paris TX`, `London UK`. */
const unsure = /\s[A-Z]{2}$/;

/** A city followed by a code: `Milano, MI`, `Milano (MI)`, `Recife - PE`, `Recife/PE`. */
const cityAndCode = /^([^,()/]+?)(?:,\s*|\s+\(|\s+[-–]\s+|\s*\/\s*|(?<=\p{Ll})[\s-]+(?=[A-Z]{2}))([A-Z]{1,3})\)?\s*$/u;

/** Longer texts are not a city and a code. */
const longestPlace = 80;
const closingBracket = 41;
const capitalA = 65;
const capitalZ = 90;

/**
 * The countries of the regions that follow cities as codes, by `city,code`, from `resources/import/regionCodes.tsv`.
 * Most are country codes, too, and count only after a city in that region: `Milano, MI` is not in Michigan,
 * `Recife, PE` not in Peru. Those that no country has count after any city (`*`).
 */
const countryByCode = once(() => {
  const table = readCountryTable('regionCodes.tsv', ['code', 'city']);
  return namesIn(
    table,
    ({ code, city }) => `${city},${code}`,
    ({ country }) => country,
  );
});

/** Whether a text names a region of that country (ISO2) rather than a city in it. */
export function isRegionOf(countryCode: string, text: string): boolean {
  return regions().byCountry.get(countryCode)?.has(regionKey(text)) === true;
}

/** Whether a text names a region of some country. */
export function isRegionAnywhere(text: string): boolean {
  return regions().all.has(regionKey(text));
}

/** ISO2 of the only country with a region of this name, as far as is known; otherwise `''`. */
export function countryOfRegion(text: string): string {
  return text.length > longestPlace ? '' : (regions().countryByName.get(regionKey(text)) ?? '');
}

/** A region's name for comparing: `Emilia Romagna` and `EMILIA-ROMAGNA` are one. */
function regionKey(text: string): string {
  return fold(text)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

interface Regions {
  /** Folded names of the regions of a country. */
  readonly byCountry: ReadonlyMap<string, ReadonlySet<string>>;
  /** The countries of region names that no other country has. */
  readonly countryByName: ReadonlyMap<string, string>;
  readonly all: ReadonlySet<string>;
}

/**
 * Regions whose name is not also a city's (`Washington` and `Madrid` may be the city), from
 * `resources/import/regions.tsv`; `only` says whether no other country has one of that name. American states have a
 * table of their own.
 */
const regions = once((): Regions => {
  const table = readCountryTable('regions.tsv', ['name', 'only']);
  namesIn(
    table,
    ({ name }) => regionKey(name),
    ({ country }) => country,
  );
  const byCountry = new Map<string, Set<string>>();
  for (const row of table.rows) {
    if (row.only !== 'yes' && row.only !== 'no') throw table.problem(row, 'the cell “only” must be yes or no.');
    byCountry.set(row.country, (byCountry.get(row.country) ?? new Set()).add(regionKey(row.name)));
  }
  const only = table.rows.filter((row) => row.only === 'yes');
  return {
    byCountry,
    countryByName: new Map(only.map(({ name, country }) => [regionKey(name), country])),
    all: new Set(table.rows.map(({ name }) => regionKey(name))),
  };
});

/** Finds the country of a well-known city. Created once per import. */
export class CityNames {
  /** ISO2 of the country a city is known to be in, or `''`. */
  readonly countryOf = remembered((city) => countryByCity().get(foldLetters(city).trim()) ?? '');
}

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
    // Chinese and Japanese names also with the word for city.
    if (eastAsianName.test(name) && country !== 'KR') cities.set(foldLetters(`${name}市`), country);
  }
  return cities;
});

const cityTable = once(() => readCountryTable('cities.tsv', ['name']));

/** The countries whose places are written without separators, largest part first. */
type EastAsian = 'CN' | 'TW' | 'JP' | 'KR';

/**
 * A place in Chinese, Japanese or Korean, which runs from the country or province down to the street and hardly has
 * separators: `广东深圳`, `上海市浦东新区`, `서울특별시 강남구`, `東京都港区`, `美国硅谷`. Undefined if we do not know it. The city is returned as
 * written there, without the word for city.
 */
function eastAsianPlace(text: string, names: CountryNames): Place | undefined {
  if (!eastAsianText.test(text)) return undefined;
  const inside = withoutContinentBefore(text, names);
  if (inside !== text) return parsePlace(inside, names);
  const known = placeAmong(countries, text.replace(postcode, ''));
  if (known !== undefined) return known;
  const { country, behind } = countryBefore(text, names);
  if (country === '') return undefined;
  const own = isEastAsian(country) ? placeAmong([country], behind.replace(postcode, '')) : undefined;
  return own ?? { countryCode: country, city: shortName.test(behind) ? behind : '' };
}

const postcode = /^(?:〒\s*)?\d{3}-?\d{4}\s*/;
const separators = /^[\s·・,，、/|>_–-]+/;
const eastAsianText = /^[〒\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/;
const shortName = /^\p{L}{2,6}$/u;
const longestCountry = 8;

function isEastAsian(code: string): code is EastAsian {
  return code in provinces;
}

function placeAmong(among: readonly EastAsian[], text: string): Place | undefined {
  for (const country of among) {
    const city = cityIn(text, country);
    if (city !== undefined) return { countryCode: country, city };
  }
  return undefined;
}

/** `以色列` of `亚洲-以色列`; the text itself where no continent is before a place. */
function withoutContinentBefore(text: string, names: CountryNames): string {
  for (let length = Math.min(longestContinent, text.length); length >= 2; length--) {
    if (names.isNoPlace(text.slice(0, length))) return text.slice(length).replace(separators, '');
  }
  return text;
}

const longestContinent = 5;

/** The country a text begins with, the longest name first, and what follows it. */
function countryBefore(text: string, names: CountryNames): { country: string; behind: string } {
  for (let length = Math.min(longestCountry, text.length); length >= 2; length--) {
    const country = names.codeOf(text.slice(0, length));
    if (country !== '') return { country, behind: text.slice(length).replace(separators, '') };
  }
  return { country: '', behind: text };
}

/** The city a text begins with, perhaps after its province; `''` if only the province is known. */
function cityIn(text: string, country: EastAsian): string | undefined {
  if (country === 'JP' && tokyoWard.test(text)) return '東京';
  const province = provinces[country].exec(text)?.[0];
  const rest = text.slice(province?.length ?? 0).replace(separators, '');
  const known = citiesOf()
    .get(country)
    ?.find((city) => rest.startsWith(city));
  if (known !== undefined) return knownCity(known, rest.slice(known.length), country);
  if (province === undefined) return undefined;
  return named[country].exec(rest)?.[1] ?? (/^\p{L}{2,3}$/u.test(rest) ? rest : '');
}

/** Wards that only Tokyo has. */
const tokyoWard = pattern()`
  ^(?:千代田|港|新宿|文京|台東|墨田|江東|品川|目黒|大田|世田谷|渋谷|中野
    |杉並|豊島|荒川|板橋|練馬|足立|葛飾|江戸川)区
`;

const provinces: Readonly<Record<EastAsian, RegExp>> = {
  CN: pattern()`
    ^(?:(?:河北|山西|辽宁|遼寧|吉林|黑龙江|黑龍江|江苏|江蘇|浙江|安徽|福建|江西|山东|山東|河南|湖北|湖南
      |广东|廣東|海南|四川|贵州|貴州|云南|雲南|陕西|陝西|甘肃|甘肅|青海)省?
      |(?:内蒙古|广西|廣西|西藏|宁夏|寧夏|新疆)(?:壮族|回族|维吾尔)?(?:自治区)?)
  `,
  TW: /^(?:台灣|臺灣|台湾)省/,
  JP: pattern()`
    ^(?:北海道|(?:大阪|京都)府
      |(?:青森|岩手|宮城|秋田|山形|福島|茨城|栃木|群馬|埼玉|千葉|神奈川|新潟|富山|石川|福井|山梨|長野|岐阜
      |静岡|愛知|三重|滋賀|兵庫|奈良|和歌山|鳥取|島根|岡山|広島|山口|徳島|香川|愛媛|高知|福岡|佐賀|長崎
      |熊本|大分|宮崎|鹿児島|沖縄)県)
  `,
  KR: pattern()`
    ^(?:경기도?|강원(?:특별자치도|도)?|충청[남북]도|충[남북]|전라[남북]도|전북특별자치도
      |전[남북]|경상[남북]도|경[남북]|제주특별자치도)(?=[\s,]|$)
  `,
};

/** A city of the list with what follows it; undefined if that makes it part of another word. */
function knownCity(city: string, behind: string, country: EastAsian): string | undefined {
  if (country === 'KR' && !koreanEnd.test(behind)) return undefined;
  // Tokyo is a prefecture with cities of its own.
  const inner = behind.startsWith('都') ? named.JP.exec(behind.slice(1))?.[1] : undefined;
  return inner ?? city.replace(/市$/, '');
}

/** A city with the word for it, if the list of cities does not have it. */
const named: Readonly<Record<EastAsian, RegExp>> = {
  CN: /^(\p{Script=Han}{2,4}?)市/u,
  TW: /^(\p{Script=Han}{2,3}?)[市縣县]/u,
  JP: /^([\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ヶケ]{1,5}?)市/u,
  KR: /^([가-힣]{2,4}?)[시군](?=[\s,]|$)/,
};

/** What follows a Korean city: its rank, or the end of the word (`대구 달서구`, not `대구텍`). */
const koreanEnd = /^(?:(?:특별자치시|특별자치도|특별시|광역시|시)?(?=[\s,]|$))/;

const countries: readonly EastAsian[] = ['CN', 'TW', 'JP', 'KR'];
const citiesOf = once(() => new Map(countries.map((country) => [country, eastAsianCities(country)])));

/** Well-known cities of a country in its own East Asian script, longest names first. */
function eastAsianCities(country: string): string[] {
  return cityTable()
    .rows.filter((city) => city.country === country && eastAsianName.test(city.name))
    .map(({ name }) => name)
    .toSorted((a, b) => b.length - a.length);
}

/** Names in the scripts of China, Japan and Korea. */
const eastAsianName = /^[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/;
