import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { isInRange, type ReportFont } from '#shared/report/fonts.ts';
import type { SectorReport } from '#shared/report/reportData.ts';
import type { PdfPrinter } from '../../ports.ts';

interface PrintedReport {
  readonly pdf: Uint8Array;
  /** 0 if the printer's PDF is of a kind that cannot be read back. */
  readonly pages: number;
}

interface PrintReportOptions {
  readonly printer: PdfPrinter;
  /** The day it was made, in words. */
  readonly madeOn: string;
  readonly signal: AbortSignal;
  /** Called when the page is laid out and printing begins. */
  readonly onPrinting: () => void;
}

/**
 * A report as PDF. Chromium cannot write a page's number anywhere but on that page, so the contents are printed with
 * the expected numbers and read back: if one was wrong, the report is printed again with the true ones. If they still
 * disagree, it is printed without numbers, so that none is ever wrong (docs/adr/0015).
 */
export async function printReport(report: SectorReport, options: PrintReportOptions): Promise<PrintedReport> {
  const { printer, madeOn, signal, onPrinting } = options;
  // Loaded when the first report is made: the chart library is large.
  const { layOutReport } = await import('#shared/report/reportHtml.ts');
  const { html, expected } = layOutReport(report, { madeOn, fonts: await fontsFor(JSON.stringify(report)) });
  let targets: ReadonlyMap<string, number> = new Map();
  const print = async (
    pages: ReadonlyMap<string, number>,
  ): Promise<PrintedReport & { readonly pagesHold: boolean }> => {
    const pdf = await printer.print(html(pages), signal);
    const read = readPdfPages(pdf);
    targets = read?.targets ?? new Map();
    return { pdf, pages: read?.count ?? 0, pagesHold: [...pages].every(([id, page]) => targets.get(id) === page) };
  };
  onPrinting();
  let printed = await print(expected);
  if (!printed.pagesHold && targets.size === expected.size) printed = await print(targets);
  return printed.pagesHold ? printed : await print(new Map());
}

const requireHere = createRequire(import.meta.url);

/** The font subsets that company names and texts may need; the first one is always included. */
const subsets = ['latin', 'latin-ext', 'vietnamese', 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext'] as const;

const files = new Map<string, Promise<string>>();

/** Inter for a text: the Latin letters, and those of the other alphabets that occur in it. */
export async function fontsFor(text: string): Promise<ReportFont[]> {
  const ranges = JSON.parse(
    await readFile(requireHere.resolve('@fontsource-variable/inter/unicode.json'), 'utf8'),
  ) as Readonly<Record<string, string>>;
  // A report has a million characters, but only a few hundred different ones.
  const characters = new Set(text);
  const wanted = subsets.filter((subset) => subset === 'latin' || isInRange(characters, ranges[subset] ?? ''));
  return await Promise.all(
    wanted.map(async (subset) => ({ range: ranges[subset] ?? 'U+0-10FFFF', base64: await fileOf(subset) })),
  );
}

function fileOf(subset: string): Promise<string> {
  const known = files.get(subset);
  if (known !== undefined) return known;
  const path = requireHere.resolve(`@fontsource-variable/inter/files/inter-${subset}-wght-normal.woff2`);
  const read = readFile(path, 'base64');
  files.set(subset, read);
  return read;
}

/** What can be read from a PDF written by Chromium: the page of each named destination, and the number of pages. */
interface PdfPages {
  readonly count: number;
  /** Name of a link's target → its page, from 1. */
  readonly targets: ReadonlyMap<string, number>;
}

/**
 * Reads a PDF's page tree and its named destinations. Understands only what Chromium writes (a plain cross-reference
 * table and plain objects); null for any other file.
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

/** Where each object begins, from the cross-reference table; null if there is none. */
function readOffsets(text: string): Map<number, number> | null {
  const start = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(text.slice(-64))?.[1];
  if (start === undefined) return null;
  const table = /^xref\s+0 (\d+)\s+/.exec(text.slice(Number(start), Number(start) + 64));
  if (table === null) return null;
  const offsets = new Map<number, number>();
  const first = Number(start) + table[0].length;
  for (let number = 0; number < Number(table[1]); number++) {
    // An entry has twenty characters: ten for the offset, five for the generation, a letter.
    const entry = text.slice(first + number * 20, first + number * 20 + 18);
    if (entry.endsWith('n')) offsets.set(number, Number(entry.slice(0, 10)));
  }
  return offsets;
}

/** The object that a dictionary's entry points to; -1 if none. */
function referenceIn(dictionary: string, name: string): number {
  return Number(new RegExp(String.raw`/${name} (\d+) 0 R`).exec(dictionary)?.[1] ?? -1);
}

/** The pages below a node of the page tree, in order. */
function pagesBelow(objectOf: (number: number) => string, node: number, seen: Set<number>): number[] {
  if (seen.has(node)) return [];
  seen.add(node);
  const dictionary = objectOf(node);
  const kids = /\/Kids \[([\d R\s]*)\]/.exec(dictionary)?.[1];
  if (kids === undefined) return dictionary === '' ? [] : [node];
  return [...kids.matchAll(/(\d+) 0 R/g)].flatMap(([, kid]) => pagesBelow(objectOf, Number(kid), seen));
}
