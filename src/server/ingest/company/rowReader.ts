import { sourceOf } from '#server/record/companyHistory.ts';
import { companyId } from '#server/record/companyIds.ts';
import type { CompanyRecord } from '#server/record/companyRecord.ts';
import type { BusinessModel, Highlight } from '#shared/domain/choices.ts';
import { coreOf } from '#shared/domain/companyNames.ts';
import type { PersonRecord } from '#shared/domain/person.ts';
import type { NamedValue } from '#shared/fields/companyFields.ts';
import { endIn } from '../columns/endColumns.ts';
import { idOf } from '../columns/idColumns.ts';
import type { FieldName } from '../columns/fields.ts';
import { isDayZero, isoDateOf, onlyYearIn, parseDate, yearWithComma } from '../values/dates.ts';
import type { Headcount } from '../values/employees.ts';
import { parseCount } from '../values/numbers.ts';
import { industriesInOrder } from '../values/industries.ts';
import { listText } from '../values/listLiteral.ts';
import { peopleIn, personNamed } from '../values/people.ts';
import {
  cellText,
  entriesOf,
  formerNameIn,
  listSeparator,
  oneLine,
  withBrackets,
  withoutTags,
  writtenText,
} from '../values/text.ts';
import { emailsIn } from '../values/web.ts';
import { unusedLinks } from './unusedLinks.ts';
import { readIdentity } from './identity.ts';
import { notCompany } from './notCompany.ts';
import { readPlace } from './place.ts';
import { countIn, readFunding } from './funding.ts';
import { Row, type RowCells, type RowReading } from './row.ts';
import { unreadCells } from './unreadCells.ts';

/** Reads a row as a company, or says why it is none. */
export function readCompany(from: RowCells, reading: RowReading): CompanyRecord | string {
  const { cells } = from;
  const row = new Row(from, reading.columns, reading.isExport);
  const { cells: read } = reading.lookups;
  const identity = readIdentity(row, reading);
  if (identity === null) return cells.every((cell) => cell.trim() === '') ? 'the row is empty' : 'no company name';
  const problem = notCompany(row, identity, reading);
  if (problem !== '') return problem;
  const place = readPlace(row, reading);
  const people = peopleOf(row, reading);
  const categories = categoriesOf(row, reading);
  const valuesOn = dayOfRow(row, reading);
  const employees = employeesOf(row, reading);
  const funding = readFunding(row, reading);
  // Field by field: an object of this size that others are spread into takes five times as long to make.
  const record: CompanyRecord = {
    name: identity.name,
    logo: row.first('logo', secureAddress) ?? '',
    description: descriptionOf(row, reading),
    customerProblem: row.text('customerProblem'),
    targetCustomer: row.text('targetCustomer'),
    businessModels: [...new Set([...choicesIn(row, 'businessModel', read.businessModels), ...categories.models])],
    score: shareIn(row, 'score'),
    countryCode: place.countryCode,
    city: place.city,
    founded: foundedYear(row, reading),
    discoveredDate: reading.discoveredDate,
    cbRank: countIn(row, 'cbRank'),
    semScorePercentile: shareIn(row, 'semScorePercentile'),
    industries: categories.industries,
    // People of a team need not be its founders.
    highlights: highlightsOf(row, reading.teams.size > 0 ? 0 : people.length, reading),
    links: identity.links,
    employeeCount: employees.employeeCount,
    employeeBand: employees.employeeBand,
    emails: readAll(row, 'emails', emailsIn),
    stages: funding.stages,
    fundedOn: funding.fundedOn,
    fundingTotal: funding.fundingTotal,
    fundingTotalOriginal: funding.fundingTotalOriginal,
    lastRound: funding.lastRound,
    lastRoundAmount: funding.lastRoundAmount,
    lastRoundAmountOriginal: funding.lastRoundAmountOriginal,
    fundingRounds: funding.fundingRounds,
    investorCount: funding.investorCount,
    investors: funding.investors,
    followers: row.first('followers', followersText) ?? '',
    isTranslated: /^(?:yes|true|1)$/i.test(row.text('translated')),
    universities: choicesIn(row, 'universities', read.universities),
    challenges: [row.text('challenge1'), row.text('challenge2'), row.text('challenge3')],
    people,
    founderCount: countIn(row, 'founderCount'),
    status: statusOf(row, reading),
    own: [],
    isSample: row.cell(reading.sampleColumn) === 'yes',
    formerNames: formerNamesOf(row, identity.name, reading),
    valuesOn: reading.isHandover ? '' : valuesOn.slice(0, 10),
    employeeGrowth: null,
    fromFiles: reading.isHandover ? [] : [reading.source.name],
    history: { sources: [sourceOf(valuesOn, reading.source.name)], seen: [] },
    aliases: [],
    ids: idsOf(row, reading),
  };
  record.own = ownValues(row, record, reading);
  return record;
}

/** What the list calls the company. */
function idsOf(row: Row, { hints }: RowReading): string[] {
  if (hints.ids.length === 0) return [];
  return hints.ids.flatMap(({ index, scheme }) => {
    const id = idOf(row.cell(index));
    return id === '' ? [] : [companyId(scheme, id)];
  });
}

function descriptionOf(row: Row, { isExport }: RowReading): CompanyRecord['description'] {
  const [short, long] = [row.text('descriptionShort'), row.text('descriptionLong')];
  return {
    short: isExport ? short : oneLine(withoutTags(short)),
    long: isExport ? long : withoutTags(long),
    llm: row.text('descriptionLlm'),
  };
}

/** What all cells of a field say, each of them as a list. */
function readAll<T>(row: Row, field: FieldName, read: (cell: string, index: number) => readonly T[]): T[] {
  const values: T[] = [];
  for (const [index, cell] of row.raw(field)) {
    const found = read(cell, index);
    if (found.length > 0) row.use(index);
    for (const value of found) values.push(value);
  }
  return values;
}

/** The choices that a cell names. One that names others, too, is kept as it is beside them. */
function choicesIn<T>(row: Row, field: FieldName, read: (text: string) => readonly T[]): T[] {
  const text = row.peek(field);
  const choices = text === '' ? [] : [...read(text)];
  if (choices.length > 0 && choices.length >= entriesOf(text).length) row.text(field);
  return choices;
}

/** What the company was called before: by a column of its own, or behind its name; never what it is called now. */
function formerNamesOf(row: Row, name: string, { isExport }: RowReading): string[] {
  const names = new Set<string>();
  for (const name of readAll(row, 'formerNames', (_, index) => row.entries(index))) names.add(name);
  for (const [, cell] of isExport ? [] : row.raw('name'))
    if (cell.length > name.length) names.add(formerNameIn(oneLine(cell)));
  const now = coreOf(name);
  return [...names].filter((former) => former !== '' && coreOf(former) !== now);
}

/** The day that a row's values are of; one that lies ahead of the import is none. */
function dayOfRow(row: Row, { source, hints, discoveredDate }: RowReading): string {
  const day = row.first('valuesOn', (text, index) => {
    const read = isoDateOf(parseDate(text, hints.dateOrder.get(index) ?? 'monthFirst'));
    return read > '1990' && read <= discoveredDate ? read : undefined;
  });
  return day ?? source.day;
}

/**
 * What has become of a company; a column of rounds may say it, too (`Acquired`), and where no status is given, the day
 * of its end or its buyer.
 */
function statusOf(row: Row, { lookups: { cells }, ends, discoveredDate, isExport }: RowReading): string {
  // Of several columns (`Operating Status`, `IPO Status`) what says more than that there is a company counts.
  const isMore = (text: string): string | undefined => {
    const status = cells.status(text);
    return status === '' || status === 'operating' ? undefined : status;
  };
  const given = row.first('status', isMore) ?? row.first('status', (text) => cells.status(text) || undefined);
  if (given !== undefined) return given;
  for (const field of isExport ? [] : (['lastRound', 'stage'] as const)) {
    const status = row.first(field, (text) => cells.status(text) || undefined);
    if (status !== undefined) return status;
  }
  if (row.isFilled('status')) return '';
  for (const end of ends) {
    const status = endIn(row.cell(end.index), end, discoveredDate);
    if (status !== '') return status;
  }
  return '';
}

/** An exact number of employees goes before a band, whichever column has it. */
function employeesOf(
  row: Row,
  { lookups: { cells } }: RowReading,
): Pick<CompanyRecord, 'employeeCount' | 'employeeBand'> {
  let band: Headcount | undefined;
  let bandAt = -1;
  const exact = row.first('employees', (text, index) => {
    const read = cells.employees(text);
    if (read?.count === null && band === undefined) [band, bandAt] = [read, index];
    return read === null || read.count === null ? undefined : read;
  });
  if (exact === undefined && bandAt !== -1) row.use(bandAt);
  const { count, band: within } = exact ?? band ?? { count: null, band: '' };
  return { employeeCount: count, employeeBand: within };
}

/** Longest value of an own column that is kept, in characters. */
const longestOwn = 2000;

/**
 * What a row says beyond our fields: the file's own columns, and cells of known columns that no value was read from (an
 * amount in another currency, a second name), so that nothing of a row is lost.
 */
function ownValues(row: Row, record: CompanyRecord, reading: RowReading): NamedValue[] {
  const values: NamedValue[] = [];
  for (const { index, name } of reading.own) addOwn(values, name, row.shown(index), reading);
  const unread = unreadCells(row, record, reading);
  for (const index of unread) addOwn(values, reading.names[index] ?? '', row.shown(index), reading);
  // A hand-over has all sites of a company, which has them already.
  for (const { index, value } of reading.isHandover ? [] : unusedLinks(row, record.links))
    if (!unread.includes(index)) addOwn(values, reading.names[index] ?? '', value, reading);
  return values;
}

function addOwn(values: NamedValue[], name: string, cell: string, { isExport }: RowReading): void {
  if (cell === '') return;
  const text = isExport ? writtenText(cell) : withBrackets(cellText(cell));
  const value = text.includes(listSeparator) ? shownList(text) : text;
  if (value === '') return;
  values.push({ name, value: value.length > longestOwn ? `${value.slice(0, longestOwn - 1)}…` : value });
}

function shownList(text: string): string {
  const entries = text.split(listSeparator).filter((entry) => entry.trim() !== '');
  return entries.join(', ');
}

function secureAddress(text: string): string | undefined {
  return /^https:\/\/\S+$/i.test(text) ? text : undefined;
}

/** The highlights a row names, and what its founders show: those that it names, or only counts. */
function highlightsOf(row: Row, named: number, { lookups, isExport }: RowReading): Highlight[] {
  const counted = row.first('founderCount', parseCount) ?? 0;
  const founders = isExport ? 0 : Math.max(named, counted);
  const team: Highlight[] = founders > 1 ? ['founding_team_more_than_one'] : [];
  const written = row.peek('highlights');
  if (lookups.cells.areHighlights(written)) row.text('highlights');
  return [...new Set([...team, ...lookups.cells.highlights(written)])];
}

/** Categories that say how a company sells rather than what it does; `SaaS` is a reference industry as well. */
const modelCategories: Readonly<Record<string, BusinessModel>> = { B2B: 'B2B', B2C: 'B2C', SaaS: 'SaaS' };

function categoriesOf(row: Row, reading: RowReading): { industries: string[]; models: BusinessModel[] } {
  if (reading.isExport) return { industries: writtenIndustries(row), models: [] };
  const all = industriesOf(row, reading);
  const models = all.map((name) => modelCategories[name]).filter((model) => model !== undefined);
  return { industries: all.filter((name) => name !== 'B2B' && name !== 'B2C'), models };
}

/** The industries of an export of ours, as they were: a tag that names an industry among other words stays a tag. */
function writtenIndustries(row: Row): string[] {
  return industriesInOrder(readAll(row, 'industries', (_, index) => row.entries(index)));
}

function industriesOf(row: Row, { lookups: { industries } }: RowReading): string[] {
  const known = [...new Set(readAll(row, 'industries', (cell) => industries.parse(cellText(cell))))];
  const groups = row.raw('industryGroups').flatMap(([index, cell]) => {
    // A group of which an industry is known says nothing more.
    row.use(index);
    return industries.parseGroups(cellText(cell), known);
  });
  return industriesInOrder([...known, ...groups]);
}

/** Earliest founding year believed; older ones are mistakes for other numbers. */
const earliestYear = 1600;

function foundedYear(row: Row, { hints, discoveredDate }: RowReading): number | null {
  const latest = Number(discoveredDate.slice(0, 4)) + 1;
  const year = row.first('founded', (text, index) => {
    const order = hints.dateOrder.get(index);
    // Whichever of the two is the day, the year is the same.
    const date = parseDate(text, order === undefined || order === 'unknown' ? 'monthFirst' : order);
    if (date?.year === epochYear && isEpoch(text, row)) return undefined;
    const found = date?.year ?? yearWithComma(text) ?? onlyYearIn(text);
    return found !== undefined && found >= earliestYear && found <= latest ? found : undefined;
  });
  return year ?? null;
}

const epochYear = 1970;

/**
 * The day zero of computers: with a time of day, or beside another day that is zero. Companies were founded on it, too.
 */
function isEpoch(text: string, row: Row): boolean {
  if (!isDayZero(parseDate(text, 'monthFirst'))) return false;
  return /\d:\d\d/.test(text) || isDayZero(parseDate(row.peek('fundedOn'), 'monthFirst'));
}

function shareIn(row: Row, field: FieldName): number | null {
  return row.first(field, shareOf) ?? null;
}

function shareOf(text: string): number | undefined {
  const value = text.endsWith('%') ? Number(text.slice(0, -1)) / 100 : Number(text);
  return text !== '' && value >= 0 && value <= 1 ? value : undefined;
}

function followersText(text: string): string | undefined {
  const count = parseCount(text);
  if (count === null) return /\d/.test(text) && text.length <= 40 ? oneLine(text) : undefined;
  if (count === 0) return undefined;
  if (count >= 999_950) return `${String(Math.round(count / 100_000) / 10)}M followers`;
  const short = count >= 1000 ? `${String(Math.round(count / 100) / 10)}K` : String(count);
  return `${short} followers`;
}

/** The founders a row names, and in a column of the team those who have a title there; each once. */
function peopleOf(row: Row, { teams, nameParts, hints, isExport }: RowReading): PersonRecord[] {
  // Their titles are not in an export.
  if (isExport) return readAll(row, 'founders', (_, index) => row.entries(index).map((name) => personNamed(name)));
  const lastNames = nameParts.size === 0 ? null : new Set(nameParts.values());
  const people = readAll(row, 'founders', (cell, index) => {
    if (lastNames?.has(index) === true) return [];
    const last = nameParts.get(index);
    if (last !== undefined) row.use(last);
    const name = last === undefined ? cell : `${cell} ${row.cell(last)}`;
    return peopleIn(listText(cellText(name)), teams.has(index) ? '' : 'Founder', hints.surnameFirst.has(index));
  });
  if (people.length < 2) return people;
  return [
    ...new Map(people.toReversed().map((one) => [`${one.first_name} ${one.last_name}`, one])).values(),
  ].toReversed();
}
