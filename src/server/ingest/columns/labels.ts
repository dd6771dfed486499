/** What the results of Wikidata call the thing itself. */
const thing = 'item';

/**
 * Headers as a query's results give them, where each thing has its address and its label (`country`, `countryLabel`): the
 * label goes by the thing's name, the address by none.
 */
export function withoutAddresses(headers: readonly string[]): readonly string[] {
  const bases = headers.map(baseOf);
  const labelled = new Set(bases.map(labelledBy).filter((base) => base !== '' && bases.includes(base)));
  if (labelled.size === 0) return headers;
  return headers.map((header, index) => {
    const base = bases[index] ?? '';
    const own = labelledBy(base);
    // A label may stand without its address.
    if (own === '') return labelled.has(base) ? '' : header;
    if (/\.(?:type|xml:lang)$/.test(header)) return '';
    return own === thing ? 'name' : own;
  });
}

/** A header without the part that says how the result gives the value (`item.type`, `item.value`). */
function baseOf(header: string): string {
  return header.replace(/\.(?:value|type|xml:lang)$/, '');
}

/** What a label is of, or `''`. */
function labelledBy(base: string): string {
  return /^(.+)Label$/.exec(base)?.[1] ?? '';
}
