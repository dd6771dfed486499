import { EventEmitter } from 'node:events';
import type { BrowserWindow } from 'electron';
import { describe, expect, test, vi } from 'vitest';
import { AppError } from '#shared/errors.ts';
import { printDeadlineMs } from '#main/shellCommon/printQueue.ts';
import { electronPdfPrinter, printAddress } from './pdfPrinter.ts';
import { FakeTimers } from './testing/fakeTimers.ts';

type Mood = 'works' | 'hangs' | 'dies';

/** A hidden window of Electron's: it loads through its session, and prints what it was served. */
class PrintingWindow extends EventEmitter {
  readonly mood: Mood;
  readonly cancelled: string[] = [];
  printOptions: unknown;
  served = '';
  isGone = false;
  #filter: (details: object, answer: (result: { cancel: boolean }) => void) => void = () => undefined;
  #serve: (() => Response) | null = null;

  constructor(mood: Mood) {
    super();
    this.mood = mood;
  }

  readonly webContents = Object.assign(new EventEmitter(), {
    session: {
      webRequest: { onBeforeRequest: (filter: PrintingWindow['filter']) => (this.#filter = filter) },
      setPermissionRequestHandler: () => undefined,
      protocol: {
        handle: (scheme: string, serve: () => Response) => {
          expect(`${scheme}:`).toBe(new URL(printAddress).protocol);
          this.#serve = serve;
        },
        unhandle: () => (this.#serve = null),
      },
    },
    printToPDF: async (options: unknown) => {
      this.printOptions = options;
      if (this.mood === 'hangs') await new Promise<never>(() => undefined);
      if (this.mood === 'dies') {
        this.webContents.emit('render-process-gone');
        await new Promise<never>(() => undefined);
      }
      return Buffer.from(`%PDF ${this.served}`);
    },
  });

  get filter(): (details: object, answer: (result: { cancel: boolean }) => void) => void {
    return this.#filter;
  }

  get serves(): boolean {
    return this.#serve !== null;
  }

  async loadURL(url: string): Promise<void> {
    if (!this.asks(url)) throw new Error('blocked');
    this.served = (await this.#serve?.().text()) ?? '';
  }

  /** Whether the page may ask for an address. */
  asks(url: string): boolean {
    let isLet = false;
    this.#filter({ url, resourceType: 'image' }, ({ cancel }) => (isLet = !cancel));
    return isLet;
  }

  isDestroyed(): boolean {
    return this.isGone;
  }

  destroy(): void {
    this.isGone = true;
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
      // It has what the printer uses of a window.
      return window as unknown as BrowserWindow;
    },
  });
  return { printer, windows, clock, warned };
}

const never = new AbortController().signal;

describe('printing in Electron', () => {
  test('S41 the page is served at one address and may ask for nothing else', async () => {
    const { printer, windows } = printerWith();
    const pdf = await printer.print('<p>Page</p>', never);
    expect(Buffer.from(pdf).toString()).toBe('%PDF <p>Page</p>');
    const [window] = windows;
    expect(window?.printOptions).toEqual({
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
    expect(Buffer.from(await printer.print('x', never)).toString()).toBe('%PDF x');
    expect(windows.map(({ isGone }) => isGone)).toEqual([true, true]);
    expect(warned).toHaveLength(1);
    const twice = printerWith('dies', 'dies');
    await expect(twice.printer.print('x', never)).rejects.toMatchObject({ code: 'unavailable' });
    expect(twice.windows.map(({ isGone }) => isGone)).toEqual([true, true]);
  });

  test('F28 a page that hangs is given up at its deadline, twice', async () => {
    const { printer, windows, clock } = printerWith('hangs', 'hangs');
    const failed = expect(printer.print('x', never)).rejects.toMatchObject({ code: 'timeout' });
    for (const attempt of [1, 2]) {
      await vi.waitFor(() => expect(windows[attempt - 1]?.printOptions).toBeDefined(), { timeout: 15_000 });
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
    await vi.waitFor(() => expect(windows[0]?.printOptions).toBeDefined(), { timeout: 15_000 });
    expect(windows).toHaveLength(1);
    cancel.abort(new AppError('cancelled', 'The report was cancelled.'));
    await first;
    expect(Buffer.from(await second).toString()).toBe('%PDF b');
    await printer.close();
    await expect(printer.print('c', never)).rejects.toMatchObject({ code: 'cancelled' });
  });
});
