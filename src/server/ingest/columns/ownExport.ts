import type { ColumnMatch } from '#shared/bridge/workspace.ts';
import { linkTypes } from '#shared/domain/choices.ts';
import { askedColumns, exportColumns } from '#shared/domain/exportColumns.ts';
import { generalFields } from '#shared/domain/generalFields.ts';
import { type FieldName, fieldNames } from './fields.ts';
import { byUser } from './finding.ts';

/**
 * An export of ours comes back as it was: its headers say what each column is, so nothing is recognised by cells, and
 * what stands beside our columns was an own column before, whatever it is called.
 */

/**
 * A file is an export of ours by its headers. At least six of them are those of our columns, one is a header that
 * nobody else writes, and they are most of all or all that an export has without own columns.
 */
export function isOwnExport(headers: readonly string[]): boolean {
  const all = new Set(headers);
  if (!signs.some((header) => all.has(header))) return false;
  const ours = [...all].filter((header) => ourHeaders.has(header)).length;
  return ours >= 6 && (ours > headers.length / 2 || whole.every((header) => all.has(header)));
}

const ourHeaders: ReadonlySet<string> = new Set([...exportColumns, ...askedColumns].map(({ header }) => header));

/** Headers of every export without chosen columns, whichever release wrote it. */
const whole = headersOf(['id', 'name', 'website', 'description_llm', 'sem_score_percentile', 'discovered_date']);

/** Headers that nobody else writes. A list of somebody else may have a `Name`, `Industries` and `Notes`, too. */
const signs = [
  ...headersOf([
    'description_llm',
    'sem_score_percentile',
    'discovered',
    'funding_total_original',
    'last_round_amount_original',
    'values_on',
  ]),
  ...askedHeadersOf(['decided_in', 'known_status', 'later', 'changed', 'why']),
];

/** The columns of an export of ours as what they are, unless the user says otherwise. */
export function asExported(columns: readonly ColumnMatch[]): ColumnMatch[] {
  const headers = columns.map(({ header }) => header);
  const derived = new Set(derivedColumns(headers));
  return columns.map((column) => {
    if (column.reason === byUser) return column.field === '' ? { ...column, reason: 'you chose so' } : column;
    const is = { ...column, asks: '', open: null, confidence: 1 };
    if (derived.has(column.index)) return { ...is, field: '', confidence: 0, reason: 'Winnow works it out anew' };
    const field = headers.indexOf(column.header) === column.index ? fieldOf(column) : undefined;
    return field === undefined
      ? { ...is, field: 'own', reason: 'it was an own column when Winnow wrote this file' }
      : { ...is, field, reason: 'Winnow wrote this file' };
  });
}

/** A header may be that of a column of ours with a field. */
export function isExported(header: string): boolean {
  return fields.has(header);
}

/** The field of a column of ours. The preferred description where the file has no other is short or long. */
function fieldOf({ header, field }: ColumnMatch): FieldName | undefined {
  if (header !== descriptionHeader) return fields.get(header);
  return field === 'descriptionLong' || field === 'descriptionLlm' ? field : 'descriptionShort';
}

/** The fields of those of our columns whose keys are not called like them. */
const fieldOfKey: Readonly<Record<string, FieldName>> = {
  description_short: 'descriptionShort',
  description_long: 'descriptionLong',
  description_llm: 'descriptionLlm',
  customer_problem: 'customerProblem',
  target_customer: 'targetCustomer',
  business_model: 'businessModel',
  stages: 'stage',
  industry: 'industries',
  country_code: 'country',
  size: 'employees',
  cb_rank: 'cbRank',
  sem_score_percentile: 'semScorePercentile',
  challenge_1: 'challenge1',
  challenge_2: 'challenge2',
  challenge_3: 'challenge3',
  ...Object.fromEntries(generalFields.flatMap(({ wire, field }) => namedField(field).map((name) => [wire, name]))),
};

const fields: ReadonlyMap<string, FieldName> = new Map(
  [...exportColumns, ...askedColumns].flatMap(({ key, header }) => {
    const named = fieldOfKey[key] ?? namedField(key)[0] ?? (isPage(key) ? 'profilePages' : undefined);
    return named === undefined ? [] : [[header, named] as const];
  }),
);

function namedField(name: string): FieldName[] {
  return fieldNames.filter((field) => field === name);
}

function isPage(key: string): boolean {
  return linkTypes.some((type) => type === key);
}

/**
 * The columns of an export of ours that follow from others, or are only true of the workspace that they come from, and
 * the one of `sampleColumnOf`. The preferred description counts where the file has no other.
 */
function derivedColumns(headers: readonly string[]): readonly number[] {
  const isDescribed = headers.some((header) => descriptions.has(header));
  return headers.flatMap((header, index) => {
    const isDerived = derivedHeaders.has(header) && (header !== descriptionHeader || isDescribed);
    return isDerived && headers.indexOf(header) === index ? [index] : [];
  });
}

/**
 * The column of an export of ours that says which companies are invented samples. In any other file nobody means that
 * by a sample, and it is no field that a column can be chosen for.
 */
export function sampleColumnOf(headers: readonly string[]): number | undefined {
  const index = headers.findIndex((header) => sampleHeaders.has(header));
  return index === -1 ? undefined : index;
}

const sampleHeaders = new Set(headersOf(['sample']));
const [descriptionHeader = ''] = headersOf(['description']);
const descriptions = new Set(headersOf(['description_short', 'description_long', 'description_llm']));

const derivedHeaders: ReadonlySet<string> = new Set([
  ...headersOf([
    'id',
    'description',
    'region',
    'funded',
    'discovered',
    'discovered_date',
    'employee_growth',
    'from_files',
    'sample',
  ]),
  // What somebody has decided and written is theirs, and the founders are people, which have a field.
  ...askedColumns.filter(({ key }) => key !== 'founders').map(({ header }) => header),
]);

function headersOf(keys: readonly string[]): string[] {
  return exportColumns.filter(({ key }) => keys.includes(key)).map(({ header }) => header);
}

function askedHeadersOf(keys: readonly string[]): string[] {
  return askedColumns.filter(({ key }) => keys.includes(key)).map(({ header }) => header);
}
