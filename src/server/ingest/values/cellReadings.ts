import { namesIn, once, readTable } from '#node/resources.ts';
import {
  businessModels,
  companyStatuses,
  highlights,
  type BusinessModel,
  type CompanyStatus,
  type Highlight,
  type Stage,
} from '#shared/domain/choices.ts';
import { fold } from '#shared/domain/text.ts';
import { universities } from '#shared/reference/universities.ts';
import { parseEmployees } from './employees.ts';
import { remembered } from './remembered.ts';
import { stageOf } from './stage.ts';
import { entriesOf } from './text.ts';

/** Readings of cells with a choice of known values, which files repeat. Created once per import. */
export class CellReadings {
  readonly businessModels = remembered(businessModelsIn);
  readonly highlights = remembered(highlightsIn);
  /** Whether a cell names highlights and nothing else, those that follow from other facts included. */
  readonly areHighlights = remembered((text) => entriesOf(text).every((part) => highlightNames().has(fold(part))));
  readonly universities = remembered(universitiesIn);
  readonly employees = remembered(parseEmployees);
  readonly status = remembered(statusIn);
  /** The stages in a cell that may be a list (`Pre-Seed; Seed`); undefined if it names none. */
  readonly stages = remembered((text): Stage[] | undefined => {
    const stages = [...new Set(entriesOf(text).map(stageOf))].filter((stage) => stage !== undefined);
    return stages.length > 0 ? stages : undefined;
  });
}

const statusNames = once(() => {
  const table = readTable('import/statuses.tsv', ['status', 'language', 'name']);
  namesIn(
    table,
    ({ name }) => statusKey(name),
    ({ status }) => status,
  );
  const own = new Map<string, CompanyStatus>(companyStatuses.map(({ value }) => [value, value]));
  const names = new Map<string, CompanyStatus>();
  for (const row of table.rows) {
    const status = own.get(row.status);
    if (status === undefined) throw table.problem(row, `there is no status “${row.status}”.`);
    names.set(statusKey(row.name), status);
  }
  return names;
});

/** What a cell says has become of a company; `''` if it says nothing of the kind. */
function statusIn(text: string): CompanyStatus | '' {
  if (text.length > longestStatus) return '';
  const key = statusKey(text);
  // `Acquired by Initech, 2021`: what follows says by whom, when or where.
  const begun = /^(.+?) (?:by|from|in|on|since|as of|par|von|durch|da|por|(?:19|20)\d\d)\b/.exec(key)?.[1] ?? '';
  return statusNames().get(key) ?? statusNames().get(begun) ?? '';
}

const longestStatus = 80;

function statusKey(text: string): string {
  return fold(text)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

const modelNames = once(() => {
  const table = readTable('import/businessModels.tsv', ['model', 'language', 'name']);
  namesIn(
    table,
    ({ name }) => modelKey(name),
    ({ model }) => model,
  );
  const own = new Map<string, BusinessModel>(businessModels.map((model) => [model, model]));
  const names = new Map(businessModels.map((model) => [modelKey(model), model]));
  for (const row of table.rows) {
    const model = own.get(row.model);
    if (model === undefined) throw table.problem(row, `there is no business model “${row.model}”.`);
    names.set(modelKey(row.name), model);
  }
  return names;
});

function businessModelsIn(text: string): BusinessModel[] {
  if (text === '') return [];
  const found = [text, ...entriesOf(text.replaceAll(/[{}"]/g, '').replaceAll('/', ','))].map((part) =>
    modelNames().get(modelKey(part)),
  );
  return [...new Set(found.filter((model) => model !== undefined))];
}

function modelKey(name: string): string {
  return fold(name).replaceAll(/[^a-z0-9]/g, '');
}

/** Highlights that follow from other facts, and are never stored. */
const derived: ReadonlySet<Highlight> = new Set(['newly_added', 'funding_2M', 'funding_10M', 'funding_50M']);

/** Highlights by value and label; earlier versions exported a value's words where its label has changed since. */
const highlightNames = once(
  () =>
    new Map(
      highlights.flatMap(({ value, label }) =>
        [value, label, value.replaceAll('_', ' ')].map((name) => [fold(name), value] as const),
      ),
    ),
);

/** Highlights in the order of the cell. */
function highlightsIn(text: string): Highlight[] {
  if (text === '') return [];
  const named = entriesOf(text).flatMap((part) => highlightNames().get(fold(part)) ?? []);
  return [...new Set(named)].filter((value) => !derived.has(value));
}

const universityNames = once(
  () => new Map(universities.flatMap(({ code, name }) => [code, fold(name)].map((each) => [each, code]))),
);

function universitiesIn(text: string): string[] {
  if (text === '') return [];
  return [...new Set(entriesOf(text).flatMap((part) => universityNames().get(fold(part)) ?? []))];
}
