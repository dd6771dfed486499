import type { CompanyRecord } from '#server/record/companyRecord.ts';
import { stages, type BusinessModel, type Highlight, type Stage } from '#shared/domain/choices.ts';
import type { PersonRecord } from '#shared/domain/person.ts';
import type { FieldName } from '../columns/fields.ts';
import { hasRound } from '../columns/roundColumns.ts';
import { isDollar, saysDollars, type AmountColumn } from '../columns/amountColumns.ts';
import { isoDateOf, parseDate, yearWithComma } from '../values/dates.ts';
import { parseAmount, parseCount, parseCounted, parseNumber } from '../values/numbers.ts';
import { industriesInOrder } from '../values/industries.ts';
import { listText } from '../values/listLiteral.ts';
import { peopleIn } from '../values/people.ts';
import { cellText, listSeparator, oneLine, withoutTags } from '../values/text.ts';
import { emailsIn } from '../values/web.ts';
import { withoutDay } from '../values/withDay.ts';
import { isContinuation, readIdentity } from './identity.ts';
import { notCompany } from './notCompany.ts';
import { readPlace } from './place.ts';
import { Row, type RowReading } from './row.ts';

/**
 * Reads a row as a company, or says why it is none. `previous` is the company of the row above: a row that only carries
 * on its lists (a second founder, a further round) is about that company.
 */
export function readCompany(
  cells: readonly string[],
  reading: RowReading,
  previous: CompanyRecord | null = null,
): CompanyRecord | string {
  const row = new Row(cells, reading.columns);
  const { cells: read } = reading.lookups;
  const continued = previous !== null && isContinuation(row) ? previous : null;
  const identity = readIdentity(row, reading.hints) ?? continued;
  if (identity === null) return cells.every((cell) => cell.trim() === '') ? 'the row is empty' : 'no company name';
  const problem = notCompany(row, identity, reading);
  if (problem !== '') return problem;
  const place = continued ?? readPlace(row, reading);
  const people = peopleOf(row, reading);
  const categories = categoriesOf(row, reading);
  return {
    name: identity.name,
    logo: row.first('logo', secureAddress) ?? '',
    description: {
      short: oneLine(withoutTags(row.text('descriptionShort'))),
      long: withoutTags(row.text('descriptionLong')),
      llm: row.text('descriptionLlm'),
    },
    customerProblem: row.text('customerProblem'),
    targetCustomer: row.text('targetCustomer'),
    businessModels: [...new Set([...read.businessModels(row.text('businessModel')), ...categories.models])],
    score: shareIn(row, 'score'),
    countryCode: place.countryCode,
    city: place.city,
    founded: foundedYear(row, reading),
    discoveredDate: reading.discoveredDate,
    cbRank: row.first('cbRank', (text) => positive(parseCount(text))) ?? null,
    semScorePercentile: shareIn(row, 'semScorePercentile'),
    stages: [...(row.first('stage', read.stages) ?? roundsOf(row, reading))],
    industries: categories.industries,
    // People of a team need not be its founders.
    highlights: highlightsOf(row, reading.teams.size > 0 ? 0 : people.length, reading),
    links: identity.links,
    employeeCount: row.first('employees', read.employees) ?? null,
    emails: row.raw('emails').flatMap(([, cell]) => emailsIn(cell)),
    fundedOn: fundedOn(row, reading),
    fundingTotal: fundingTotal(row, reading),
    followers: row.first('followers', followersText) ?? '',
    isTranslated: /^(?:yes|true|1)$/i.test(row.text('translated')),
    universities: [...read.universities(row.text('universities'))],
    challenges: [row.text('challenge1'), row.text('challenge2'), row.text('challenge3')],
    people,
  };
}

function secureAddress(text: string): string | undefined {
  return /^https:\/\/\S+$/i.test(text) ? text : undefined;
}

/** The highlights a row names, and what its founders show: those that it names, or only counts. */
function highlightsOf(row: Row, named: number, { lookups }: RowReading): Highlight[] {
  const founders = Math.max(named, row.first('founderCount', parseCount) ?? 0);
  const team: Highlight[] = founders > 1 ? ['founding_team_more_than_one'] : [];
  return [...new Set([...team, ...lookups.cells.highlights(row.text('highlights'))])];
}

/** The stages of the rounds that have columns of their own, the latest first. */
function roundsOf(row: Row, { rounds }: RowReading): Stage[] {
  if (rounds.size === 0) return [];
  const found = new Set([...rounds].filter(([index]) => hasRound(cellText(row.cell(index)))).map(([, stage]) => stage));
  return stages
    .map(({ value }) => value)
    .filter((stage) => found.has(stage))
    .toReversed();
}

/** Categories that say how a company sells rather than what it does; `SaaS` is a reference industry as well. */
const modelCategories: Readonly<Record<string, BusinessModel>> = { B2B: 'B2B', B2C: 'B2C', SaaS: 'SaaS' };

function categoriesOf(row: Row, reading: RowReading): { industries: string[]; models: BusinessModel[] } {
  const all = industriesOf(row, reading);
  const models = all.map((name) => modelCategories[name]).filter((model) => model !== undefined);
  return { industries: all.filter((name) => name !== 'B2B' && name !== 'B2C'), models };
}

function industriesOf(row: Row, { lookups: { industries } }: RowReading): string[] {
  const known = [...new Set(row.raw('industries').flatMap(([, cell]) => industries.parse(cellText(cell))))];
  const groups = row.raw('industryGroups').flatMap(([, cell]) => industries.parseGroups(cellText(cell), known));
  return industriesInOrder([...known, ...groups]);
}

/** Earliest founding year believed; older ones are mistakes for other numbers. */
const earliestYear = 1600;

function foundedYear(row: Row, { hints, discoveredDate }: RowReading): number | null {
  const latest = Number(discoveredDate.slice(0, 4)) + 1;
  const year = row.first('founded', (text, index) => {
    const date = parseDate(text, hints.dateOrder.get(index) ?? 'monthFirst');
    const found = date?.year ?? yearWithComma(text) ?? onlyYearIn(text);
    return found !== undefined && found >= earliestYear && found <= latest ? found : undefined;
  });
  return year ?? null;
}

/** The one year that a few words name: `c. 2010`, `Founded in 2009`. */
function onlyYearIn(text: string): number | undefined {
  const years = text.length > 40 ? [] : (text.match(/(?<!\d)(?:1[6-9]|20)\d{2}(?![\ds])/g) ?? []);
  if (years.length !== 1 || isBound.test(text)) return undefined;
  return /\p{L}|~/u.test(text) ? Number(years[0]) : undefined;
}

/** A year that it was not: `Before 2010`, `after 2015`. */
const isBound = /\b(?:before|prior to|pre|after|post|until|bis|vor|nach|avant|apres|après|antes|prima|dopo)\b|[<>]/i;

function fundedOn(row: Row, { hints, discoveredDate }: RowReading): string {
  const latest = String(Number(discoveredDate.slice(0, 4)) + 2);
  const day = row.first('fundedOn', (text, index) => {
    // Of the days of several rounds the latest counts.
    const dates = text
      .split(listSeparator)
      .map((one) => isoDateOf(parseDate(one, hints.dateOrder.get(index) ?? 'monthFirst')));
    const last = dates.reduce((latest, date) => (date > latest ? date : latest), '');
    // A day that is years off is no day of a round.
    return last > '1900' && last < latest ? last : undefined;
  });
  return day ?? '';
}

/**
 * The largest of the totals a row knows (the total of all funding is at least that of equity); where only the amount of
 * a round is known, that is what is known of the total.
 */
function fundingTotal(row: Row, reading: RowReading): number | null {
  const totals = amountsOf(row, 'fundingTotal', reading);
  const known = totals.length > 0 ? totals : amountsOf(row, 'fundingRound', reading);
  return known.length > 0 ? Math.max(...known) : null;
}

/** What says dollars in the cell, whatever its column says: `$1.2M` under `Raised (€)`. */
const ownDollars = /^(?:us)? ?\$|\busd?\b|美元|美金|ドル|달러/i;

function amountsOf(row: Row, field: FieldName, { hints }: RowReading): number[] {
  const cells = row
    .raw(field)
    .flatMap(([index, cell]) => cell.split(listSeparator).map((one) => [index, one] as const));
  const amounts = cells.map(([index, cell]) => {
    const column = hints.amounts.get(index);
    const currency = row.cell(column?.currencyColumn);
    if ((column?.foreign === true && !ownDollars.test(cell)) || !isDollar(currency)) return null;
    const text = withoutDay(cellText(cell));
    const amount = parseAmount(text, hints.dotGroups.has(index), column?.dollars === true || saysDollars(currency));
    const bare = bareNumber(text, hints.dotGroups.has(index), column);
    // The header's unit counts for bare numbers, which may have fractions then.
    const counted = bare !== null && column !== undefined && column.unit !== 1 && bare < column.unitBelow;
    return counted ? Math.round(bare * column.unit) : amount;
  });
  return amounts.filter((amount) => amount !== null && amount > 0).map(Number);
}

/**
 * The number that a cell is, if it is no more than that and a sign for dollars; in a column of millions `3,456` may be
 * a fraction.
 */
function bareNumber(text: string, dotGroups: boolean, column: AmountColumn | undefined): number | null {
  if (column === undefined || column.unit === 1) return parseNumber(text, dotGroups);
  const number = text.length > longestNumber ? text : text.replace(dollarSign, '');
  return number.includes('.') ? parseNumber(number, dotGroups) : parseCounted(number, dotGroups);
}

const longestNumber = 40;
const dollarSign = /^(?:us\s?)?\$\s*|^usd\s+|\s*(?:us)?\$$|\s+usd$/i;

function positive(value: number | null): number | null {
  return value !== null && value > 0 ? value : null;
}

function shareIn(row: Row, field: FieldName): number | null {
  return row.first(field, shareOf) ?? null;
}

function shareOf(text: string): number | undefined {
  const value = Number(text);
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
function peopleOf(row: Row, { teams }: RowReading): PersonRecord[] {
  const people = row
    .raw('founders')
    .flatMap(([index, cell]) => peopleIn(listText(cellText(cell)), teams.has(index) ? '' : 'Founder'));
  if (people.length < 2) return people;
  return [
    ...new Map(people.toReversed().map((one) => [`${one.first_name} ${one.last_name}`, one])).values(),
  ].toReversed();
}
