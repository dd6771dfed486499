import { headerKey } from './headerKey.ts';
import type { FieldName } from './fields.ts';
import { isListOfPeople } from './whose.ts';

/** What only a register of persons says of each. */
const ofPersons = /^(?:gender|sex|date of birth|dob|birth ?date|birthday|marital status)$/;

/** What only a list of goods or of films says of each, and the names that such a list gives to what it is about. */
const ofGoods =
  /^(?:sku|asin|isbn(?: ?1[03])?|upc|ean|barcode|product (?:id|name)|genres?|runtime|box office|imdb \S.*)$/;
const goodsNames = /^(?:name|title|brand|headline)$/;

/** The same of news. A company has a `Name`, and may have been published, too: as a page of a directory. */
const ofNews = /^(?:published at|publish(?:ed)? date|pub date|publication date|authors?)$/;
const newsNames = /^(?:title|headline)$/;

/** What is told of companies and of nothing else. */
const onlyOfCompanies: ReadonlySet<string> = new Set<FieldName>(['employees', 'stage', 'fundingTotal', 'fundingRound']);

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
  const mayBeThings = !found.some(({ field }) => onlyOfCompanies.has(field));
  const isOfGoods = mayBeThings && keys.some((key) => ofGoods.test(key));
  if (isOfGoods || (mayBeThings && keys.some((key) => ofNews.test(key)))) {
    const names = named((key) => (isOfGoods ? goodsNames : newsNames).test(key));
    const isAll = names.length > 0 && names.length === named(() => true).length;
    const sites = found.flatMap(({ field }, index) => (field === 'website' && isAll ? [index] : []));
    return [...names, ...sites];
  }
  if (isListOfPeople(headers)) return named((key) => key === 'title');
  const isOfPersons = keys.some((key) => ofPersons.test(key)) && !found.some(({ field }) => ofCompanies.has(field));
  return isOfPersons ? named((key) => key === 'name' || key === 'title') : [];
}
