import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ReportJob, SaveReport } from '#shared/bridge/fileJobs.ts';
import { defaultFilters } from '#shared/domain/filters.ts';
import { AppError } from '#shared/errors.ts';
import { sampleReport } from '#shared/report/testing/sampleReport.ts';
import type { PdfPrinter } from '../../ports.ts';
import { createEventHub } from '../eventHub.ts';
import { StateFile } from '../stateFile.ts';
import { eventually } from '../testing/eventually.ts';
import { FakeClock } from '../testing/fakeClock.ts';
import { sendJson, TestServer } from '../testing/httpServer.ts';
import { pdfWith } from '../testing/pdfDouble.ts';
import { RecordingLog } from '../testing/recordingLog.ts';
import { testClient } from '../testing/testClient.ts';
import { readPdfPages } from './printReport.ts';
import { Reporter } from './reporter.ts';

vi.setConfig({ testTimeout: 30_000 });

/** Where the sections of the sample are expected. */
const expected = { summary: 3, trends: 3, figures: 4, application: 5, companies: 5 };

let folder: string;
let target: string;
let server: TestServer;
let queries: string[];
let report: ReturnType<typeof sampleReport>;
let told: ReportJob[];
let pages: string[];
let print: PdfPrinter['print'];
let closed: number;
let chosen: string[];
let state: StateFile;
let reporter: Reporter;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'winnow-report-'));
  target = join(folder, 'out.pdf');
  queries = [];
  told = [];
  pages = [];
  chosen = [];
  closed = 0;
  report = sampleReport();
  print = async () => pdfWith(6, expected);
  server = await TestServer.start(({ query }, response) => {
    queries.push(query.toString());
    sendJson(response, 200, report);
  });
  const clock = new FakeClock();
  const log = new RecordingLog();
  const events = createEventHub(log);
  events.subscribe('reports.changed', (job) => told.push(job));
  const client = testClient(server.origin, clock);
  state = new StateFile(join(folder, 'main-state.json'), log);
  reporter = new Reporter({
    saver: {
      choose: async (name) => {
        chosen.push(name);
        return { name: `${name}.pdf`, path: target, finish: async () => '/download/1' };
      },
    },
    printer: {
      print: (html, signal) => {
        pages.push(html);
        return print(html, signal);
      },
      close: async () => {
        closed += 1;
      },
    },
    clock,
    events,
    log,
    state,
    client: () => client,
  });
});
afterEach(async () => {
  await reporter.stop();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

const ofCompany: SaveReport = { subject: { kind: 'company', id: 1 } };

async function saved(request: SaveReport = ofCompany): Promise<ReportJob> {
  const begun = await reporter.begin(request, 'window-1');
  if (begun === null) throw new Error('Nothing began.');
  await eventually(() => expect(reporter.list()[0]?.state).not.toBe('running'));
  await reporter.cancel(begun.id);
  return reporter.list()[0]!;
}

/** What stands beside the file and the app's own state. */
const strays = (): string[] => readdirSync(folder).filter((name) => !['out.pdf', 'main-state.json'].includes(name));

describe('saving a report', () => {
  it('asks where, says its steps, and leaves a whole file', async () => {
    expect(await saved()).toMatchObject({ state: 'done', pages: 6, downloadUrl: '/download/1', reason: '' });
    expect(chosen).toEqual(['Sector Report on FinTech <b> (Europe, Germany, Seed)']);
    expect(readFileSync(target)).toEqual(Buffer.from(pdfWith(6, expected)));
    expect(told.map(({ step, state: how }) => `${step} ${how}`)).toEqual([
      'printing running',
      'saving running',
      'saving done',
    ]);
    expect(strays()).toEqual([]);
    expect(state.value.exportTemporaries).toEqual([]);
    expect(new URLSearchParams(queries[0]).get('company_id')).toBe('1');
  });

  it('asks the API for a list, a collection or the filters of a search', async () => {
    await saved({ subject: { kind: 'smartList', id: 4, kept: false } });
    await saved({ subject: { kind: 'collection', id: 5, kept: false } });
    await saved({ subject: { kind: 'search', filters: defaultFilters(), kept: false } });
    await saved({ subject: { kind: 'company', id: 6, remarks: true } });
    expect(queries.map((query) => Object.fromEntries(new URLSearchParams(query)))).toEqual([
      { user_smart_list_id: '4', n_companies: '50' },
      { collection_id: '5', n_companies: '50' },
      { stages: 'inv_stage_seed,inv_stage_pre_seed', n_companies: '50' },
      { company_id: '6', remarks: 'true', n_companies: '50' },
    ]);
  });

  it('does not ask where, where there is nothing to report on', async () => {
    report.sector.figures.companies = 0;
    await expect(reporter.begin(ofCompany, 'window-1')).rejects.toMatchObject({ code: 'unprocessable' });
    expect(chosen).toEqual([]);
    expect(reporter.list()).toEqual([]);
    expect(pages).toEqual([]);
  });

  it('F28 I12 a printer that fails leaves the old file, nothing beside it, and says why', async () => {
    writeFileSync(target, 'old');
    print = () => Promise.reject(new AppError('timeout', 'Printing took too long, twice.'));
    expect(await saved()).toMatchObject({ state: 'failed', reason: 'Printing took too long, twice.' });
    expect(readFileSync(target, 'utf8')).toBe('old');
    expect(strays()).toEqual([]);
  });

  it('cancelled while it prints, it leaves nothing', async () => {
    print = (_html, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
      });
    const begun = await reporter.begin(ofCompany, 'window-1');
    await eventually(() => expect(pages).toHaveLength(1));
    expect((await reporter.cancel(begun!.id)).state).toBe('cancelled');
    expect(readdirSync(folder).filter((name) => name.startsWith('out.pdf'))).toEqual([]);
    await expect(reporter.cancel('no such')).rejects.toMatchObject({ code: 'not_found' });
  });

  it('F29 ends what is under way with the app, and the printer too', async () => {
    print = (_html, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
      });
    await reporter.begin(ofCompany, 'window-1');
    await eventually(() => expect(pages).toHaveLength(1));
    await reporter.stop();
    expect(reporter.list()[0]?.state).toBe('cancelled');
    expect(closed).toBe(1);
    expect(strays()).toEqual([]);
  });
});

/** The numbers beside the lines of the contents. */
function numbersIn(html = ''): string[] {
  return [...html.matchAll(/<span class="page">(\d*)<\/span>/g)].map(([, number = '']) => number);
}

describe('the numbers in the contents', () => {
  it('need one print where they are as expected', async () => {
    await saved();
    expect(pages.map(numbersIn)).toEqual([['3', '3', '4', '5', '5']]);
  });

  it('are printed again where a section stands elsewhere', async () => {
    print = async () => pdfWith(8, { ...expected, figures: 5, application: 6, companies: 7 });
    expect(await saved()).toMatchObject({ state: 'done', pages: 8 });
    expect(pages.map(numbersIn)).toEqual([
      ['3', '3', '4', '5', '5'],
      ['3', '3', '5', '6', '7'],
    ]);
  });

  it('are left out where they do not settle or cannot be read back: none is ever wrong', async () => {
    let prints = 0;
    print = async () => pdfWith(9, { ...expected, companies: 6 + prints++ });
    await saved();
    expect(pages.map(numbersIn).at(-1)).toEqual(['', '', '', '', '']);
    expect(prints).toBe(3);
    pages = [];
    print = async () => new TextEncoder().encode('%PDF-2.0 of some other kind');
    expect(await saved()).toMatchObject({ state: 'done', pages: 0 });
    expect(pages.map(numbersIn).at(-1)).toEqual(['', '', '', '', '']);
  });

  it('are read from the file as Chromium writes it, and from no other', () => {
    expect(readPdfPages(pdfWith(3, { a: 1, b: 3 }))).toEqual({
      count: 3,
      targets: new Map([
        ['a', 1],
        ['b', 3],
      ]),
    });
    for (const text of [
      '',
      '%PDF-1.4',
      'startxref\n9\n%%EOF',
      'xref\n0 1\ntrailer\n<</Root 1 0 R>>\nstartxref\n0\n%%EOF\n',
    ]) {
      expect(readPdfPages(new TextEncoder().encode(text)), text).toBeNull();
    }
  });
});
