import { pattern } from '#shared/domain/pattern.ts';
import type { CountryNames } from './countries.ts';

/** What an address is compared with; all of it by the text of one part. */
export interface PlaceNames {
  readonly countries: CountryNames;
  /** Whether a part is a region of some country. */
  readonly isRegion: (part: string) => boolean;
  /** Whether a part is a city that everybody knows. */
  readonly isKnownCity: (part: string) => boolean;
}

/**
 * The city of an American address, which stands before the state: `12675 Crenshaw Blvd, Hawthorne, CA 90250`, with or
 * without its postcode and the country. Undefined if the parts are none; `''` if the city is not there. A bare state
 * tells an American address only behind a street, because it may be a country as well.
 */
export function americanCity(parts: readonly string[], { countries }: PlaceNames): string | undefined {
  const { before, text, isZipped, isNamed } = americanEnd(parts, countries);
  const found = stateAtEnd(text, countries);
  if (found === undefined) return undefined;
  const isBehindStreet = !isZipped && before.some(isStreetOrUnit);
  if (!isZipped && !(isBehindStreet && (isNamed || isStateAlone(found.state, countries)))) return undefined;
  if (found.city !== '') return cityIn(found.city);
  const city = cityIn(before.at(-1) ?? '');
  return city === '' && alsoCities.test(text) ? text : city;
}

/** The end of an American address without its country and postcode. */
interface AmericanEnd {
  /** The parts before the one that may have the state. */
  readonly before: readonly string[];
  readonly text: string;
  readonly isZipped: boolean;
  /** Whether the country is named. */
  readonly isNamed: boolean;
}

function americanEnd(parts: readonly string[], countries: CountryNames): AmericanEnd {
  const isNamed = parts.length > 1 && countries.codeOf(parts.at(-1) ?? '') === 'US';
  const rest = isNamed ? parts.slice(0, -1) : parts;
  const isApart = rest.length > 1 && zip.test(rest.at(-1) ?? '');
  const before = rest.slice(0, isApart ? -2 : -1);
  const last = rest[before.length] ?? '';
  const text = last.replace(zipBehind, '').trim();
  return { before, text, isZipped: isApart || text !== last, isNamed };
}

/** Behind a street `CA` is the state, as behind a lone city; `Georgia` may be the country. */
function isStateAlone(state: string, countries: CountryNames): boolean {
  return /^[A-Z]{2}$/.test(state) || countries.codeOf(state) === '';
}

const zip = /^\d{5}(?:-\d{4})?$/;
const zipBehind = /\s+\d{5}(?:-\d{4})?$/;

/** States that are cities, too. */
const alsoCities = /^(?:new york|washington)$/i;

/** The state that a text is or ends in, and what is before it: `Palo Alto CA`. */
function stateAtEnd(text: string, countries: CountryNames): { city: string; state: string } | undefined {
  if (text === '' || text.length > longestPart) return undefined;
  if (countries.isUsState(text)) return { city: '', state: text };
  const words = text.split(/\s+/);
  for (const count of [1, 2]) {
    const state = words.slice(-count).join(' ');
    // A name in two words is only a state's where it is written out: `New York`, not `York`.
    if (words.length > count && countries.isUsState(state)) return { city: words.slice(0, -count).join(' '), state };
  }
  return undefined;
}

/** Longer texts between commas are not a city with its state. */
const longestPart = 80;

/** The city behind a street without a comma: `1600 Amphitheatre Pkwy Mountain View`; or `''`. */
export function cityBehindStreet(text: string): string {
  return /^\d/.test(text) && text.length <= longestPart && behindStreet.test(text) ? cityIn(text) : '';
}

/** The city that a part is, or that follows a street in it (`1701 Page Mill Rd Palo Alto`); or `''`. */
function cityIn(part: string): string {
  if (part.length > longestPart) return '';
  const behind = behindStreet.exec(part)?.[1] ?? '';
  if (behind !== '') return isStreetOrUnit(behind) || direction.test(behind) ? '' : behind;
  const bare = part.replace(postcodeBefore, '');
  const text = bare !== part && !isStreetAfterNumber.test(bare) ? bare : part;
  return isStreetOrUnit(text) ? '' : text;
}

/** What follows a street, or a suite in it. */
const behindStreet = pattern('iu')`
  ^\d\S*\s.*?\S\s(?:street|st|road|rd|avenue|ave|boulevard|blvd|drive|dr|lane|ln|parkway|pkwy|highway|hwy|court|ct
    |floor)\.?(?:\s(?:[ns][ew]?|[ew]))?(?:\s(?:suite|ste|unit|apt|floor|#)\.?\s?#?[\da-z-]*\d[\da-z-]*|\s#\S+)?\s
  (\p{Lu}[\p{L}.'’-]+(?:\s\p{Lu}[\p{L}.'’-]+){0,3})$
`;

/** `123 Main St North` */
const direction = /^(?:north|south|east|west|northeast|northwest|southeast|southwest)\b/i;

/**
 * The parts of a place from its city on, without streets and postcodes: of `22 Laskar Road`, `Bangalore 560030`,
 * `India` the last two. A part with a postcode is the city, unless it is its region; else a city that everybody knows,
 * if a street is before it; otherwise what follows the last street.
 */
export function withoutStreets(parts: readonly string[], names: PlaceNames): string[] {
  let city = -1;
  let street = -1;
  // A postcode or a door number alone says nothing.
  const lettered = parts.filter((part) => /\p{L}/u.test(part));
  const bare = lettered.map((part, index) => {
    const state = stateAndPostcode.exec(part)?.[1];
    if (state !== undefined) return state;
    const text = withoutPostcode(part, index, names);
    if (text === part || text === '') {
      if (city === -1 && (isStreetOrUnit(part) || isStreetBefore(part, lettered[index + 1], index, names))) {
        street = index;
      }
      return part;
    }
    if (!isLargerPart(text, names)) city = index;
    return text;
  });
  if (city !== -1) return bare.slice(city);
  const isHouse = street === -1 && houseWords.test(bare[0] ?? '');
  const after = isHouse ? 0 : street;
  const known = after === -1 ? -1 : bare.findIndex((part, index) => index > after && names.isKnownCity(part));
  return bare.slice(known === -1 ? street + 1 : known);
}

/** A state's code with a postcode (`IL 62701`) is not a city. */
const stateAndPostcode = /^([A-Z]{2})\s+\d{5}(?:-\d{4})?$/;

/** A part without the postcode before or behind its city; the part itself if that number is a house's. */
function withoutPostcode(part: string, index: number, { isKnownCity }: PlaceNames): string {
  const name = part.replace(index === 0 ? numberOfCity : numberOfTown, '');
  const town = name.replace(australianState, '');
  if (name !== part && (isKnownCity(town) || (index > 0 && !isStreetOrUnit(town)))) return town;
  if (isUnit.test(part) || streetEndings.test(numberBehind.exec(part)?.[1] ?? '')) return part;
  const behind = part.replace(postcodeBefore, '');
  if (behind !== part && isStreetAfterNumber.test(behind)) return part;
  const text = behind.replace(postcodeBehind, '').trim();
  return text !== behind && isStreetOrUnit(text) ? part : text;
}

const australianState = /\s(?:NSW|VIC|QLD|WA|SA|TAS|ACT|NT)$/;

/** A short postcode behind a city: `Reykjavik 101`; behind a street also `Lane Cove 2066`. */
const numberOfCity = /(?<=\p{L})(?: City)?\s\d{3,4}$/u;
const numberOfTown = /(?<=^\p{Lu}[\p{L}.'’-]+(?:\s\p{L}[\p{L}.'’-]*){0,3})(?: City\s\d{3}|\s\d{4})$/u;

/** A postcode before its city: `10115 Berlin`, `B-1000 Bruxelles`, `111 43 Stockholm`, `1016 BR Amsterdam`. */
const postcodeBefore = pattern('u')`
  ^(?:\d{4} ?[A-Z]{2}|\d{2}-\d{3}|\d{4}-\d{3}|\d{3} \d{2}|(?:[A-Z]{1,2}-)?\d{4,6})\s+(?=\p{L}{2})
`;

/**
 * A postcode after a city or its region: `London EC2A 1AR`, `Bangalore 560030`, `Toronto ON M5V 2T6`,
 * `Sydney NSW 2009`, `Porto 4250-151`, `Riga LV-1021`, `Nieuwegein 3431 HK`.
 */
const postcodeBehind = pattern('u')`
  \s+(?:-\s*)?(?:(?:NSW|VIC|QLD|WA|SA|TAS|ACT|NT)\s+\d{4}|(?<=^\p{L}+\s)\d{4}|\d{5,8}|\d{3} \d{2,3}
    |\d{2}-\d{3}|\d{4,5}-\d{3}|\d{3}-\d{3,4}|\d{4} ?[A-Z]{2}|[A-Z]{1,2}-\d{4,5}
    |[A-Z]{1,2}\d[A-Z\d]?(?: ?\d[A-Z]{2})?|(?:[A-Z]{2} )?[A-Za-z]\d[A-Za-z] ?\d[A-Za-z]\d)$
`;

/** Whether part of a place is a street, a house, or a part of one; `Paris 9` and `Milano 2` are not. */
function isStreetOrUnit(part: string): boolean {
  if (streetWords.test(part) || numberBefore.test(part) || isUnit.test(part)) return true;
  if (numberInWords.test(part)) return isStreetAfterNumber.test(part.replace(numberInWords, ''));
  const [, name = ''] = numberBehind.exec(part) ?? [];
  return name !== '' && (streetEndings.test(name) || name.includes(' ') || /\d{3}/.test(part));
}

/** Whether the first part, a word and a number, is a street because a city follows it: `Zoomstede 5, Nieuwegein`. */
function isStreetBefore(part: string, next: string | undefined, index: number, names: PlaceNames): boolean {
  if (index > 0 || next === undefined || !numberBehind.test(part)) return false;
  return !isLargerPart(next, names);
}

/** Whether a part is a country or a region. */
function isLargerPart(part: string, { countries, isRegion }: PlaceNames): boolean {
  return countries.codeOf(part) !== '' || countries.isUsState(part) || isRegion(part) || regionByWord.test(part);
}

const regionByWord = /^(?:SA|NT)$|\s(?:[Rr]egion|oblast|province|prefecture|county|governorate|canton)$/;

/** What may be a house, or a place that is called after one, before a city that everybody knows. */
const houseWords = pattern('i')`
  \b(?:university|universität|université|institute|hospital|centre|center|campus|house|haus|tower|towers|park|parc
    |yards?|mall|plaza|complex|estate|mills?|works|wharf|hub|square)\b
`;

/**
 * Words of streets and houses, in the positions they have there: `Water St`, `1st Floor`. `St. Louis`, `Road Town`,
 * `College Place` are cities.
 */
const streetWords = pattern('i')`
  \s(?:street|road|avenue|boulevard|blvd)\b
  |\b(?:floor|suite|building|bldg|p\.?o\.? box)\b
  |\s(?:st|rd|ave|dr|drive|ln|lane|pkwy|parkway|hwy|highway|expressway)\.?(?:\s(?:[ns][ew]?|[ew]))?$
  |\s#\s?\d
  |^(?:flat|shop|office|apt|apartment|house|door|block|tower|unit|suite)\s(?:no\.?\s?)?[a-z]?-?\d
  |^(?:rue|calle|avenue|avenida|boulevard|rua|via|viale|piazza|corso|largo|ulica|ulitsa|jalan|near|opposite|behind
    |plot|level|unit)\s
  |^(?:ul|jl|av|avda|opp|str)\.\s?\S
  |\s(?:caddesi|cad\.|sokak|sok\.|sk\.|mahallesi|mah\.|utca|prospekt|pereulok)(?:\s|$)
`;

/** A part of a house: `Suite 1000`, `Ste-C`, `#05-01`, `12/F`, `PO Box 12`, `10-D`. */
const isUnit = pattern('i')`
  ^(?:#|(?:suite|ste|unit|apt|apartment|flat|floor|fl|level|lvl|room|rm|office|shop|block|blk|tower|bldg|building
    |plot|door|no|box|postfach|bp|p\.?\s?o\.?\s?box)(?:\.\s?|[\s-]+)(?:no\.?\s?)?(?:#?\d\S*|[a-z](?:-?\d+)?)(?:\s|$)
    |\d{1,3}\s?/?f(?:\s|$)|(?:\d+[-/])+[a-z\d]+$|\d+[a-z]$|[a-z]-?\d+$)
`;

/** What a house number, which may look like a postcode, stands before: `12675 Crenshaw Blvd`. */
const isStreetAfterNumber = pattern('i')`
  \b(?:street|road|avenue|boulevard|blvd|broadway)\b
  |\s(?:st|rd|ave?|dr|drive|ln|lane|way|ct|court|pl|place|pkwy|parkway|hwy|highway|cir|circle|ter|terrace|sq|square
    |plaza|loop|trail|trl|row|walk|alley|crescent|cres|close|mews|pike|turnpike|freeway|expressway|promenade|commons
    |center|centre|park|point|run|crossing)\.?(?:\s(?:[ns][ew]?|[ew]|north|south|east|west))?\.?(?:\s#.*|\s\d+)?$
  |^(?:[nsew]|north|south|east|west)\.?\s
`;
const numberBefore = /^(?:no\.? ?)?\d+\p{L}?(?:\s?[-–/]\s?\d+\p{L}?)*,?\s+\p{L}|^\d+(?:st|nd|rd|th)\s+(?!of\s)\p{L}/iu;
const numberInWords = /^(?:one|two|three|four|five|six|seven|eight|nine|ten)\s/i;
const numberBehind = /^(.*\p{L}\.?)\s+\d+(?:\s?[-–/]\s?\d+)?\s?[a-z]?$/iu;
const streetEndings = pattern('i')`
  (?:str(?:aße|asse|\.)?|straat|gasse|weg|platz|allee|damm|ufer
    |gatan|gata|vägen|vej|gade|veien|laan|gracht|plein|katu|tie)$
`;
