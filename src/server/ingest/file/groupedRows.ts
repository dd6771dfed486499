import { pattern } from '#shared/domain/pattern.ts';
import type { HeaderNames } from '../columns/fields.ts';
import { headerKey } from '../columns/headerKey.ts';
import { isSum } from '../values/sums.ts';
import type { RawRecord } from './recordReader.ts';
import type { Table } from './table.ts';

/** A row that is no company but says something of all rows below it: `Industry: Banking (2 records)`. */
interface Heading {
  /** What it says of them, `''` if it does not name that. */
  readonly label: string;
  readonly value: string;
}

/** How a report's headings are written, as far as its rows show. */
type Reader = (record: RawRecord) => Heading | null;

/**
 * A report whose rows are grouped under headings, with what each heading says as a column of its rows; the headings are
 * no companies. `first` are its first rows.
 */
export function withGroups(table: Table, first: readonly RawRecord[], names: HeaderNames): Table {
  const { headers } = table;
  if (headers === null || headers.length < fewestColumns) return table;
  const read = readerOf(first, names);
  if (read === null) return table;
  const labels = [...new Set(first.flatMap((record) => read(record)?.label ?? []))];
  const columns = new Map(labels.map((label) => [label, headers.findIndex((header) => isSame(header, label))]));
  const added = labels.filter((label) => columns.get(label) === -1);
  for (const [at, label] of added.entries()) columns.set(label, headers.length + at);
  return {
    ...table,
    headers: [...headers, ...added.map((label) => label || 'Group')],
    async *records() {
      const current = new Map<string, string>();
      for await (const records of table.records()) {
        yield records.map((record) => {
          const heading = read(record);
          if (heading === null) return withValues(record, current, columns, headers.length);
          beginGroup(current, heading);
          return { ...record, problem: 'a heading, not a company' };
        });
      }
    },
  };
}

/** In a narrower table a single cell is a row as any. */
const fewestColumns = 3;

function isSame(header: string, label: string): boolean {
  return label !== '' && headerKey(header) === headerKey(label);
}

/** A heading ends the ones that began within its own kind's last. */
function beginGroup(current: Map<string, string>, { label, value }: Heading): void {
  const labels = [...current.keys()];
  const at = labels.indexOf(label);
  if (at !== -1) for (const inner of labels.slice(at)) current.delete(inner);
  current.set(label, value);
}

function withValues(
  record: RawRecord,
  current: ReadonlyMap<string, string>,
  columns: ReadonlyMap<string, number>,
  width: number,
): RawRecord {
  if (current.size === 0 || record.problem !== '' || filledIn(record) < 2 || record.cells.length > width) return record;
  const text = firstText(record);
  if (isSum(text)) return record;
  const group = text.replace(sumBehind, '');
  if (group !== text && [...current.values()].includes(group)) return { ...record, problem: 'a row of totals' };
  const cells = [...record.cells];
  for (const [label, value] of current) {
    const column = columns.get(label);
    if (column === undefined) continue;
    while (cells.length <= column) cells.push('');
    if (cells[column]?.trim() === '') cells[column] = value;
  }
  return { ...record, cells };
}

function filledIn({ cells }: RawRecord): number {
  return cells.filter((cell) => cell.trim() !== '').length;
}

/** The form of a report's headings; null if it has none. */
function readerOf(first: readonly RawRecord[], names: HeaderNames): Reader | null {
  const lone = first.flatMap((record, at) => (isLone(record) ? [{ record, at }] : []));
  // Any row but the last may be a heading.
  if (lone.length === 0 || lone.length > first.length / 2 + 1) return null;
  const counted = lone.filter(({ record, at }) => {
    const found = countedHeading(firstText(record));
    return found !== null && (found.isWord || found.count === rowsBelow(first, at));
  });
  if (counted.length > 0) return (record) => (isLone(record) ? countedHeading(firstText(record)) : null);
  const labelled = lone.filter(
    ({ record, at }) => rowsBelow(first, at) > 0 && labelledHeading(firstText(record), names) !== null,
  );
  if (labelled.length > 1 || (labelled.length === 1 && labelled[0]?.at === 0))
    return (record) => (isLone(record) ? labelledHeading(firstText(record), names) : null);
  const marked = lone.filter(({ record, at }) => markedHeading(firstText(record)) !== null && rowsBelow(first, at) > 0);
  if (marked.length > 1 || (marked.length === 1 && marked[0]?.at === 0))
    return (record) => (isLone(record) ? markedHeading(firstText(record)) : null);
  const summed = new Set(
    lone.filter(({ record, at }) => isSummedBelow(first, at, firstText(record))).map(({ record }) => firstText(record)),
  );
  if (summed.size < 2) return null;
  return (record) =>
    isLone(record) && !isSumOfGroup(firstText(record)) ? { label: '', value: firstText(record) } : null;
}

function isLone(record: RawRecord): boolean {
  if (record.problem !== '') return false;
  let filled = 0;
  for (const cell of record.cells) {
    if (cell !== '' && cell.trim() !== '') filled++;
    if (filled > 1) return false;
  }
  return filled === 1 && !isSum(firstText(record));
}

function firstText({ cells }: RawRecord): string {
  return cells.find((cell) => cell.trim() !== '')?.trim() ?? '';
}

/** How many rows of several cells follow, but for sums and further headings, until the next row of one cell. */
function rowsBelow(rows: readonly RawRecord[], at: number): number {
  let count = 0;
  for (const record of rows.slice(at + 1)) {
    if (isLone(record)) {
      if (count > 0) break;
      continue;
    }
    if (filledIn(record) > 1 && !isSumOfGroup(record.cells[0]?.trim() ?? '')) count++;
  }
  return count;
}

/** Whether the rows below a row end with their sum, under its name or another. */
function isSummedBelow(rows: readonly RawRecord[], at: number, name: string): boolean {
  for (const record of rows.slice(at + 1)) {
    if (isLone(record)) return false;
    const text = firstText(record);
    if (isSum(text)) return true;
    if (sumBehind.test(text)) return text.startsWith(name);
  }
  return false;
}

const sumBehind = /(?<=\S)\s*[-–:]?\s+(?:sub-?)?(?:totale?|summe|gesamt|ergebnis|somme|suma|totaal)$/i;

function isSumOfGroup(text: string): boolean {
  return isSum(text) || sumBehind.test(text);
}

/** `Industry: Banking (2 records)`, `Banking (2)`, `▼ Stage = Seed [3]`. */
function countedHeading(text: string): (Heading & { count: number; isWord: boolean }) | null {
  const [, label = '', value = '', count = '', word = ''] = counted.exec(text) ?? [];
  if (value === '') return null;
  return { label: label.trim(), value: value.trim(), count: Number(count), isWord: word !== '' || label !== '' };
}

const counted = pattern('iu')`
  ^[\s▼▾▸►▶◢•–—*#>-]*(?:(\p{L}[^:=：()]{0,58}?)\s*[:=：]\s*)?(\S.{0,118}?)\s*[([（]\s*(\d{1,7})\s*
  (records?|rows?|items?|entr(?:y|ies)|compan(?:y|ies)|startups?|accounts?|results?|deals?|members?
    |datens(?:atz|ätze)|eintr(?:ag|äge)|zeilen?|firm(?:a|en)|unternehmen|enregistrements?|lignes?|éléments?|entreprises?
    |sociétés?|registros?|filas?|empresas?|elementos?|elementi?|righe|aziende|linhas?|rijen|rekord\p{L}*|wiersz\p{L}*
    |poster|запис\p{L}*|строк\p{L}*|件|条|條|家|社|개)?\s*[)\]）]$
`;

/** `Industry: Banking`, where the label is what a column may be called, and no remark. */
function labelledHeading(text: string, names: HeaderNames): Heading | null {
  const [, label = '', value = ''] =
    /^[\s▼▾▸►▶•–—*#-]*(\p{L}[^:=：]{1,40}?)\s*[:=：]\s*(\S.{0,118})$/u.exec(text) ?? [];
  const field = label === '' ? undefined : names.match(label)?.field;
  return field === undefined || !ofGroups.has(field) ? null : { label: label.trim(), value: value.trim() };
}

/**
 * `【Fintech】`, `== Fintech ==`, `*** Fintech ***`, `## Fintech`: signs that nobody puts around a company's name;
 * and what programmes number (`Cohort 2 — Fall 2021`).
 */
function markedHeading(text: string): Heading | null {
  const parts = text.length > longestMarked ? null : marks.exec(text);
  const isNumbered = text.length <= longestMarked && numberedGroup.test(text);
  const value = isNumbered
    ? text
    : (parts
        ?.slice(1)
        .find((part) => part !== undefined)
        ?.trim() ?? '');
  return value === '' ? null : { label: '', value };
}

const longestMarked = 120;
const numberedGroup = pattern('iu')`
  ^(?:(?:cohort|batch|class|wave|intake|season|edition|tier|cohorte|promotion|promo|coorte|kohorte|jahrgang|lote|turma
      |edición|edição|edizione|édition|saison|temporada|generation|génération|generación|edycja|kohorta|omgang
      |kull|выпуск|поток|набор|dönem)\s+(?:of\s+|de\s+|n[o°º]\.?\s*)?(?:#?\d{1,4}|[IVX]{1,5}|[WSF]\d{2})
      (?:\s*[-–—:,(|/]\s*.{1,60})?
    |(?:19|20)\d\d(?:\s?[-–/]\s?\d{2,4})?|第\s?\d{1,3}\s?[期批届回](?:生)?.{0,30}|\d{1,3}기
    |(?:winter|spring|summer|fall|autumn|frühjahr|herbst|sommer|printemps|automne|été|hiver|primavera|otoño|verano
      |invierno|autunno|estate|inverno)\s+20\d\d(?:\s+(?:cohort|batch|class))?)$
`;
const marks = pattern('u')`
  ^(?:【([^【】]+)】|〔([^〔〕]+)〕|\[([^[\]]+)\]|«([^«»]+)»|={2,}\s*([^=]+?)\s*={2,}
    |[-–—]{2,}\s*([^–—-]+?)\s*[-–—]{2,}|\*{2,}\s*([^*]+?)\s*\*{2,}|~{2,}\s*([^~]+?)\s*~{2,}|#{1,6}\s+(\S.*)
    |[■◆●▼▶►▾▸□◇○]\s*(\S.*))$
`;

/** What rows are gathered by. */
const ofGroups: ReadonlySet<string> = new Set([
  'industries',
  'industryGroups',
  'country',
  'state',
  'city',
  'location',
  'stage',
  'lastRound',
  'status',
  'businessModel',
  'founded',
  'regions',
  'investors',
]);
