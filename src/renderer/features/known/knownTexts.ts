import Papa from 'papaparse';
import { withGuards } from '#shared/domain/formulaText.ts';
import type { KnownRow } from '#shared/domain/known.ts';

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
