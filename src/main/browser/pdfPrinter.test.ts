import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { AppError } from '#shared/errors.ts';
import { escapeHtml } from '#shared/report/escape.ts';
import { printDeadlineMs } from '#main/shellCommon/printQueue.ts';
import { findBrowser } from './findBrowser.ts';
import { BrowserPdfPrinter, printIdleMs } from './pdfPrinter.ts';
import { browsersWith, HandClock, keepingLog, processesWith, zombies } from './testing/printing.ts';

const program = findBrowser(process.platform, process.env);
const isRoot = process.getuid?.() === 0;
const patience = { timeout: 50_000, interval: 50 };

const pageOf = (body: string): string => `<!doctype html><html lang="en"><title>T</title><body>${body}</body></html>`;
/** Long enough that nobody can be done with it before a signal arrives. */
const longPage = pageOf('<p>Line</p>'.repeat(4000));
const never = new AbortController().signal;

describe.skipIf(program === null || process.platform !== 'linux')('printing in the browser shell', () => {
  let folder = '';
  let clock = new HandClock();
  let log = keepingLog();
  let printers: BrowserPdfPrinter[] = [];

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'winnow-print-'));
    clock = new HandClock();
    log = keepingLog();
    printers = [];
  });

  afterEach(async () => {
    for (const printer of printers) await printer.close();
    rmSync(folder, { recursive: true, force: true });
  });

  function printerWith(find: () => string | null = () => program, root = isRoot): BrowserPdfPrinter {
    const printer = new BrowserPdfPrinter({ clock, log, temporary: folder, find, isRoot: root });
    printers.push(printer);
    return printer;
  }

  /** A program that is no browser. */
  function stub(script: string): string {
    const file = path.join(folder, 'stub');
    writeFileSync(file, `#!/bin/sh\n${script}\n`);
    chmodSync(file, 0o755);
    return file;
  }

  const nothingLeft = async (): Promise<void> => {
    await vi.waitFor(() => {
      expect(processesWith(`${folder}/print-`)).toEqual([]);
      expect(zombies()).toEqual([]);
      expect(readdirSync(folder).filter((name) => name.startsWith('print-'))).toEqual([]);
    }, patience);
  };

  test('prints a tagged PDF with an outline, and uses one browser until it has been idle', async () => {
    const printer = printerWith();
    const pdf = Buffer.from(await printer.print(pageOf('<h1>Title</h1><p>Text</p>'), never));
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    expect(pdf.toString('latin1')).toMatch(/\/Type \/StructTreeRoot[\s\S]*\/Outlines/);
    const first = browsersWith(`${folder}/print-`);
    expect(first).toHaveLength(1);
    await Promise.all([printer.print(pageOf('a'), never), printer.print(pageOf('b'), never)]);
    expect(browsersWith(`${folder}/print-`)).toEqual(first);
    clock.pass(printIdleMs);
    await nothingLeft();
    expect(log.lines.filter(({ event }) => event !== 'pdf.noSandbox')).toEqual([]);
  });

  test('S41 whatever a value says, nothing is asked for, nothing runs, and its words stand on the page', async () => {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url ?? '');
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const secret = path.join(folder, 'secret.txt');
    writeFileSync(secret, 'the contents of a file');
    const values = [
      `<img src=file://${secret}>`,
      `</table><script>fetch("${origin}/script")</script>`,
      `<style>p{background:url(${origin}/css)}</style>`,
      `<iframe src="${origin}/frame"></iframe><meta http-equiv="refresh" content="0;url=${origin}/refresh">`,
    ];
    // Raw on purpose: also a value that has escaped being escaped may do nothing.
    const raw = pageOf(`${values.join('')}<p>Raw</p>`);
    const bare = textOf(await printerWith().print(raw, never));
    expect(asked).toEqual([]);
    // Its page would be led away, and stays: what is printed is the report, never what came in its place.
    expect(bare ?? 'Raw').toBe('Raw');
    expect(log.lines.map(({ fields }) => fields)).toContainEqual({ type: 'document' });
    expect(log.lines.filter(({ event }) => event === 'pdf.attempt')).toEqual([]);
    const safe = pageOf(values.map((value) => `<p>${escapeHtml(value)}</p>`).join(''));
    log.lines.length = 0;
    const pdf = await printers[0]!.print(safe, never);
    expect(asked).toEqual([]);
    expect(log.lines.filter(({ event }) => event !== 'pdf.noSandbox')).toEqual([]);
    const text = textOf(pdf);
    if (text !== null) for (const value of values) expect(text).toContain(value.replaceAll(/\s/g, '').slice(0, 30));
    if (text !== null) expect(text).not.toContain('thecontentsofafile');
    await new Promise((resolve) => server.close(resolve));
  });

  /** The words of a PDF without their spaces, or null where this machine cannot read PDF. */
  function textOf(pdf: Uint8Array): string | null {
    const file = path.join(folder, 'read.pdf');
    writeFileSync(file, pdf);
    try {
      return execFileSync('pdftotext', [file, '-'], { encoding: 'utf8' }).replaceAll(/\s/g, '');
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
      throw error;
    }
  }

  test('S42 the browser keeps its sandbox unless Winnow runs as root, opens no port, and has a profile of its own', async () => {
    const seen = path.join(folder, 'arguments');
    const find = (): string => stub(`echo "$@" >> ${seen}\nexit 1`);
    for (const root of [false, true]) {
      const error = await failureOf(printerWith(find, root).print(pageOf('x'), never));
      expect(error.code).toBe('unavailable');
      const args = readFileSync(seen, 'utf8');
      rmSync(seen);
      expect(args.includes('--no-sandbox')).toBe(root);
      expect(args).toContain('--remote-debugging-pipe');
      expect(args).not.toContain('--remote-debugging-port');
      expect(args).toContain(`--user-data-dir=${folder}/print-`);
    }
    expect(log.lines.filter(({ event }) => event === 'pdf.noSandbox')).toHaveLength(2);
    await nothingLeft();
  });

  test('without a browser it says what to install', async () => {
    const error = await failureOf(printerWith(() => null).print(pageOf('x'), never));
    expect(error).toMatchObject({ code: 'unavailable' });
    expect(error.message).toContain('Chrome, Chromium or Edge');
  });

  test('F28 a browser that is killed while it prints is started again, once', async () => {
    const printer = printerWith();
    await printer.print(pageOf('warm'), never);
    const [victim] = browsersWith(`${folder}/print-`);
    const printed = printer.print(longPage, never);
    process.kill(victim!, 'SIGKILL');
    expect(
      Buffer.from(await printed)
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
    expect(log.lines.filter(({ event }) => event === 'pdf.attempt')).toHaveLength(1);
    expect(processesWith(`${folder}/print-`)).not.toContain(victim);
    await printer.close();
    await nothingLeft();
  });

  test('F28 a browser that hangs is ended by the deadline and started again', async () => {
    const printer = printerWith();
    await printer.print(pageOf('warm'), never);
    const [victim] = browsersWith(`${folder}/print-`);
    process.kill(victim!, 'SIGSTOP');
    const printed = printer.print(pageOf('x'), never);
    await vi.waitFor(() => expect(clock.waiting(printDeadlineMs)).toBe(1), patience);
    clock.pass(printDeadlineMs);
    expect(
      Buffer.from(await printed)
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
    await printer.close();
    await nothingLeft();
  });

  test('F28 one that never answers is given up after two attempts, and leaves nothing', async () => {
    const started = path.join(folder, 'started');
    const find = (): string => stub(`echo x >> ${started}\nexec sleep 1000`);
    const failed = failureOf(printerWith(find).print(pageOf('x'), never));
    for (const attempt of [1, 2]) {
      await vi.waitFor(() => {
        expect(existsSync(started) && readFileSync(started, 'utf8')).toBe('x\n'.repeat(attempt));
        expect(clock.waiting(printDeadlineMs)).toBe(1);
      }, patience);
      clock.pass(printDeadlineMs);
    }
    expect(await failed).toMatchObject({ code: 'timeout' });
    await nothingLeft();
  });

  test('a page that nobody wants any more is not printed to its end', async () => {
    const printer = printerWith();
    const cancel = new AbortController();
    const failed = failureOf(printer.print(longPage, cancel.signal));
    await vi.waitFor(() => expect(processesWith(`${folder}/print-`)).not.toEqual([]), patience);
    cancel.abort(new AppError('cancelled', 'The report was cancelled.'));
    expect(await failed).toMatchObject({ code: 'cancelled' });
    await nothingLeft();
    expect((await printer.print(pageOf('next'), never)).length).toBeGreaterThan(0);
  });
});

async function failureOf(work: Promise<unknown>): Promise<AppError> {
  try {
    await work;
  } catch (error) {
    return AppError.from(error);
  }
  throw new Error('It did not fail.');
}
