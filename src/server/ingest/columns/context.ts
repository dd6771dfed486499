import type { ColumnMatch } from '#shared/bridge/workspace.ts';
import { pattern } from '#shared/domain/pattern.ts';
import { type FieldName, isListOfPeople } from './fields.ts';
import { headerKey } from './headerKey.ts';
import { type Candidate, columnsOf, type Found, type Look, none } from './finding.ts';

/**
 * Weak names need context: a bare `Date` is a funding date only next to a round's amount or type, and a weak second
 * name is dropped for a field that another column clearly has.
 */
export function* weakNamesAlone({ headers }: Look, found: Found): Generator<Candidate> {
  const has = (field: FieldName): boolean => found.some((finding) => finding.field === field && isSure(finding));
  // A plain `Stage` is the company's: the date next to it may be any (when it was added, or when it laid off people).
  const hasRound = found.some(
    (finding, index) =>
      isSure(finding) && (finding.field === 'lastRoundAmount' || isNameOfRound(finding, headers?.[index] ?? '')),
  );
  const aboutRounds = hasRound || found.some((finding) => ofARound.has(finding.field) && isSure(finding));
  const weak = [...found.entries()].filter(([, finding]) => finding.field !== '' && !isSure(finding));
  const dropped = weak.flatMap(([column, { field }]) => {
    if (field === '' || (field === 'fundedOn' && !aDay.test(headers?.[column] ?? ''))) return [];
    if ((field === 'fundedOn' && !hasRound) || (field === 'lastRoundAmount' && !aboutRounds))
      return [none(column, 'nothing in the file says that it is about a round of funding')];
    const isDoubled = headers !== undefined && has(field);
    return isDoubled ? [none(column, 'another column says the same more clearly')] : [];
  });
  yield* dropped;
}

/** Words for any day. */
const aDay = /date|日付|日期|时间|날짜|일자/i;

function isSure({ score }: Candidate | Found[number]): boolean {
  return score > 0.5;
}

/** What is said of rounds besides their names and amounts. */
const ofARound: ReadonlySet<FieldName | ''> = new Set(['fundedOn', 'investors', 'lastRound']);

/** Whether a column says which round was the last, and not only how old a company is. */
function isNameOfRound({ field }: { readonly field: string }, header: string): boolean {
  return field === 'lastRound' || (field === 'stage' && ofRound.test(headerKey(header).normalize('NFC')));
}

/** The columns that say which round was the last. */
export function roundNamesIn(columns: readonly ColumnMatch[]): ReadonlySet<number> {
  return new Set(columns.filter((column) => isNameOfRound(column, column.header)).map(({ index }) => index));
}

/** Words for a funding round; not those for the age of a company. */
const ofRound = pattern()`
  round|raises?\b|type|\bart\b|\btyp\b|\btipo\b|\bsoort\b|\brodzaj\b|series
  |serie|financing|funding|deal|runde|tour|levee|ronda|rodada|ronde|rund[ay]|putaran|emission|kolo|kierros|tur
  |轮|輪|ラウンド|シリーズ|調達|раунд|투자|라운드
`;

/**
 * The columns that seem to name companies in a list of something else: a `Name` next to `Gender`, a `Title` next to
 * `First name` (a job), a `Title` next to `ISBN` or `Published at`; and the addresses next to them, which would name
 * companies, too.
 */
export function* namesOfOthers({ headers = [], keys }: Look, found: Found): Generator<Candidate> {
  const named = (isMeant: (key: string) => boolean): number[] =>
    columnsOf(found, 'name').filter((column) => isMeant(keys[column] ?? ''));
  const mayBeThings = !found.some(({ field }) => onlyOfCompanies.has(field));
  const isOfGoods = mayBeThings && keys.some((key) => ofGoods.test(key));
  const others: Candidate[] = [];
  if (isOfGoods || (mayBeThings && keys.some((key) => ofNews.test(key)))) {
    const names = named((key) => (isOfGoods ? goodsNames : newsNames).test(key));
    const isAll = names.length > 0 && names.length === named(() => true).length;
    const sites = isAll ? columnsOf(found, 'website') : [];
    const what = isOfGoods ? 'a product' : 'an article';
    others.push(...[...names, ...sites].map((column) => none(column, `the file is a list in which it names ${what}`)));
  } else if (isListOfPeople(headers)) {
    const titles = named((key) => key === 'title');
    others.push(...titles.map((column) => none(column, 'in a list of people it is their job')));
  } else if (keys.some((key) => ofPersons.test(key)) && !found.some(({ field }) => ofCompanies.has(field))) {
    const names = named((key) => key === 'name' || key === 'title');
    others.push(...names.map((column) => none(column, 'in a list of people it names a person')));
  }
  yield* others;
}

/** What only a register of persons says of each. */
const ofPersons = /^(?:gender|sex|date of birth|dob|birth ?date|birthday|marital status)$/;

/** What only a list of goods or films says of each, and what such a list calls the things it is about. */
const ofGoods =
  /^(?:sku|asin|isbn(?: ?1[03])?|upc|ean|barcode|product (?:id|name)|genres?|runtime|box office|imdb \S.*)$/;
const goodsNames = /^(?:name|title|brand|headline)$/;

/** The same for news. A company has a `Name`, and may have been published, too: as a page of a directory. */
const ofNews = /^(?:published at|publish(?:ed)? date|pub date|publication date|authors?)$/;
const newsNames = /^(?:title|headline)$/;

/** What is said only of companies. */
const onlyOfCompanies: ReadonlySet<string> = new Set<FieldName>([
  'employees',
  'stage',
  'fundingTotal',
  'lastRoundAmount',
]);

/** What a list of companies says of them besides names and places. */
const ofCompanies: ReadonlySet<string> = new Set<FieldName>([
  'website',
  'industries',
  'founded',
  'employees',
  'stage',
  'fundingTotal',
  'lastRoundAmount',
  'descriptionShort',
  'descriptionLong',
]);
