import { pattern } from '#shared/domain/pattern.ts';
import { domainOf } from '#shared/domain/webAddress.ts';
import type { HeaderNames } from '../columns/fields.ts';
import type { RawRecord } from './recordReader.ts';

/** What is known of a sheet before its links are put into its cells. */
interface LinkedSheet {
  /** The rows below the header. */
  readonly rows: readonly RawRecord[];
  readonly headers: readonly string[] | null;
  /** Addresses by row (from 1) and column (from 0): `"4:0"`. */
  readonly links: ReadonlyMap<string, string>;
}

/**
 * The rows of a sheet with where their cells lead, and its headers. In a column of addresses, and in the place of a
 * label (`Link`, `Visit`), the address counts; beside names, and where at least a third of a column's texts are linked,
 * the addresses are a column of their own.
 */
export function withLinks(
  { rows, headers, links }: LinkedSheet,
  names: HeaderNames,
): { rows: readonly RawRecord[]; headers: readonly string[] | null } {
  if (links.size === 0) return { rows, headers };
  const fields = headers?.map((header) => names.match(header)?.field) ?? [];
  const columns = linkedColumns(rows, links);
  const further = new Map<number, Map<number, string>>();
  const read = rows.map((row) => {
    const cells = [...row.cells];
    for (const [column, { isOfAddresses }] of columns) {
      const cell = cells[column] ?? '';
      const target = links.get(`${row.line}:${column}`);
      if (target === undefined || cell.trim() === '' || isAddress(cell)) continue;
      const isOfLinks = isOfAddresses || ofLinks.has(fields[column] ?? '');
      if (isOfLinks || isLabel(cell)) cells[column] = target;
      else further.set(column, (further.get(column) ?? new Map<number, string>()).set(row.line, target));
    }
    return { ...row, cells };
  });
  const added = [...further].filter(
    ([column, { size }]) => fields[column] === 'name' || size >= (columns.get(column)?.filled ?? 0) * enough,
  );
  const width = read.reduce((most, { cells }) => Math.max(most, cells.length), headers?.length ?? 0);
  for (const { line, cells } of added.length === 0 ? [] : read) {
    while (cells.length < width) cells.push('');
    for (const [, targets] of added) cells.push(targets.get(line) ?? '');
  }
  const longer = headers === null ? null : [...headers, ...blanks(width - headers.length), ...blanks(added.length)];
  return { rows: read, headers: added.length === 0 ? headers : longer };
}

function blanks(count: number): string[] {
  return Array.from({ length: count }, () => '');
}

/** The columns that have links: how many cells have something in them, and whether the others are addresses. */
function linkedColumns(
  rows: readonly RawRecord[],
  links: ReadonlyMap<string, string>,
): ReadonlyMap<number, { readonly filled: number; readonly isOfAddresses: boolean }> {
  const linked = new Set([...links.keys()].map((place) => Number(place.slice(place.indexOf(':') + 1))));
  return new Map(
    [...linked].map((column) => {
      const cells = rows.flatMap(({ line, cells: all }) => {
        const cell = all[column] ?? '';
        return cell.trim() === '' ? [] : [{ cell, isLinked: links.has(`${line}:${column}`) }];
      });
      const others = cells.filter(({ isLinked }) => !isLinked);
      const addresses = others.filter(({ cell }) => isAddress(cell)).length;
      return [column, { filled: cells.length, isOfAddresses: addresses > 0 && addresses >= others.length / 2 }];
    }),
  );
}

function isAddress(cell: string): boolean {
  return (
    /^\s*(?:https?:\/\/\S+|\S+@\S+\.\S+)\s*$/i.test(cell) || (!/\s/.test(cell.trim()) && domainOf(cell.trim()) !== '')
  );
}

/** Fields whose cells are addresses. */
export const ofLinks: ReadonlySet<string> = new Set([
  'website',
  'linkedin',
  'twitter',
  'facebook',
  'profilePages',
  'logo',
  'emails',
]);

/** Whether a text is what people write over a link if the link is what they mean. */
export function isLabel(text: string): boolean {
  return text.length <= longestLabel && label.test(text);
}

/** What people write over a link if the link is what they mean. */
const label = pattern('i')`
  ^(?:\W*|(?:click |see |visit |open |go to |view )?(?:links?|urls?|web ?sites?|web|sites?|home ?page|here|profile
    |page|more|visit|open|view|linked ?in|twitter|facebook|crunchbase|e-?mail|webseite|hier|lien|ici|voir|site web
    |enlace|ver|sitio|sito|vedi|ver site))\W*$
`;

const longestLabel = 40;

/** From this share of linked cells on, a column's link targets become a column of their own. */
const enough = 1 / 3;
