import { employeeSizes, fundedTags, highlights, labelOf, linkKinds, stages } from './choices.ts';
import { generalFields, ownPrefix, type GeneralField } from './generalFields.ts';
import type { FilterSet } from './filters.ts';
import { matchReasons } from './matchReasons.ts';
import { businessModelText, highlightsOf, linkOf, preferredDescription, type Company } from './company.ts';
import { personOf, type PersonRecord } from './person.ts';
import { withoutPlaceholder } from './text.ts';
import type { FilterNames } from '../fields/filterRows.ts';

/** What the user has decided and written about a company, as files have it: the day as `YYYY-MM-DD`. */
export interface ExportedDecision {
  readonly list: string;
  readonly day: string;
  readonly smartList: string;
  readonly reason: string;
  /** Until when it is put off, in words. */
  readonly later: string;
  /** The user's notes about it, newest first, each with its day. */
  readonly notes: string;
  /** What the user's CRM or portfolio says of the company, decided or not. */
  readonly known: string;
  /** Who has decided. */
  readonly by: string;
  /** The user's collections that it is in. */
  readonly collections: string;
  /** What the last import has changed. */
  readonly changed: string;
}

/** By the id of the company. */
export type ExportedDecisions = ReadonlyMap<number, ExportedDecision>;

/** What columns say that companies do not have: the user's decisions, and the filters that companies were found by. */
export interface ExportContext {
  readonly decisions?: ExportedDecisions;
  readonly filters?: FilterSet | undefined;
  /** What the user calls the lists that the filters name. */
  readonly names?: FilterNames;
}

/**
 * A column of a CSV export. `number` columns are plain numbers, and stay numbers even if they begin with a minus; all
 * others are made safe against being read as formulas (S39). The founders are not in what lists have of a company.
 */
export type ExportColumn =
  | {
      readonly key: string;
      readonly header: string;
      readonly kind: 'text';
      readonly value: (company: Company) => string;
    }
  | {
      readonly key: string;
      readonly header: string;
      readonly kind: 'number';
      readonly value: (company: Company) => number | null;
    }
  | {
      readonly key: string;
      readonly header: string;
      readonly kind: 'decision';
      readonly value: (company: Pick<Company, 'id'>) => string;
    }
  | {
      readonly key: string;
      readonly header: string;
      readonly kind: 'founders';
      readonly value: (company: Pick<Company, 'id'> & { readonly people?: readonly PersonRecord[] }) => string;
    };

function text(key: string, header: string, value: (company: Company) => string): ExportColumn {
  return { key, header, kind: 'text', value };
}

function number(key: string, header: string, value: (company: Company) => number | null): ExportColumn {
  return { key, header, kind: 'number', value };
}

/** Several values in one cell. */
export function joined(values: readonly string[]): string {
  return values.join('; ');
}

/** A field without a place of its own, as files have it: plain numbers, `yes` or `no`. */
export function generalColumn({ wire, label, kind, choices }: GeneralField): ExportColumn {
  const valueOf = (company: Company): unknown => (company as Readonly<Record<string, unknown>>)[wire];
  if (kind === 'number') return number(wire, label, (company) => valueOf(company) as number | null);
  if (kind === 'flag') return text(wire, label, (company) => (valueOf(company) === true ? 'yes' : 'no'));
  if (kind === 'list') return text(wire, label, (company) => joined(valueOf(company) as readonly string[]));
  if (choices !== null) return text(wire, label, (company) => labelOf(choices, valueOf(company) as string));
  return text(wire, label, (company) => withoutPlaceholder(valueOf(company) as string));
}

/** A band as its source gives it, where there is no number of employees; else the size category. */
function sizeText({ size, sizeCategory, employee_band: band }: Company): string {
  return band !== '' && !(size.count !== null && size.count > 0) ? band : labelOf(employeeSizes, sizeCategory);
}

/** All columns about companies, in the order of the default export, which has them all (docs/api.md 6). */
export const exportColumns: readonly ExportColumn[] = [
  number('id', 'ID', (company) => company.id),
  text('name', 'Name', (company) => company.name),
  text('website', 'Website', (company) => linkOf(company, 'website')),
  text('description', 'Description', (company) => preferredDescription(company.description)),
  text('description_short', 'Short description', (company) => withoutPlaceholder(company.description.short)),
  text('description_long', 'Long description', (company) => withoutPlaceholder(company.description.long)),
  text('description_llm', 'Machine-written description', (company) => withoutPlaceholder(company.description.llm)),
  text('customer_problem', 'Customer problem', (company) => withoutPlaceholder(company.customer_problem)),
  text('target_customer', 'Target customer', (company) => withoutPlaceholder(company.target_customer)),
  text('business_model', 'Business model', (company) => businessModelText(company.business_model)),
  number('score', 'Score', (company) => company.score),
  text('stages', 'Stage', (company) => joined(company.stages.map((stage) => labelOf(stages, stage)))),
  text('industry', 'Industries', (company) => joined(company.industry)),
  text('region', 'Region', (company) => company.region),
  text('country', 'Country', (company) => company.location.country.name),
  text('country_code', 'Country code', (company) => company.location.country.code),
  text('city', 'City', (company) => company.location.city),
  number('founded', 'Founded', (company) => company.founded),
  number('employees', 'Employees', (company) => company.size.count),
  text('size', 'Company size', sizeText),
  text('funded', 'Last funding', (company) => labelOf(fundedTags, company.funded)),
  text('highlights', 'Highlights', (company) =>
    joined(highlightsOf(company.tags).map((highlight) => labelOf(highlights, highlight))),
  ),
  text('universities', 'Top universities', (company) => joined(company.allTopUnis)),
  number('cb_rank', 'Crunchbase rank', (company) => company.cb_rank),
  number('sem_score_percentile', 'Search visibility percentile', (company) => company.sem_score_percentile),
  text('followers', 'Followers', (company) => company.followers),
  text('emails', 'E-mail', (company) => joined(company.emails)),
  text('linkedin', 'LinkedIn', (company) => linkOf(company, 'linkedin')),
  text('twitter', 'Twitter', (company) => linkOf(company, 'twitter')),
  text('facebook', 'Facebook', (company) => linkOf(company, 'facebook')),
  text('discovered', 'Digest week', (company) => company.discovered),
  text('discovered_date', 'Discovered on', (company) => company.discovered_date),
  text('sample', 'Sample', (company) => (company.is_sample ? 'yes' : '')),
  text('translated', 'Translated', (company) => (company.isTranslated ? 'yes' : 'no')),
  text('challenge_1', 'Challenge 1', (company) => withoutPlaceholder(company.challenges_llm.question1)),
  text('challenge_2', 'Challenge 2', (company) => withoutPlaceholder(company.challenges_llm.question2)),
  text('challenge_3', 'Challenge 3', (company) => withoutPlaceholder(company.challenges_llm.question3)),
  text('logo', 'Logo', (company) => company.logo),
  ...generalFields.map(generalColumn),
  ...linkKinds
    .slice(linkKinds.findIndex(({ value }) => value === 'email') + 1)
    .map(({ value, label }) => text(value, label, (company) => linkOf(company, value))),
];

/** The column of what imported files say under a header that is no field of ours. */
export function ownColumn(name: string): ExportColumn {
  return text(`${ownPrefix}${name}`, name, ({ own }) => own.find((one) => one.name === name)?.value ?? '');
}

/** What a decision has for each of its columns, which an export has only where they are asked for. */
const decisionColumns: Readonly<Record<string, readonly [header: string, part: keyof ExportedDecision]>> = {
  list: ['List', 'list'],
  decided_on: ['Decided on', 'day'],
  decided_in: ['Decided in', 'smartList'],
  reason: ['Reason', 'reason'],
  later: ['Later until', 'later'],
  notes: ['Notes', 'notes'],
  known_status: ['Known status', 'known'],
  by: ['By', 'by'],
  collections: ['Collections', 'collections'],
  changed: ['Changed by the last import', 'changed'],
};

/** Only where it is asked for, as it takes longer to read than all others together. */
const foundersColumn: ExportColumn = {
  key: 'founders',
  header: 'Founders',
  kind: 'founders',
  value: ({ people = [] }) => joined(people.map((person) => personOf(person).name)),
};

/** Notes as one cell, with a blank line between them. */
export function notesCell(notes: readonly { readonly createdAt: string; readonly text: string }[]): string {
  return notes.map(({ createdAt, text: written }) => `${createdAt.slice(0, 10)}: ${written}`).join('\n\n');
}

/** What of the user's decisions columns with these keys have; empty if none is one of decisions. */
export function decisionPartsOf(keys: readonly string[]): ReadonlySet<keyof ExportedDecision> {
  const asked = Object.entries(decisionColumns).filter(([key]) => keys.includes(key));
  return new Set(asked.map(([, [, part]]) => part));
}

/** Only where it is asked for: of a list without filters it says nothing. */
export const whyKey = 'why';

function whyColumn({ filters, names }: ExportContext): ExportColumn {
  const why = filters === undefined ? () => [] : matchReasons(filters, names);
  return text(whyKey, 'Why it matched', (company) => joined(why(company)));
}

/** Columns that an export has only where they are asked for. */
export const askedColumns: readonly Pick<ExportColumn, 'key' | 'header'>[] = [
  ...Object.entries(decisionColumns).map(([key, [header]]) => ({ key, header })),
  { key: foundersColumn.key, header: foundersColumn.header },
  { key: whyKey, header: 'Why it matched' },
];

/** Asks for every column that there is, those of decisions and imported files too. */
export const everyColumnKey = 'all';

/**
 * The keys of all columns but those of imported files: about companies, then what the user has decided and written. In
 * a list that companies are decided into, the decision comes first.
 */
export function everyKey(isOfDecisions: boolean): readonly string[] {
  const companies = exportColumns.map(({ key }) => key);
  const asked = askedColumns.map(({ key }) => key);
  return isOfDecisions ? [...asked, ...companies] : [...companies, ...asked];
}

function columnOf(key: string, context: ExportContext): ExportColumn | undefined {
  const { decisions = new Map() } = context;
  if (key.startsWith(ownPrefix)) return ownColumn(key.slice(ownPrefix.length));
  if (key === foundersColumn.key) return foundersColumn;
  if (key === whyKey) return whyColumn(context);
  return exportColumns.find((column) => column.key === key) ?? decisionColumn(key, decisions);
}

function decisionColumn(key: string, decisions: ExportedDecisions): ExportColumn | undefined {
  const column = Object.hasOwn(decisionColumns, key) ? decisionColumns[key] : undefined;
  if (column === undefined) return undefined;
  const [header, part] = column;
  return { key, header, kind: 'decision', value: ({ id }) => decisions.get(id)?.[part] ?? '' };
}

/**
 * The columns with these keys, in the requested order; no keys mean all that are about the company alone. Undefined if
 * any key is unknown.
 */
export function exportColumnsOf(
  keys: readonly string[],
  context: ExportContext = {},
): readonly ExportColumn[] | undefined {
  if (keys.length === 0) return exportColumns;
  const chosen = [...new Set(keys)].map((key) => columnOf(key, context));
  return chosen.every((column) => column !== undefined) ? chosen : undefined;
}
