import Papa from 'papaparse';
import { withGuards } from '#shared/domain/formulaText.ts';
import { counted, formatCount } from '#shared/domain/formats.ts';
import type { KnownCounts, KnownRow } from '#shared/domain/known.ts';

/** What becomes of a file's rows: `2,140 rows: 1,874 matched, 31 to choose from, 235 not in the database.` */
export function countsText({ rows, matched, to_choose: toChoose, missing, skipped }: KnownCounts): string {
  const parts = [`${formatCount(matched)} matched`];
  if (toChoose > 0) parts.push(`${formatCount(toChoose)} to choose from`);
  if (missing > 0) parts.push(`${formatCount(missing)} not in the database`);
  const left = skipped === 0 ? '' : ` ${counted(skipped, 'row is', 'rows are')} skipped.`;
  return `${counted(rows, 'row', 'rows')}: ${parts.join(', ')}.${left}`;
}

/** Rows as CSV, for a file of the user's own or for an import; texts that look like formulas are made inert. */
export function rowsCsv(rows: readonly KnownRow[]): string {
  const data = rows.map(({ name, website, status, owner, contact, note, their_id: id }) => ({
    Name: withGuards(name),
    Website: withGuards(website),
    Status: withGuards(status),
    Owner: withGuards(owner),
    'Last contact': contact,
    Note: withGuards(note),
    Id: withGuards(id),
  }));
  return Papa.unparse({ fields: ['Name', 'Website', 'Status', 'Owner', 'Last contact', 'Note', 'Id'], data });
}
