import { describe, expect, test, vi } from 'vitest';
import { AppError } from '#shared/errors.ts';
import { printDeadlineMs } from '#main/shellCommon/printQueue.ts';
import { electronPdfPrinter, printAddress } from './pdfPrinter.ts';
import { FakeTimers } from './testing/fakeTimers.ts';
import { WindowDouble } from './testing/windowDouble.ts';

type Mood = 'works' | 'hangs' | 'dies' | 'blank';

/** A hidden window of Electron's: it loads through its session, and prints what it was served. */
class PrintingWindow extends WindowDouble {
  served = '';
  readonly #mood: Mood;

  constructor(mood: Mood) {
    super({});
    this.#mood = mood;
    this.webContents.print = () => this.#print();
  }

  async #print(): Promise<Buffer> {
    if (this.#mood === 'hangs') await new Promise<never>(() => undefined);
    if (this.#mood === 'dies') {
      this.webContents.emit('render-process-gone');
      await new Promise<never>(() => undefined);
    }
    return Buffer.from(this.#mood === 'blank' ? '%PDF /Page' : `%PDF /Font ${this.served}`);
  }

  get isGone(): boolean {
    return !this.isOpen;
  }

  get serves(): boolean {
    return this.webContents.session.handlers.size > 0;
  }

  override async loadURL(url: string): Promise<void> {
    if (!this.asks(url)) throw new Error('blocked');
    const answer = await this.webContents.session.handlers.get('app')?.(new Request(url));
    this.served = (await answer?.text()) ?? '';
  }

  /** Whether the page may ask for an address. */
  asks(url: string): boolean {
    let isLet = false;
    this.webContents.session.filter({ url, resourceType: 'image' }, ({ cancel }) => (isLet = cancel !== true));
    return isLet;
  }
}

function printerWith(...moods: Mood[]) {
  const windows: PrintingWindow[] = [];
  const clock = new FakeTimers();
  const warned: unknown[] = [];
  const printer = electronPdfPrinter({
    clock,
    log: { info: () => undefined, warn: (event, fields) => void warned.push([event, fields]), error: () => undefined },
    openHidden: () => {
      const window = new PrintingWindow(moods[windows.length] ?? 'works');
      windows.push(window);
      return window;
    },
  });
  return { printer, windows, clock, warned };
}

const never = new AbortController().signal;

describe('printing in Electron', () => {
  test('S41 the page is served at one address and may ask for nothing else', async () => {
    const { printer, windows } = printerWith();
    const pdf = await printer.print('<p>Page</p>', never);
    expect(Buffer.from(pdf).toString()).toBe('%PDF /Font <p>Page</p>');
    const [window] = windows;
    expect(window?.webContents.printOptions).toEqual({
      preferCSSPageSize: true,
      printBackground: true,
      generateTaggedPDF: true,
      generateDocumentOutline: true,
    });
    for (const url of ['file:///etc/passwd', 'https://evil.test/x', `${printAddress}/x`, 'app://winnow/', 'blob:x']) {
      expect(window?.asks(url), url).toBe(false);
    }
    expect(window?.asks('data:font/woff2;base64,AA==')).toBe(true);
    expect(window?.isGone).toBe(true);
    expect(window?.serves).toBe(false);
  });

  test('F28 a page that dies is printed again in a new window, once', async () => {
    const { printer, windows, warned } = printerWith('dies');
    expect(Buffer.from(await printer.print('x', never)).toString()).toBe('%PDF /Font x');
    expect(windows.map(({ isGone }) => isGone)).toEqual([true, true]);
    expect(warned).toHaveLength(1);
    const twice = printerWith('dies', 'dies');
    await expect(twice.printer.print('x', never)).rejects.toMatchObject({ code: 'unavailable' });
    expect(twice.windows.map(({ isGone }) => isGone)).toEqual([true, true]);
  });

  test('a page that came out blank is printed again, and never taken for a report', async () => {
    const { printer, windows } = printerWith('blank');
    expect(Buffer.from(await printer.print('x', never)).toString()).toBe('%PDF /Font x');
    expect(windows).toHaveLength(2);
    const twice = printerWith('blank', 'blank');
    await expect(twice.printer.print('x', never)).rejects.toMatchObject({
      message: 'The report came out blank. Try again.',
    });
  });

  test('F28 a page that hangs is given up at its deadline, twice', async () => {
    const { printer, windows, clock } = printerWith('hangs', 'hangs');
    const failed = expect(printer.print('x', never)).rejects.toMatchObject({ code: 'timeout' });
    for (const attempt of [1, 2]) {
      await vi.waitFor(() => expect(windows[attempt - 1]?.webContents.printOptions).toBeDefined(), { timeout: 15_000 });
      clock.advance(printDeadlineMs);
    }
    await failed;
    expect(windows.map(({ isGone }) => isGone)).toEqual([true, true]);
  });

  test('one page is printed after the other, and closing ends what is under way', async () => {
    const { printer, windows } = printerWith('hangs');
    const cancel = new AbortController();
    const first = expect(printer.print('a', cancel.signal)).rejects.toMatchObject({ code: 'cancelled' });
    const second = printer.print('b', never);
    await vi.waitFor(() => expect(windows[0]?.webContents.printOptions).toBeDefined(), { timeout: 15_000 });
    expect(windows).toHaveLength(1);
    cancel.abort(new AppError('cancelled', 'The report was cancelled.'));
    await first;
    expect(Buffer.from(await second).toString()).toBe('%PDF /Font b');
    await printer.close();
    await expect(printer.print('c', never)).rejects.toMatchObject({ code: 'cancelled' });
  });
});
