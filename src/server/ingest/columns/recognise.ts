import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { parseBoundedJson } from '#shared/boundedJson.ts';
import { type ColumnMapping, type ColumnMatch, columnMappingSchema } from '#shared/bridge/workspace.ts';
import { pattern } from '#shared/domain/pattern.ts';
import { AppError } from '#shared/errors.ts';
import { parseAmount } from '../values/numbers.ts';
import { namesTitles } from '../values/people.ts';
import { isRound } from '../values/stage.ts';
import { listSeparator } from '../values/text.ts';
import { withoutDay } from '../values/withDay.ts';
import { hasDollarTwin, ofUnknownUnit, unitQuestion } from './amountColumns.ts';
import { nameColumnBySite, supportersOf } from './companyNames.ts';
import {
  type ColumnSample,
  guessFromContent,
  isFreeText,
  isListOfRegions,
  likeness,
  arePages,
  type Lookups,
  nameCountries,
  sampleOf,
} from './content.ts';
import {
  type FieldName,
  fieldNames,
  HeaderNames,
  type NameMatch,
  headerKey,
  isAnothers,
  isListOfDeals,
  isListOfPeople,
  isOfDeal,
  languageOf,
} from './fields.ts';
import type { ColumnFinding } from './finding.ts';
import { guessWithoutHeader } from './headerless.ts';
import { derivedColumns } from './ownColumns.ts';
import { addRounds } from './roundColumns.ts';
import { keepSaying, settleTexts } from './textColumns.ts';

/**
 * Recognises the columns of a table by header and content. `rows` are sample records; `headers` is null if the file has
 * none; `nested` says that they are JSON keys with dots. A mapping given by the user wins for the columns it names.
 */
export function recogniseColumns(
  headers: readonly string[] | null,
  rows: readonly (readonly string[])[],
  lookups: Lookups,
  { mapping = {}, nested = false }: { mapping?: ColumnMapping | undefined; nested?: boolean } = {},
): ColumnMatch[] {
  const width = headers?.length ?? Math.max(0, ...rows.map((row) => row.length));
  const samples = Array.from({ length: width }, (_, index) => sampleOf(rows.map((row) => row[index] ?? '')));
  const names = new HeaderNames();
  const layout = headers === null ? knownLayout(rows) : undefined;
  const effective = headers === null ? layout : withoutAddresses(headers);
  const found = samples.map((sample, index) => {
    const header = effective?.[index] ?? '';
    return byName(names.match(header, nested), sample, lookups);
  });
  if (effective === undefined) for (const [index, match] of guessWithoutHeader(samples, lookups)) found[index] = match;
  textsFromCategories(found, samples, lookups);
  const keys = samples.map((_, index) => headerKey(effective?.[index] ?? ''));
  const bases = keys.map((key, index) => languageOf(effective?.[index] ?? '')?.what ?? key);
  const texts = { keys, bases, samples, areBeside: (a: number, b: number) => areBeside(a, b, rows) };
  keepSaying(found, texts, lookups);
  addGuesses(found, samples, lookups, effective);
  if (effective !== undefined) addNames(found, samples, rows);
  settleByContent(found, samples);
  settleTexts(found, texts);
  keepContext(found, effective, rows);
  if (effective === undefined)
    for (const index of ofUnknownUnit(found, samples, effective)) found[index] = { ...nothing, asks: unitQuestion };
  else settleByHeaders(found, samples, effective);
  const given = readMapping(mapping, headers, width);
  return samples.map((sample, index) => {
    const header = headers?.[index] ?? '';
    const chosen: Match | undefined = given.has(index) ? { field: given.get(index) ?? '', confidence: 1 } : undefined;
    const match = chosen ?? found[index] ?? nothing;
    const shown = [...new Set(sample.values)].slice(0, samplesShown).map(shownCell);
    const { field, confidence, asks = '' } = match;
    return { index, header, field, confidence: round(confidence), reason: '', asks, samples: shown };
  });
}

/** What only the headers of the whole file tell. */
function settleByHeaders(found: Match[], samples: readonly ColumnSample[], headers: readonly string[]): void {
  keepOneLanguage(found, headers);
  for (const index of namesOfOthers(found, headers)) found[index] = { ...nothing };
  for (const index of ofUnknownUnit(found, samples, headers)) found[index] = { ...nothing, asks: unitQuestion };
  addRounds(found, samples, headers);
  for (const [index, header] of headers.entries()) {
    const isFree = (found[index] ?? nothing).field === '' && !isAnothers(header, 'profilePages');
    if (isFree && arePages(samples[index])) found[index] = { field: 'profilePages', confidence: 0.5 };
  }
  for (const index of derivedColumns(headers)) found[index] = { ...nothing };
}

const samplesShown = 5;

/** Sample records. */
type Rows = readonly (readonly string[])[];

type Match = ColumnFinding;

const nothing: Match = { field: '', confidence: 0 };

/**
 * Headers of a query's results in which each thing has an address and a label (`country`, `countryLabel`): the label
 * takes the thing's name, the address none.
 */
function withoutAddresses(headers: readonly string[]): readonly string[] {
  const bases = headers.map(baseOf);
  const labelled = new Set(bases.map(labelledBy).filter((base) => base !== '' && bases.includes(base)));
  if (labelled.size === 0) return headers;
  return headers.map((header, index) => {
    const base = bases[index] ?? '';
    const own = labelledBy(base);
    // A label may come without its address.
    if (own === '') return labelled.has(base) ? '' : header;
    if (/\.(?:type|xml:lang)$/.test(header)) return '';
    return own === thing ? 'name' : own;
  });
}

/** What Wikidata's results call the thing itself. */
const thing = 'item';

/** A header without the part that says how the result gives the value (`item.type`, `item.value`). */
function baseOf(header: string): string {
  return header.replace(/\.(?:value|type|xml:lang)$/, '');
}

/** What a label is for, or `''`. */
function labelledBy(base: string): string {
  return /^(.+)Label$/.exec(base)?.[1] ?? '';
}

/** The header of a known export that came without one, if the rows have its form. */
function knownLayout(rows: readonly (readonly string[])[]): readonly string[] | undefined {
  return layouts.find(({ cells, header }) => {
    const fitting = rows.filter(
      (row) =>
        row.length === header.length &&
        Object.entries(cells).every(([index, form]) => form.test(row[Number(index)]?.trim() ?? '')),
    );
    return rows.length > 0 && fitting.length >= rows.length * 0.9;
  })?.header;
}

/** Exports that circulate without their header line, each recognised by the form of a few of its cells. */
const layouts: readonly { readonly cells: Readonly<Record<number, RegExp>>; readonly header: readonly string[] }[] = [
  {
    // Crunchbase companies of 2013 and 2014.
    cells: { 0: /^\/(?:company|organization)\/\S+$/, 2: /^$|^https?:/, 6: /^$|^[A-Z]{3}$/, 14: /^$|^\d{4}$/ },
    header: [
      'permalink',
      'name',
      'homepage_url',
      'category_code',
      'funding_total_usd',
      'status',
      'country_code',
      'state_code',
      'region',
      'city',
      'funding_rounds',
      'founded_at',
      'founded_month',
      'founded_quarter',
      'founded_year',
      'first_funding_at',
      'last_funding_at',
      'last_milestone_at',
    ],
  },
];

function byName(match: NameMatch | undefined, sample: ColumnSample, lookups: Lookups): Match {
  if (match === undefined) return { ...nothing };
  const [field, like] = byContent(match.field, sample, lookups);
  const team = ofTeam(match, like, sample);
  if (team !== undefined) return team;
  // A column called name is the names even if all of them are bad: its rows must be rejected one by one.
  if (like < leastLikeness && (field !== 'name' || match.strength < 1)) return { ...nothing };
  return { field, confidence: match.strength * (0.5 + 0.5 * like) };
}

/** What a column is whose name may mean several things, and how many of its values look like it. */
function byContent(named: FieldName, sample: ColumnSample, lookups: Lookups): [field: FieldName, like: number] {
  let field = named;
  // "Markets" may be lines of business or countries.
  if (field === 'industries' && isListOfRegions(sample, lookups)) field = 'regions';
  // "Last round" may be its type, its date or its amount.
  const judged = field;
  const like = likeness(judged, sample, lookups);
  if (like < leastLikeness && ofRounds.has(field)) field = roundField(sample, lookups) ?? field;
  // What can be less than nothing, or is a share, is no number of people.
  if (field === 'employees' && sample.values.some((value) => isNoCount.test(value))) return [field, 0];
  // "Investors" may say how many there are.
  if (field === 'investors' && likeness('investorCount', sample, lookups) > 0.8) field = 'investorCount';
  // "Country" over whole places and "City" over "City, Country" are locations; "Description" may be long texts.
  const isPlace = (field === 'country' || field === 'city') && isPlaceList(sample, lookups, like);
  if (isPlace) field = 'location';
  // Judging a column by all its values takes time: once for the field that it is.
  return [field, field === judged ? like : likeness(field, sample, lookups)];
}

const isNoCount = /^[-−–]\s?\d[\d.,]*\s?%?$|^[+]?[\d.,]+\s?%$/;

/** "Team" may say how many people there are, or who they are; those count only with their titles. */
function ofTeam({ field, strength }: NameMatch, like: number, sample: ColumnSample): Match | undefined {
  if (field === 'employees' && like < leastLikeness && nameTitles(sample))
    return { field: 'founders', confidence: 0.5 };
  return field === 'founders' && strength <= 0.5 && !nameTitles(sample) ? { ...nothing } : undefined;
}

function nameTitles({ values }: ColumnSample): boolean {
  return values.filter((value) => namesTitles(value)).length > values.length * 0.6;
}

/** The columns of people who are not said to be founders: those of a team, by how sure their field is. */
export function teamsIn(columns: readonly ColumnMatch[]): ReadonlySet<number> {
  return new Set(
    columns.filter(({ field, confidence }) => field === 'founders' && confidence <= 0.5).map(({ index }) => index),
  );
}

/** Below this share of fitting values, a header is not believed. */
const leastLikeness = 0.2;

const ofRounds: ReadonlySet<FieldName> = new Set(['stage', 'lastRound', 'fundedOn', 'lastRoundAmount', 'fundingTotal']);

/** Smaller numbers count something other than dollars. */
const leastRound = 1000;

/** What most values of a column about funding rounds are. */
function roundField(sample: ColumnSample, lookups: Lookups): FieldName | undefined {
  const rounds = sample.values.filter(isRound).length;
  const hasStage = sample.values.some((value) => lookups.cells.stages(value) !== undefined);
  if (hasStage && rounds > sample.values.length * 0.5) return 'stage';
  if (likeness('fundedOn', sample, lookups) > 0.8) return 'fundedOn';
  const amounts = sample.values.filter((value) => (parseAmount(value) ?? 0) >= leastRound).length;
  return amounts > sample.values.length * 0.8 ? 'lastRoundAmount' : undefined;
}

/** Of a list in several languages one counts: all of them would be the same tags and persons several times. */
function keepOneLanguage(found: Match[], headers: readonly string[]): void {
  const bases = headers.map((header) => languageOf(header)?.what);
  for (const [index, { field, confidence }] of found.entries()) {
    const base = bases[index];
    if (base === undefined || !isListField.has(field)) continue;
    const isSame = (header: string, other: number): boolean =>
      other !== index && (bases[other] ?? headerKey(header)) === base;
    const surer = headers.some((header, other) => {
      const match = found[other] ?? nothing;
      if (match.field !== field || !isSame(header, other)) return false;
      return match.confidence > confidence || (match.confidence === confidence && other < index);
    });
    if (surer) found[index] = { ...nothing };
  }
}

const isListField: ReadonlySet<FieldName | ''> = new Set(['industries', 'industryGroups', 'founders']);

function isPlaceList(sample: ColumnSample, lookups: Lookups, like: number): boolean {
  const lists = sample.values.filter((value) => value.includes(',')).length;
  return lists > sample.values.length * 0.4 && (like < 0.5 || likeness('location', sample, lookups) > 0.8);
}

/** A column of categories that contains sentences becomes the description if the file has none. */
function textsFromCategories(found: Match[], samples: readonly ColumnSample[], lookups: Lookups): void {
  for (const [index, match] of found.entries()) {
    const sample = samples[index];
    if (match.field !== 'industries' || sample === undefined || !isFreeText(sample, lookups)) continue;
    if (found.some(({ field }) => field === 'descriptionShort')) continue;
    found[index] = { field: 'descriptionShort', confidence: 0.6 };
  }
}

/** Columns without a known header may still show what they are, if no other column is that already. */
function addGuesses(
  found: Match[],
  samples: readonly ColumnSample[],
  lookups: Lookups,
  headers: readonly string[] | undefined,
): void {
  const placesAt = found.findIndex(({ field }) => field === 'location');
  for (const [index, sample] of samples.entries()) {
    if ((found[index] ?? nothing).field !== '') continue;
    const header = headers?.[index] ?? '';
    const guess = guessFromContent(sample, lookups, header !== '');
    if (guess === undefined || found.some((match) => match.field === guess.field)) continue;
    if (isAnothers(header, guess.field)) continue;
    // If the file says where its companies are, other places belong to something else (a founder's university).
    const hasPlaces = found.some(({ field }) => field === 'city' || field === 'country');
    if (guess.field === 'location' && hasPlaces) continue;
    if (guess.field === 'country' && nameCountries(samples[placesAt], lookups)) continue;
    found[index] = guess;
  }
}

/** Under a header in a language we do not know, names can be recognised by the companies' sites next to them. */
function addNames(found: Match[], samples: readonly ColumnSample[], rows: Rows): void {
  const site = found.findIndex(({ field }) => field === 'website');
  if (site === -1 || found.some(({ field }) => field === 'name')) return;
  const isFree = (index: number): boolean => ['', 'city', 'industries'].includes(found[index]?.field ?? '');
  const candidates = [...samples.keys()].filter(isFree);
  const column = nameColumnBySite(rows, site, candidates);
  if (column !== undefined) found[column] = { field: 'name', confidence: 0.6 };
}

/**
 * Decides by content which of several columns of one field goes first: exact numbers of employees before bands,
 * whatever they are called; names before addresses, which knowledge bases give as the thing itself.
 */
function settleByContent(found: Match[], samples: readonly ColumnSample[]): void {
  const share = (index: number, form: RegExp): number => {
    const values = samples[index]?.values ?? [];
    return values.length === 0 ? 0 : values.filter((value) => form.test(withoutDay(value))).length / values.length;
  };
  const employees = indicesOf(found, 'employees');
  if (employees.some((index) => share(index, exact) > 0.9)) {
    for (const index of employees) {
      const match = found[index];
      if (match !== undefined && share(index, exact) < 0.5) match.confidence *= 0.85;
    }
  }
  const names = indicesOf(found, 'name');
  if (names.some((index) => share(index, /\p{L}/u) > 0.5 && share(index, address) < 0.1)) {
    for (const index of names) if (share(index, address) > 0.9) found[index] = { field: '', confidence: 0 };
  }
}

const exact = /^\d[\d.,\s]*$/;
const address = /^https?:\/\/\S+$/i;

function indicesOf(found: readonly Match[], field: FieldName): number[] {
  return found.flatMap((match, index) => (match.field === field ? [index] : []));
}

/**
 * Weak names need context: a bare `Date` is a funding date only next to a round's amount or type, and a weak second
 * name is dropped for a field that another column clearly has.
 */
function keepContext(found: Match[], headers: readonly string[] | undefined, rows: Rows): void {
  if (headers !== undefined) for (const index of supportersOf(found, headers, rows)) found[index] = { ...nothing };
  preferSpecific(found, headers, rows);
  if (headers !== undefined) preferCompanys(found, headers);
  const needed = new Set(withoutContext(found, headers));
  for (const index of needed) found[index] = { ...nothing };
}

/** The columns of weak names that nothing beside them makes surer. */
function withoutContext(found: readonly Match[], headers: readonly string[] | undefined): number[] {
  const has = (field: FieldName): boolean => found.some((match) => match.field === field && match.confidence > 0.5);
  // A plain `Stage` is the company's: the date next to it may be any (when it was added, or when it laid off people).
  const isRound = (match: Match, index: number): boolean =>
    match.field === 'lastRoundAmount' || isNameOfRound(match, headers?.[index] ?? '');
  const hasRound = found.some((match, index) => match.confidence > 0.5 && isRound(match, index));
  const aboutRounds = hasRound || found.some((match) => ofARound.has(match.field) && match.confidence > 0.5);
  return [...found.entries()].flatMap(([index, match]) => {
    if (match.field === '' || match.confidence > 0.5) return [];
    if (match.field === 'fundedOn' && !headerKey(headers?.[index] ?? '').includes('date')) return [];
    const alone = (match.field === 'fundedOn' && !hasRound) || (match.field === 'lastRoundAmount' && !aboutRounds);
    return alone || (headers !== undefined && has(match.field)) ? [index] : [];
  });
}

/** What is said of rounds besides their names and amounts. */
const ofARound: ReadonlySet<FieldName | ''> = new Set(['fundedOn', 'investors', 'lastRound']);

/** Whether a column says which round was the last, and not only how old a company is. */
function isNameOfRound({ field }: { readonly field: string }, header: string): boolean {
  return field === 'lastRound' || (field === 'stage' && ofRound.test(headerKey(header)));
}

/** The columns that say which round was the last. */
export function roundNamesIn(columns: readonly ColumnMatch[]): ReadonlySet<number> {
  return new Set(columns.filter((column) => isNameOfRound(column, column.header)).map(({ index }) => index));
}

/** Words for a funding round; not those for the age of a company. */
const ofRound = pattern()`
  round|type|series|serie|financing|funding|deal|runde|tour|levee|ronda|rodada|ronde|kolo|kierros|tur
  |轮|輪|ラウンド|シリーズ|調達|раунд|투자|라운드
`;

/** A more specific header wins: `Company` over `Name` (which is then a person's). */
function preferSpecific(found: Match[], headers: readonly string[] | undefined, rows: Rows): void {
  const keys = found.map((_, index) => headerKey(headers?.[index] ?? ''));
  const isOneOf = (field: FieldName, words: RegExp): boolean =>
    found.some((match, index) => match.field === field && words.test(keys[index] ?? ''));
  const companys = found.flatMap(({ field }, index) =>
    field === 'name' && companyWords.test(keys[index] ?? '') ? [index] : [],
  );
  const isOthersAmount = (key: string, index: number): boolean =>
    headers !== undefined && (hasDollarTwin(index, headers) || (isListOfDeals(headers) && isOfDeal(key)));
  const isDropped: { readonly [F in FieldName | '']?: (key: string, index: number) => boolean } = {
    name: (key, index) => !companyWords.test(key) && companys.some((other) => areBeside(index, other, rows)),
    // Next to an industry, these are the programs that a company uses.
    industries: (key) => /^technolog(?:y|ies)$/.test(key) && isOneOf('industries', /^(?!technolog(?:y|ies)$)/),
    fundingTotal: isOthersAmount,
    lastRoundAmount: isOthersAmount,
  };
  for (const [index, { field }] of found.entries()) {
    if (isDropped[field]?.(keys[index] ?? '', index) === true) found[index] = { ...nothing };
  }
}

const companyWords = pattern()`
  compan|organi[sz]ation|start ?up|business|firm|brand|venture|unternehmen|entreprise|societe|empresa|azienda|bedrijf
  |公司|企业|企業|会社
`;

/**
 * Whether two columns both have values in some row; in records of different forms (`name`, `company.name`) only one
 * has.
 */
function areBeside(a: number, b: number, rows: Rows): boolean {
  return rows.length === 0 || rows.some((row) => isFilled(row[a]) && isFilled(row[b]));
}

function isFilled(cell: string | undefined): boolean {
  return cell !== undefined && cell.trim() !== '';
}

/**
 * `Company City` beats a plain `City`: in a list of people that is a person's and is dropped; otherwise it still fills
 * gaps.
 */
function preferCompanys(found: Match[], headers: readonly string[]): void {
  const isCompanys = headers.map((header) => companysOwn.test(headerKey(header)));
  const people = isListOfPeople(headers);
  const confidence = (match: Match, index: number): number => (isCompanys[index] === true ? match.confidence : 0);
  for (const [index, match] of found.entries()) {
    if (!ofEither.has(match.field) || isCompanys[index] === true) continue;
    const own = Math.max(...found.map((other, at) => (other.field === match.field ? confidence(other, at) : 0)));
    if (own > 0)
      found[index] = people ? { ...nothing } : { ...match, confidence: Math.min(match.confidence, own * 0.9) };
  }
}

const companysOwn = /\b(?:company|organi[sz]ation|account|business|hq|headquarters|firm)\b/;

const ofEither: ReadonlySet<FieldName | ''> = new Set([
  'city',
  'state',
  'country',
  'location',
  'linkedin',
  'twitter',
  'facebook',
]);

/**
 * The columns that seem to name companies in a list of something else: a `Name` next to `Gender`, a `Title` next to
 * `First name` (a job), a `Title` next to `ISBN` or `Published at`; and the addresses next to them, which would name
 * companies, too.
 */
function namesOfOthers(found: readonly Match[], headers: readonly string[]): number[] {
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

function readMapping(
  mapping: ColumnMapping,
  headers: readonly string[] | null,
  width: number,
): Map<number, FieldName | ''> {
  const given = new Map<number, FieldName | ''>();
  for (const [column, field] of Object.entries(mapping)) {
    const number = /^#(\d+)$/.exec(column);
    const wanted = headerKey(column);
    for (let index = 0; index < width; index++) {
      const isMeant = number === null ? headerKey(headers?.[index] ?? '') === wanted : Number(number[1]) === index + 1;
      if (isMeant) given.set(index, field);
    }
  }
  return given;
}

function round(confidence: number): number {
  return Math.round(Math.min(1, Math.max(0, confidence)) * 100) / 100;
}

/** The columns of each field, most certain first. */
export type FieldColumns = ReadonlyMap<FieldName, readonly number[]>;

/** The columns of each field, most certain first; own columns are apart (`ownColumnsIn`). */
export function fieldColumns(columns: readonly ColumnMatch[]): FieldColumns {
  const result = new Map<FieldName, number[]>();
  for (const column of columns.toSorted((a, b) => b.confidence - a.confidence || a.index - b.index)) {
    const field = fieldNames.find((name) => name === column.field);
    if (field !== undefined && field !== 'own') result.set(field, [...(result.get(field) ?? []), column.index]);
  }
  return result;
}

/** A cell for display: lists with commas, at most 200 characters. */
export function shownCell(cell: string): string {
  const text = cell.replaceAll(listSeparator, ', ');
  return text.length > 200 ? `${text.slice(0, 199)}…` : text;
}

/**
 * Reads a saved mapping (`--map FILE`): a JSON object from headers (or `#3` for the third column) to field names, `""`
 * to leave a column out. Throws `bad_file` naming file and reason.
 */
export async function readMappingFile(path: string): Promise<ColumnMapping> {
  const name = basename(path);
  let parsed: unknown;
  try {
    parsed = parseBoundedJson(await readFile(path, 'utf8'));
  } catch (error) {
    throw new AppError('bad_file', `${name}: the mapping cannot be read as JSON.`, { cause: error });
  }
  const mapping = columnMappingSchema.safeParse(parsed);
  if (mapping.success) return mapping.data;
  const [issue] = mapping.error.issues;
  const column = issue?.path.join('.') ?? '';
  const fields = fieldNames.join(', ');
  throw new AppError('bad_file', `${name}: “${column}” is not mapped to a field. Fields are: ${fields}.`);
}
