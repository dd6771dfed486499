import { z } from 'zod';
import { askedColumns, decisionPartsOf, exportColumns, whyKey } from '#shared/domain/exportColumns.ts';
import { ownPrefix } from '#shared/domain/generalFields.ts';

/** Where the columns of the last export are kept: prefixed with the product's name (product 9). */
const storageKey = 'winnow.exportColumns';

const keptSchema = z.array(z.string());

/** A column to choose. */
export interface ColumnChoice {
  readonly key: string;
  readonly header: string;
}

/** Columns that belong together, as the dialog shows them. */
export interface ColumnGroup {
  readonly title: string;
  readonly columns: readonly ColumnChoice[];
}

/** What can be exported of a list: `own` are names of columns of imported files, `hasWhy` whether it has filters. */
export function columnGroups({
  own,
  hasWhy,
}: {
  readonly own: readonly string[];
  readonly hasWhy: boolean;
}): readonly ColumnGroup[] {
  const files = own.map((name) => ({ key: `${ownPrefix}${name}`, header: name })).filter(({ key }) => isSendable(key));
  const asked = askedColumns.filter(({ key }) => key !== whyKey || hasWhy);
  const groups = [
    { title: 'Your decisions and notes', columns: asked.filter(isDecision) },
    { title: hasWhy ? 'People and match' : 'People', columns: asked.filter((column) => !isDecision(column)) },
    { title: 'Company', columns: exportColumns.map(({ key, header }) => ({ key, header })) },
    { title: 'From imported files', columns: files },
  ];
  return groups.filter(({ columns }) => columns.length > 0);
}

/** A comma separates keys on their way, and a key has at most 60 characters. */
function isSendable(key: string): boolean {
  return key.length <= 60 && !key.includes(',');
}

/** The chosen keys in the order of the file: the company, then what is asked for besides. */
export function inFileOrder(groups: readonly ColumnGroup[], chosen: ReadonlySet<string>): string[] {
  const keys = groups.flatMap(({ columns }) => columns.map(({ key }) => key)).filter((key) => chosen.has(key));
  const { company = [], others = [] } = Object.groupBy(keys, (key) => (companyKeys.has(key) ? 'company' : 'others'));
  return [...company, ...others];
}

const companyKeys: ReadonlySet<string> = new Set(exportColumns.map(({ key }) => key));

/** The columns that were chosen last; null where none were. */
export function readChosenColumns(): readonly string[] | null {
  try {
    const kept = keptSchema.safeParse(JSON.parse(localStorage.getItem(storageKey) ?? 'null'));
    return kept.success && kept.data.length > 0 ? kept.data : null;
  } catch {
    return null;
  }
}

/** Remembers columns, without those of imported files. If storage is full or forbidden, only this is lost. */
export function rememberChosenColumns(keys: readonly string[]): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(keys.filter((key) => !key.startsWith(ownPrefix))));
  } catch {
    localStorage.removeItem(storageKey);
  }
}

function isDecision({ key }: { readonly key: string }): boolean {
  return decisionPartsOf([key]).size > 0;
}
