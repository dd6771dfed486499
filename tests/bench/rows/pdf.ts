import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { launch, type Browser } from 'puppeteer-core';
import { findBrowser } from '#main/browser/findBrowser.ts';
import { BrowserPdfPrinter } from '#main/browser/pdfPrinter.ts';
import { readPdfPages, printReport, fontsFor } from '#main/services/reports/printReport.ts';
import { layOutReport } from '#shared/report/reportHtml.ts';
import type { SectorReport } from '#shared/report/reportData.ts';
import { systemClock } from '#main/shellCommon/system.ts';
import type { BenchRow, PeerFigure } from '../benchRow.ts';
import { median } from '../measure/figures.ts';
import { skipped, Targets } from '../measure/ratios.ts';
import { reportOfSample } from '../pdf/reportData.ts';
import { findWeasyPrint, openWeasyPrint } from '../pdf/weasyPrint.ts';
import type { Workbench } from '../workbench.ts';

/** Companies that fill fifty pages, and five times as many. */
const named = { short: 760, long: 3900 } as const;

const madeOn = '21 November 2026';
const isRoot = process.getuid?.() === 0;
const never = new AbortController().signal;
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** T14: a report as PDF with everything the app does for it, against plainly printing the same page. */
export const pdfRow: BenchRow = {
  id: 'T14',
  metric: 'PDF of a report, about 50 pages',
  unit: 'ms',
  must: 'at most 1.1 times page.pdf; WeasyPrint 4x warm, 3x cold',
  stretch: 'WeasyPrint 8x',
  async run(workbench) {
    const program = findBrowser(process.platform, process.env);
    if (program === null) throw new Error('There is no Chrome, Chromium or Edge to print with.');
    const report = await reportOfSample(workbench.folder, named.long);
    const bench = await PdfBench.open(workbench, program, report);
    try {
      return await bench.measure();
    } finally {
      await bench.close();
    }
  },
};

type Times = Record<'ours' | 'raw' | 'cold' | 'long' | 'weasyWarm' | 'weasyCold', number[]>;

class PdfBench {
  readonly #workbench: Workbench;
  readonly #program: string;
  readonly #short: SectorReport;
  readonly #long: SectorReport;
  readonly #printer: BrowserPdfPrinter;
  readonly #raw: Browser;
  #printers = 0;

  private constructor(workbench: Workbench, program: string, report: SectorReport, raw: Browser) {
    this.#workbench = workbench;
    this.#program = program;
    this.#long = report;
    this.#short = { ...report, companies: report.companies.slice(0, named.short) };
    this.#printer = this.#newPrinter();
    this.#raw = raw;
  }

  static async open(workbench: Workbench, program: string, report: SectorReport): Promise<PdfBench> {
    const raw = await launch({ executablePath: program, pipe: true, args: isRoot ? ['--no-sandbox'] : [] });
    return new PdfBench(workbench, program, report, raw);
  }

  async close(): Promise<void> {
    await this.#printer.close();
    await this.#raw.close();
  }

  async measure(): ReturnType<BenchRow['run']> {
    const { html, expected } = layOutReport(this.#short, {
      madeOn,
      fonts: await fontsFor(JSON.stringify(this.#short)),
    });
    const page = html(expected);
    const [pages, longPages] = [await this.#pagesOf(this.#short), await this.#pagesOf(this.#long)];
    const python = findWeasyPrint();
    if (python === undefined) this.#workbench.skip('WeasyPrint', 'the package weasyprint is not installed');
    const times: Times = { ours: [], raw: [], cold: [], long: [], weasyWarm: [], weasyCold: [] };
    for (let round = -1; round < this.#workbench.rounds; round++) {
      const measured = {
        ours: await timed(() => this.#print(this.#printer, this.#short)),
        raw: await timed(() => this.#bare(page)),
        cold: await timed(() => this.#cold()),
        long: await timed(() => this.#print(this.#printer, this.#long)),
        ...(python === undefined ? {} : await this.#weasyTimes(page, python)),
      };
      if (round >= 0) for (const [name, time] of Object.entries(measured)) times[name as keyof Times].push(time);
    }
    return figuresOf(times, pages, longPages);
  }

  async #print(printer: BrowserPdfPrinter, report: SectorReport): Promise<number> {
    return (await printReport(report, { printer, madeOn, signal: never, onPrinting: () => undefined })).pages;
  }

  async #pagesOf(report: SectorReport): Promise<number> {
    return await this.#print(this.#printer, report);
  }

  async #cold(): Promise<void> {
    const printer = this.#newPrinter();
    await this.#print(printer, this.#short);
    await printer.close();
  }

  /** The same page, printed by a plain call in an open browser. */
  async #bare(html: string): Promise<void> {
    const page = await this.#raw.newPage();
    await page.setContent(html, { waitUntil: 'load' });
    const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true, tagged: true, outline: true });
    await page.close();
    if (readPdfPages(pdf) === null) throw new Error('The bare call has printed no PDF.');
  }

  async #weasyTimes(html: string, python: string): Promise<{ weasyWarm: number; weasyCold: number }> {
    const [source, target] = [join(this.#workbench.folder, 'report.html'), join(this.#workbench.folder, 'report.pdf')];
    writeFileSync(source, html);
    const start = performance.now();
    const weasy = await openWeasyPrint(python);
    await weasy.print(source, target);
    const weasyCold = performance.now() - start;
    const weasyWarm = await timed(() => weasy.print(source, target));
    await weasy.close();
    rmSync(target);
    return { weasyWarm, weasyCold };
  }

  #newPrinter(): BrowserPdfPrinter {
    const temporary = join(this.#workbench.folder, `print-${this.#printers++}`);
    return new BrowserPdfPrinter({ clock: systemClock(), log: silent, temporary, find: () => this.#program, isRoot });
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function figuresOf(times: Times, pages: number, longPages: number): Awaited<ReturnType<BenchRow['run']>> {
  const targets = new Targets();
  const raw = peerOf(times.raw, times.ours);
  const warm = peerOf(times.weasyWarm, times.ours);
  const cold = peerOf(times.weasyCold, times.cold);
  targets.atMost('time against page.pdf', raw.ratio === null ? null : 1 / raw.ratio, 1.1, 1.1);
  targets.atLeast('WeasyPrint warm', warm.ratio, 4, 8);
  targets.atLeast('WeasyPrint cold', cold.ratio, 3, 8);
  const growth = median(times.long.map((time, round) => time / (times.ours[round] ?? Number.NaN)));
  const { met, stretchMet, notes } = targets;
  return {
    ours: median(times.ours),
    peers: { 'page.pdf': raw, 'WeasyPrint warm': warm },
    parts: [
      { name: 'with the start of the browser', ours: median(times.cold), peers: { 'WeasyPrint cold': cold } },
      { name: `${longPages} pages`, ours: median(times.long), peers: {} },
    ],
    met,
    stretchMet,
    notes: [`${pages} pages; ${longPages} pages took ${growth.toFixed(2)} times as long`, ...notes],
  };
}

function peerOf(peer: readonly number[], ours: readonly number[]): PeerFigure {
  if (peer.length === 0) return skipped;
  const ratios = peer.map((time, round) => time / (ours[round] ?? Number.NaN));
  return { value: median(peer), ratio: median(ratios), worst: Math.min(...ratios) };
}
