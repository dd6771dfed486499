import type { CountryNames } from './countries.ts';
import { isRegionAnywhere } from './regions.ts';

/** A postcode before its city: `10115 Berlin`, `B-1000 Bruxelles`, `111 43 Stockholm`, `1016 BR Amsterdam`. */
const postcodeBefore = /^(?:\d{4} ?[A-Z]{2}|\d{2}-\d{3}|\d{3} \d{2}|(?:[A-Z]{1,2}-)?\d{4,6})\s+(?=\p{L}{2})/u;

/** One behind a city or its region: `London EC2A 1AR`, `Bangalore 560030`, `Toronto ON M5V 2T6`, `Sydney NSW 2009`. */
const postcodeBehind =
  /\s+(?:-\s*)?(?:(?:NSW|VIC|QLD|WA|SA|TAS|ACT|NT)\s+\d{4}|(?<=^\p{L}+\s)\d{4}|\d{5,7}|\d{3} \d{3}|[A-Z]{1,2}\d[A-Z\d]?(?: ?\d[A-Z]{2})?|(?:[A-Z]{2} )?[A-Z]\d[A-Z] ?\d[A-Z]\d)$/u;

/** The code of a state with its postcode (`IL 62701`) is no city. */
const stateAndPostcode = /^([A-Z]{2})\s+\d{5}(?:-\d{4})?$/;

/** Words of streets and houses, where they stand in one: `Water St`, `1st Floor`; `St. Louis`, `Road Town`, `College Place` are cities. */
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
 * The parts of a place from its city on, without streets and postcodes: of `22 Laskar Road`, `Bangalore 560030`, `India`
 * the last two. A part with a postcode is the city, unless it is its region; else what follows the last street is.
 */
export function withoutStreets(parts: readonly string[], names: CountryNames): string[] {
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
