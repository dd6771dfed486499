import type { Rows } from './finding.ts';

/**
 * The headers that a table's columns are recognised by: its own, without those of addresses that have a label beside
 * them, or those of a known export that came without any. Undefined if there are none.
 */
export function effectiveHeaders(headers: readonly string[] | null, rows: Rows): readonly string[] | undefined {
  return headers === null ? knownLayout(rows) : withoutAddresses(headers);
}

/**
 * Headers of a query's results in which each thing has an address and a label (`country`, `countryLabel`): the label
 * takes the thing's name, the address none.
 */
function withoutAddresses(headers: readonly string[]): readonly string[] {
  const bases = headers.map(baseOf);
  const labelled = new Set(bases.map(labelledBy).filter((base) => base !== '' && bases.includes(base)));
  if (labelled.size === 0) return headers;
  return headers.map((header, index) => {
    const base = bases[index] ?? '';
    const own = labelledBy(base);
    // A label may come without its address.
    if (own === '') return labelled.has(base) ? '' : header;
    if (/\.(?:type|xml:lang)$/.test(header)) return '';
    return own === thing ? 'name' : own;
  });
}

/** What Wikidata's results call the thing itself. */
const thing = 'item';

/** A header without the part that says how the result gives the value (`item.type`, `item.value`). */
function baseOf(header: string): string {
  return header.replace(/\.(?:value|type|xml:lang)$/, '');
}

/** What a label is for, or `''`. */
function labelledBy(base: string): string {
  return /^(.+)Label$/.exec(base)?.[1] ?? '';
}

/** The header of a known export that came without one, if the rows have its form. */
function knownLayout(rows: Rows): readonly string[] | undefined {
  return layouts.find(({ cells, header }) => {
    const fitting = rows.filter(
      (row) =>
        row.length === header.length &&
        Object.entries(cells).every(([index, form]) => form.test(row[Number(index)]?.trim() ?? '')),
    );
    return rows.length > 0 && fitting.length >= rows.length * 0.9;
  })?.header;
}

/** Exports that circulate without their header line, each recognised by the form of a few of its cells. */
const layouts: readonly { readonly cells: Readonly<Record<number, RegExp>>; readonly header: readonly string[] }[] = [
  {
    // Crunchbase companies of 2013 and 2014.
    cells: { 0: /^\/(?:company|organization)\/\S+$/, 2: /^$|^https?:/, 6: /^$|^[A-Z]{3}$/, 14: /^$|^\d{4}$/ },
    header: [
      'permalink',
      'name',
      'homepage_url',
      'category_code',
      'funding_total_usd',
      'status',
      'country_code',
      'state_code',
      'region',
      'city',
      'funding_rounds',
      'founded_at',
      'founded_month',
      'founded_quarter',
      'founded_year',
      'first_funding_at',
      'last_funding_at',
      'last_milestone_at',
    ],
  },
];
