/** What can be read of a PDF that Chromium has written: the page of each named destination, and how many there are. */
export interface PdfPages {
  readonly count: number;
  /** Name of a link's target → its page, from 1. */
  readonly targets: ReadonlyMap<string, number>;
}

/**
 * Reads a PDF's page tree and its named destinations. Understands what Chromium writes (a plain cross-reference table
 * and plain objects) and nothing else; null for any other file.
 */
export function readPdfPages(pdf: Uint8Array): PdfPages | null {
  const text = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength).toString('latin1');
  const offsets = readOffsets(text);
  if (offsets === null) return null;
  const objectOf = (number: number): string => {
    const from = offsets.get(number);
    if (from === undefined) return '';
    const end = text.indexOf('endobj', from);
    return end === -1 ? '' : text.slice(from, end);
  };
  const catalogue = objectOf(referenceIn(text.slice(text.lastIndexOf('trailer')), 'Root'));
  const pages = pagesBelow(objectOf, referenceIn(catalogue, 'Pages'), new Set());
  if (pages.length === 0) return null;
  const places = new Map(pages.map((number, index) => [number, index + 1]));
  const targets = new Map<string, number>();
  for (const [, name = '', page] of objectOf(referenceIn(catalogue, 'Dests')).matchAll(
    /\/([\w-]+) \[(\d+) 0 R \/XYZ/g,
  )) {
    const place = places.get(Number(page));
    if (place !== undefined) targets.set(name, place);
  }
  return { count: pages.length, targets };
}

/** Where each object begins, by the cross-reference table; null where there is none. */
function readOffsets(text: string): Map<number, number> | null {
  const start = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(text.slice(-64))?.[1];
  if (start === undefined) return null;
  const table = /^xref\s+0 (\d+)\s+/.exec(text.slice(Number(start), Number(start) + 64));
  if (table === null) return null;
  const offsets = new Map<number, number>();
  const first = Number(start) + table[0].length;
  for (let number = 0; number < Number(table[1]); number++) {
    // An entry has twenty characters: ten of the offset, five of the generation, a letter.
    const entry = text.slice(first + number * 20, first + number * 20 + 18);
    if (entry.endsWith('n')) offsets.set(number, Number(entry.slice(0, 10)));
  }
  return offsets;
}

/** The object that a dictionary's entry points to; -1 for none. */
function referenceIn(dictionary: string, name: string): number {
  return Number(new RegExp(String.raw`/${name} (\d+) 0 R`).exec(dictionary)?.[1] ?? -1);
}

/** The pages below a node of the page tree, in their order. */
function pagesBelow(objectOf: (number: number) => string, node: number, seen: Set<number>): number[] {
  if (seen.has(node)) return [];
  seen.add(node);
  const dictionary = objectOf(node);
  const kids = /\/Kids \[([\d R\s]*)\]/.exec(dictionary)?.[1];
  if (kids === undefined) return dictionary === '' ? [] : [node];
  return [...kids.matchAll(/(\d+) 0 R/g)].flatMap(([, kid]) => pagesBelow(objectOf, Number(kid), seen));
}
