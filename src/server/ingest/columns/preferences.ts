import { pattern } from '#shared/domain/pattern.ts';
import { withoutDay } from '../values/withDay.ts';
import { hasDollarTwin, isPitchBooks, ofUnknownUnit, unitQuestion } from './amountColumns.ts';
import type { ColumnSample } from './content.ts';
import { type FieldName, isListOfDeals, isListOfPeople, isOfDeal, languageOf } from './fields.ts';
import { headerKey } from './headerKey.ts';
import { areBeside, type Candidate, columnsOf, type Found, type Look, none } from './finding.ts';

/** Exact numbers of employees go before bands, whatever they are called. */
export function* exactFirst({ samples }: Look, found: Found): Generator<Candidate> {
  const employees = columnsOf(found, 'employees');
  if (!employees.some((column) => shareOf(samples[column], exact) > 0.9)) return;
  for (const column of employees) {
    const finding = found[column];
    if (finding !== undefined && shareOf(samples[column], exact) < 0.5)
      yield { column, ...finding, score: finding.score * 0.85 };
  }
}

/** Names go before addresses, which knowledge bases give as the thing itself. */
export function* namesBeforeAddresses({ samples }: Look, found: Found): Generator<Candidate> {
  const names = columnsOf(found, 'name');
  const isNames = (column: number): boolean =>
    shareOf(samples[column], /\p{L}/u) > 0.5 && shareOf(samples[column], address) < 0.1;
  if (!names.some(isNames)) return;
  for (const column of names)
    if (shareOf(samples[column], address) > 0.9) yield none(column, 'another column has the names, this one addresses');
}

const exact = /^\d[\d.,\s]*$/;
const address = /^https?:\/\/\S+$/i;

function shareOf(sample: ColumnSample | undefined, form: RegExp): number {
  const values = sample?.values ?? [];
  return values.length === 0 ? 0 : values.filter((value) => form.test(withoutDay(value))).length / values.length;
}

/** A more specific header wins: `Company` over `Name` (which is then a person's), an industry over a technology. */
export function* specificFirst({ keys, rows }: Look, found: Found): Generator<Candidate> {
  const companys = columnsOf(found, 'name').filter((column) => companyWords.test(keys[column] ?? ''));
  for (const column of columnsOf(found, 'name')) {
    const isPlain = !companyWords.test(keys[column] ?? '');
    if (isPlain && companys.some((other) => areBeside(column, other, rows)))
      yield none(column, 'another column says more clearly which company it is');
  }
  // Next to an industry, these are the programs that a company uses.
  const isTechnology = (column: number): boolean => technology.test(keys[column] ?? '');
  const industries = columnsOf(found, 'industries');
  if (industries.every(isTechnology)) return;
  for (const column of industries) if (isTechnology(column)) yield none(column, 'another column has the industries');
}

/** Amounts that stand beside the same in dollars, or that are those of our own deals. */
export function* amountsOfOthers({ headers = [], keys }: Look, found: Found): Generator<Candidate> {
  const ofDeals = isListOfDeals(headers) && !isPitchBooks(headers);
  for (const column of columnsOf(found, 'fundingTotal', 'lastRoundAmount')) {
    if (hasDollarTwin(column, headers)) yield none(column, 'another column has the same amounts in US dollars');
    else if (ofDeals && isOfDeal(keys[column] ?? ''))
      yield none(column, 'in a list of deals it is the amount of the deal');
  }
}

/** What a row raised is that round's where each row is a round: `Amount raised` beside `Round` and `Date`. */
export function* amountsOfRounds({ keys }: Look, found: Found): Generator<Candidate> {
  const plain = columnsOf(found, 'fundingTotal').filter((column) => whatIsRaised.test(keys[column] ?? ''));
  const [column] = plain;
  const finding = column === undefined ? undefined : found[column];
  if (column === undefined || finding === undefined || plain.length > 1) return;
  const isTaken = columnsOf(found, 'fundingTotal', 'lastRoundAmount').length > 1;
  const ofRounds = keys.some((key) => roundType.test(key)) || [roundName, roundDay].every((form) => hasKey(keys, form));
  if (ofRounds && !isTaken)
    yield {
      column,
      ...finding,
      field: 'lastRoundAmount',
      reason: 'each row is a round, and it is what that one raised',
    };
}

function hasKey(keys: readonly string[], form: RegExp): boolean {
  return keys.some((key) => form.test(key));
}

const whatIsRaised = /^(?:raised|raised amount|amount raised|money raised|raised money)(?: (?:usd|eur|gbp|m|mn|k))*$/;
const roundType = /^(?:funding|investment) round (?:type|name|code)$/;
const roundName = /^(?:funding |financing |investment )?round(?: (?:type|name))?$/;
const roundDay =
  /^(?:date|announced|announced (?:on|at|date)|date announced|(?:round|deal|close|closing) date|closed on)$/;

const technology = /^technolog(?:y|ies)$/;

const companyWords = pattern()`
  compan|organi[sz]ation|start ?up|business|firm|brand|venture|unternehmen|entreprise|societe|empresa|azienda|bedrijf
  |公司|企业|企業|会社
`;

/**
 * `Company City` beats a plain `City`: in a list of people that is a person's and is dropped; otherwise it still fills
 * gaps.
 */
export function* companysFirst({ headers = [], keys }: Look, found: Found): Generator<Candidate> {
  const people = isListOfPeople(headers);
  const isCompanys = (column: number): boolean => companysOwn.test(keys[column] ?? '');
  for (const [column, finding] of found.entries()) {
    if (!ofEither.has(finding.field) || isCompanys(column)) continue;
    const own = Math.max(
      0,
      ...found.map(({ field, score }, other) => (field === finding.field && isCompanys(other) ? score : 0)),
    );
    if (own === 0) continue;
    if (people) yield none(column, 'in a list of people it is the person’s, and another column has the company’s');
    else yield { column, ...finding, score: Math.min(finding.score, own * 0.9) };
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

/** Of a list in several languages one counts: all of them would be the same tags and persons several times. */
export function* oneLanguage({ headers = [] }: Look, found: Found): Generator<Candidate> {
  const bases = headers.map((header) => languageOf(header)?.what);
  for (const [column, { field, score }] of found.entries()) {
    const base = bases[column];
    if (base === undefined || !isListField.has(field)) continue;
    const surer = headers.some((header, other) => {
      const match = found[other];
      if (other === column || match?.field !== field || (bases[other] ?? headerKey(header)) !== base) return false;
      return match.score > score || (match.score === score && other < column);
    });
    if (surer) yield none(column, 'another column has the same in another language');
  }
}

const isListField: ReadonlySet<FieldName | ''> = new Set(['industries', 'industryGroups', 'founders']);

/** Amounts that are too small for what they seem to count. */
export function* unitsThatAreNamed({ headers, samples, readings }: Look, found: Found): Generator<Candidate> {
  for (const { column, open } of ofUnknownUnit(found, samples, headers)) {
    const finding = found[column];
    if (readings.get(column)?.unit !== undefined && finding !== undefined) yield { column, ...finding, open };
    else {
      const kept = none(column, 'its numbers are too small for dollars, and nothing names their unit');
      yield { ...kept, asks: unitQuestion, open };
    }
  }
}
