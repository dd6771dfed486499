import type { SectorReport } from '#shared/report/reportData.ts';
import type { PdfPrinter } from '../../ports.ts';
import { readPdfPages } from './pdfPages.ts';
import { fontsFor } from './reportFonts.ts';

export interface PrintedReport {
  readonly pdf: Uint8Array;
  /** 0 where the printer writes PDF of a kind that cannot be read back. */
  readonly pages: number;
}

export interface PrintReportOptions {
  readonly printer: PdfPrinter;
  /** The day it is made, in words. */
  readonly madeOn: string;
  readonly signal: AbortSignal;
  /** Told when the page is laid out and printing begins. */
  readonly onPrinting: () => void;
}

/**
 * A report as PDF. Chromium cannot write the number of a page elsewhere than on it, so the contents are printed with
 * the numbers that are expected, and read back: where one was wrong it is printed again with the true ones. What still
 * does not agree is printed without numbers, so that none is ever wrong (docs/adr/0015).
 */
export async function printReport(report: SectorReport, options: PrintReportOptions): Promise<PrintedReport> {
  const { printer, madeOn, signal, onPrinting } = options;
  // Loaded when a report is made for the first time: the charts' library is large.
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
