/** Exports that are passed around without their header line; each is told by the form of a few of its cells. */
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

/** The header of a known export that came without one, if the rows have its form. */
export function knownLayout(rows: readonly (readonly string[])[]): readonly string[] | undefined {
  return layouts.find(({ cells, header }) => {
    const fitting = rows.filter(
      (row) =>
        row.length === header.length &&
        Object.entries(cells).every(([index, form]) => form.test(row[Number(index)]?.trim() ?? '')),
    );
    return rows.length > 0 && fitting.length >= rows.length * 0.9;
  })?.header;
}
