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
 * A report as PDF. Chromium cannot write the number of a page elsewhere than on it, so the contents are printed with the
 * numbers that are expected, and read back: where one was wrong it is printed again with the true ones. What still does
 * not agree is printed without numbers, so that none is ever wrong (docs/adr/0015).
 */
export async function printReport(report: SectorReport, options: PrintReportOptions): Promise<PrintedReport> {
  const { printer, madeOn, signal, onPrinting } = options;
  // Loaded when a report is made for the first time: the charts' library is large.
  const { reportHtml } = await import('#shared/report/reportHtml.ts');
  const fonts = await fontsFor(JSON.stringify(report));
  const htmlWith = (pages: Parameters<typeof reportHtml>[1]['pages']): string =>
    reportHtml(report, { madeOn, fonts, pages });
  const print = async (html: string): Promise<PrintedReport & { readonly targets: ReadonlyMap<string, number> }> => {
    const pdf = await printer.print(html, signal);
    const read = readPdfPages(pdf);
    return { pdf, pages: read?.count ?? 0, targets: read?.targets ?? new Map() };
  };
  let html = htmlWith('expected');
  onPrinting();
  let printed = await print(html);
  if (printed.targets.size > 0) {
    const corrected = htmlWith(printed.targets);
    if (corrected === html) return printed;
    html = corrected;
    printed = await print(html);
    if (htmlWith(printed.targets) === html) return printed;
  }
  return await print(htmlWith('none'));
}
