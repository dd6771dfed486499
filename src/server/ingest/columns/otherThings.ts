import { headerKey } from './headerKey.ts';
import type { FieldName } from './fields.ts';
import { isListOfPeople } from './whose.ts';

/** What only a register of persons says of each. */
const ofPersons = /^(?:gender|sex|date of birth|dob|birth ?date|birthday|marital status)$/;

/** What only a list of goods, of films or of news says of each. */
const ofThings =
  /^(?:sku|asin|isbn(?: ?1[03])?|upc|ean|barcode|product (?:id|name)|genres?|runtime|box office|imdb \S.*|published at|publish(?:ed)? date|pub date|publication date|authors?)$/;

/** Names that each of these lists gives to what it is about. */
const ofAnything = /^(?:name|title|brand|headline)$/;

/** What a list of companies says of them besides their names and places. */
const ofCompanies: ReadonlySet<string> = new Set<FieldName>([
  'website',
  'industries',
  'founded',
  'employees',
  'stage',
  'fundingTotal',
  'fundingRound',
  'descriptionShort',
  'descriptionLong',
]);

interface Match {
  readonly field: FieldName | '';
}

/**
 * The columns that seem to name companies in a list that is none: a `Name` beside `Gender`, a `Title` beside `First name`
 * (a job), a `Title` beside `ISBN` or `Published at`; and the addresses beside them, which would name companies, too.
 */
export function namesOfOthers(found: readonly Match[], headers: readonly string[]): number[] {
  const keys = headers.map(headerKey);
  const named = (isMeant: (key: string) => boolean): number[] =>
    found.flatMap(({ field }, index) => (field === 'name' && isMeant(keys[index] ?? '') ? [index] : []));
  if (keys.some((key) => ofThings.test(key))) {
    const names = named((key) => ofAnything.test(key));
    const isAll = names.length > 0 && names.length === named(() => true).length;
    const sites = found.flatMap(({ field }, index) => (field === 'website' && isAll ? [index] : []));
    return [...names, ...sites];
  }
  if (isListOfPeople(headers)) return named((key) => key === 'title');
  const isOfPersons = keys.some((key) => ofPersons.test(key)) && !found.some(({ field }) => ofCompanies.has(field));
  return isOfPersons ? named((key) => key === 'name' || key === 'title') : [];
}
