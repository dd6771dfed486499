import type { ReadRow } from '#shared/bridge/workspace.ts';
import { linkKinds } from '#shared/domain/choices.ts';
import { linkOf, preferredDescription, type Company } from '#shared/domain/company.ts';
import { factFields } from '#shared/domain/generalFields.ts';
import type { ImportFieldName } from '#shared/domain/importFields.ts';
import { withoutPlaceholder } from '#shared/domain/text.ts';
import { domainOf } from '#shared/domain/webAddress.ts';
import { factsOf } from '../company/CompanyDetails.tsx';

/** What an import would make of a row, and the headers of the columns that it comes from. */
export interface RowFact {
  readonly term: string;
  readonly value: string;
  readonly from: readonly string[];
}

/** The fields that each fact of a company is read from, the first of them with something in it first. */
const fieldsOfFacts: Readonly<Record<string, readonly ImportFieldName[]>> = {
  Stage: ['stage'],
  Funding: ['fundingTotal', 'lastRoundAmount', 'lastRound', 'fundedOn'],
  Investors: ['investors', 'investorCount'],
  Location: ['city', 'state', 'country', 'location'],
  Founded: ['founded'],
  Size: ['employees'],
  Industries: ['industries', 'industryGroups'],
  Followers: ['followers'],
  Universities: ['universities'],
  'Crunchbase rank': ['cbRank'],
  'Text relevance': ['semScorePercentile'],
  ...Object.fromEntries(factFields.map(({ label, field }) => [label, [field as ImportFieldName]])),
};

/** What follows from other facts, or from the day of the import. */
const notRead: ReadonlySet<string> = new Set(['Region', 'Discovered']);

/** What is known of the company of a row, in the order of the reading pane; what the row does not say is left out. */
export function rowFacts({ company, founders, from }: ReadRow): readonly RowFact[] {
  if (company === null) return [];
  const headersOf = (fields: readonly string[]): readonly string[] => [
    ...new Set(fields.flatMap((field) => from[field] ?? [])),
  ];
  const fact = (term: string, value: string, fields: readonly ImportFieldName[]): RowFact => {
    return { term, value, from: headersOf(fields) };
  };
  const website = domainOf(linkOf(company, 'website'));
  const facts = [
    fact('Name', company.name, from['name'] === undefined ? ['website'] : ['name']),
    fact('Website', website, from['website'] === undefined ? ['name'] : ['website']),
    fact('What it does', preferredDescription(company.description), [textFieldOf(company)]),
    ...factsOf(company)
      .filter(({ term }) => !notRead.has(term) && !(term === 'Size' && company.sizeCategory === 'unknown'))
      .map(({ term, value }) => fact(term, value, fieldsOfFacts[term] ?? [])),
    fact('Founders', founders.join(', '), ['founders']),
    fact('Email', company.emails.join(', '), ['emails']),
    ...profiles.map(({ value, label }) => fact(label, linkOf(company, value), [profileFieldOf(value)])),
    // A column of the file's own has its name from the header.
    ...company.own.map(({ name, value }) => ({ term: name, value, from: [name] })),
  ];
  return facts.filter(({ value }) => value !== '');
}

const profiles = linkKinds.filter(({ value }) => value !== 'website' && value !== 'email');

function profileFieldOf(link: string): ImportFieldName {
  return link === 'linkedin' || link === 'twitter' || link === 'facebook' ? link : 'profilePages';
}

/** Which of the descriptions is the one that is shown. */
function textFieldOf({ description: { llm, long } }: Pick<Company, 'description'>): ImportFieldName {
  if (withoutPlaceholder(llm) !== '') return 'descriptionLlm';
  return withoutPlaceholder(long) === '' ? 'descriptionShort' : 'descriptionLong';
}

/** The place of the row of which most is known. */
export function fullestOf(rows: readonly ReadRow[]): number {
  const counts = rows.map((row) => rowFacts(row).length);
  return Math.max(0, counts.indexOf(Math.max(...counts)));
}
