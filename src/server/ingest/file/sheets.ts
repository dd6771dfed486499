import type { SheetPreview } from '#shared/bridge/workspace.ts';
import { counted } from '#shared/domain/formats.ts';
import { HeaderNames } from '../columns/fields.ts';
import { headerKey } from '../columns/headerKey.ts';
import { badFile } from './byteSource.ts';
import { headerOf, listsCompanies } from './header.ts';
import { kindOfList } from './otherLists.ts';
import type { RawRecord } from './recordReader.ts';
import { withLinks } from './sheetLinks.ts';

/** A sheet of a workbook that is not empty, as it is read from it. */
export interface SheetRows {
  readonly name: string;
  readonly isHidden: boolean;
  readonly rows: readonly RawRecord[];
  /** Where cells lead, by row (from 1) and column (from 0): `"4:0"`. */
  readonly links: ReadonlyMap<string, string>;
}

/** A sheet with its header recognised. */
export interface Sheet extends SheetRows {
  readonly headers: readonly string[] | null;
  readonly above: readonly string[];
  /** Its rows without the header and what stands above it. */
  readonly rows: readonly RawRecord[];
  readonly facts: SheetPreview;
  /** How much it looks like a list of companies. */
  readonly score: number;
}

/** How many records are examined to recognise the header. */
const recordsLookedAt = 2000;

/** The sheets of a workbook with their headers, in its order. */
export function describeSheets(sheets: readonly SheetRows[]): Sheet[] {
  const names = new HeaderNames();
  return sheets.map((sheet) => {
    const { name, isHidden, rows, links } = sheet;
    const looked = rows.slice(0, recordsLookedAt).map(({ cells }) => cells);
    const { headers: written, skip, above } = headerOf(looked, names);
    const under = withoutHeader(rows.slice(skip), rows[skip - 1]?.line ?? 0);
    const { rows: below, headers } = withLinks({ rows: under, headers: written, links }, names);
    const isTable = rows.length > 1 && looked.some((cells) => cells.length > 1);
    const isList = isTable && listsCompanies(headers, names) && kindOfList(headers ?? [], names) === undefined;
    const facts = { name, rows: below.length, isHidden, isList };
    const said = new Set(headers?.map((header) => names.match(header)?.field)).size;
    const score = (isList ? 100 : 0) + (isTable ? 50 : 0) + (ofCompanies.test(headerKey(name)) ? 6 : 0);
    return {
      ...sheet,
      headers,
      above,
      rows: below,
      facts,
      score: score + Math.min(said, 8) * 2 + Math.log2(1 + below.length),
    };
  });
}

/** Rows without what a cell that is merged with the header, or with what stands above it, would say of them. */
function withoutHeader(rows: readonly RawRecord[], header: number): readonly RawRecord[] {
  return rows.map((record) => {
    const above = [...(record.merged ?? [])].filter(([, line]) => line <= header).map(([column]) => column);
    if (above.length === 0) return record;
    return { ...record, cells: record.cells.map((cell, column) => (above.includes(column) ? '' : cell)) };
  });
}

const ofCompanies =
  /\b(?:compan(?:y|ies)|startups?|portfolio|organi[sz]ations?|unternehmen|firmen|entreprises|empresas)\b/;

/** Sheets that are read together: they have the same header. */
export type SheetGroup = readonly [Sheet, ...Sheet[]];

/**
 * The sheets to read, those of one header together. Without `wanted` (their names) it is the sheet that looks most like
 * a list of companies, hidden ones last, with the visible ones of the same header. Throws `bad_file` if there is none,
 * or no sheet of a wanted name.
 */
export function chooseSheets(file: string, sheets: readonly Sheet[], wanted: readonly string[]): SheetGroup[] {
  if (wanted.length > 0) return groupsOf(wanted.map((name) => sheetCalled(file, sheets, name)));
  const [first] = sheets.toSorted((a, b) => Number(a.isHidden) - Number(b.isHidden) || b.score - a.score);
  if (first === undefined) throw badFile(file, 'its sheets are empty.');
  const alike = sheets.filter((sheet) => sheet === first || (!sheet.isHidden && isSame(sheet.headers, first.headers)));
  return groupsOf(alike);
}

function sheetCalled(file: string, sheets: readonly Sheet[], name: string): Sheet {
  const found = sheets.find((sheet) => sheet.name === name);
  if (found !== undefined) return found;
  throw badFile(file, `it has no sheet “${name}” with rows, but ${quoted(sheets.map((sheet) => sheet.name))}.`);
}

/** By header, in the order of the first of each; a sheet without a header is alone. */
function groupsOf(sheets: readonly Sheet[]): SheetGroup[] {
  const groups = Map.groupBy(sheets, ({ name, headers }) => JSON.stringify(headers ?? name));
  return [...groups.values()].flatMap(([first, ...others]) => (first === undefined ? [] : [[first, ...others]]));
}

function isSame(headers: readonly string[] | null, others: readonly string[] | null): boolean {
  return headers !== null && JSON.stringify(headers) === JSON.stringify(others);
}

/**
 * What the user should know: which sheets are read, if they are not all, or several. Of chosen ones (`isChosen`) the
 * others are no news, and some of them may be read as another part.
 */
export function sheetNote(read: readonly Sheet[], all: readonly Sheet[], isChosen: boolean): string {
  const others = isChosen ? [] : all.filter((sheet) => !read.includes(sheet));
  const several = read.length > 1;
  if (all.length === 1) return '';
  const names = quoted(read.map(({ name }) => name));
  const first = several ? `Sheets used: ${names}` : `Sheet used: ${names}`;
  const left = others.map(({ name, facts }) => `“${name}” (${counted(facts.rows, 'row', 'rows')})`).join(', ');
  return others.length === 0 ? `${first}.` : `${first}; skipped: ${left}.`;
}

function quoted(names: readonly string[]): string {
  return names.map((name) => `“${name}”`).join(', ');
}
