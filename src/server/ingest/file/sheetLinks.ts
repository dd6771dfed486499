import { columnNumber } from './sheetPlaces.ts';

/** Where the cells of a sheet lead, by row and column, both from 0: `"3:0"`. */
export type SheetLinks = ReadonlyMap<string, string>;

const relationships = /<(?:[\w.-]+:)?Relationship\s([^>]*)>/g;
const sheets = /<(?:[\w.-]+:)?sheet\s([^>]*)>/g;
const hyperlinks = /<(?:[\w.-]+:)?hyperlink\s([^>]*)>/g;
/** A cell with a formula that begins by a link: `=HYPERLINK("https://…", "Link")`. */
const linkFormulas =
  /<(?:[\w.-]+:)?c\s([^>]*)>\s*<(?:[\w.-]+:)?f(?:\s[^>]*)?>\s*HYPERLINK\((?:"|&quot;)((?:(?!&quot;)[^"<])+)(?:"|&quot;)/gi;

/**
 * Where cells lead, by the names of their sheets. `parts` are the workbook's files; sheets without links are left out.
 */
export function linksOf(parts: ReadonlyMap<string, Buffer>): ReadonlyMap<string, SheetLinks> {
  const text = (part: string): string => parts.get(part)?.toString('utf8') ?? '';
  const files = targetsIn(text('xl/_rels/workbook.xml.rels'));
  const links = new Map<string, SheetLinks>();
  for (const [, attributes = ''] of text('xl/workbook.xml').matchAll(sheets)) {
    const target = files.get(attribute(attributes, 'r:id')) ?? '';
    const file = target.startsWith('/') ? target.slice(1) : `xl/${target}`;
    // Most sheets have none, and their XML as a text takes much memory.
    if (!mentionsLinks(parts.get(file))) continue;
    const found = linksIn(text(file), targetsIn(text(file.replace(/([^/]+)$/, '_rels/$1.rels'))));
    if (found.size > 0) links.set(attribute(attributes, 'name'), found);
  }
  return links;
}

function mentionsLinks(sheet: Buffer | undefined): boolean {
  return sheet !== undefined && (sheet.includes('hyperlink ') || sheet.includes('HYPERLINK('));
}

function linksIn(xml: string, targets: ReadonlyMap<string, string>): Map<string, string> {
  const links = new Map<string, string>();
  const add = (place: string, address: string): void => {
    const [, letters = '', row = ''] = /^([A-Za-z]+)(\d+)/.exec(place) ?? [];
    if (letters !== '' && isWebOrMail.test(address)) {
      links.set(`${String(Number(row) - 1)}:${String(columnNumber(letters) - 1)}`, address.replace(/^mailto:/i, ''));
    }
  };
  for (const [, attributes = ''] of xml.matchAll(hyperlinks)) {
    add(attribute(attributes, 'ref'), targets.get(attribute(attributes, 'r:id')) ?? '');
  }
  for (const [, attributes = '', address = ''] of xml.matchAll(linkFormulas)) {
    add(attribute(attributes, 'r'), plain(address));
  }
  return links;
}

const isWebOrMail = /^(?:https?:\/\/|mailto:)\S+$/i;

function targetsIn(xml: string): Map<string, string> {
  const entries = [...xml.matchAll(relationships)].map(([, attributes = '']) => attributes);
  return new Map(entries.map((entry) => [attribute(entry, 'Id'), attribute(entry, 'Target')]));
}

function attribute(attributes: string, name: string): string {
  for (const [, key = '', double, single = ''] of attributes.matchAll(/([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)) {
    if (key === name) return plain(double ?? single);
  }
  return '';
}

function plain(text: string): string {
  const signs: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
  return text.replaceAll(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => signs[name] ?? '');
}

/** What people write over a link, when the link is what they mean. */
const label =
  /^(?:\W*|(?:click |see |visit |open |go to |view )?(?:links?|urls?|web ?sites?|web|sites?|home ?page|here|profile|page|more|visit|open|view|linked ?in|twitter|facebook|crunchbase|e-?mail|webseite|hier|lien|ici|voir|site web|enlace|ver|sitio|sito|vedi|ver site))\W*$/i;

const longestLabel = 40;

/** Share of a column's linked cells, from which on where they lead is a column of its own. */
const enough = 1 / 3;

/**
 * Takes in where cells lead: in the place of a label (`Link`, `Visit`), else as a further column behind the others,
 * where at least a third of a column's texts is linked (names that lead to their companies' sites).
 */
export function withLinks(rows: readonly { readonly at: number; readonly cells: string[] }[], links: SheetLinks): void {
  const further = new Map<number, Map<number, string>>();
  const filled: number[] = [];
  for (const { at, cells } of rows) {
    for (const [column, cell] of cells.entries()) {
      if (cell.trim() !== '') filled[column] = (filled[column] ?? 0) + 1;
      const target = links.get(`${String(at)}:${String(column)}`);
      if (target === undefined || cell === target) continue;
      if (cell.length <= longestLabel && label.test(cell)) cells[column] = target;
      else further.set(column, (further.get(column) ?? new Map<number, string>()).set(at, target));
    }
  }
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), 0);
  const columns = [...further].filter(([column, targets]) => targets.size >= (filled[column] ?? 0) * enough);
  if (columns.length === 0) return;
  for (const { at, cells } of rows) {
    while (cells.length < width) cells.push('');
    for (const [, targets] of columns) cells.push(targets.get(at) ?? '');
  }
}
