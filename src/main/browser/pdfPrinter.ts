import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Page } from 'puppeteer-core';
import { AppError } from '#shared/errors.ts';
import type { Clock, Log, PdfPrinter } from '#main/ports.ts';
import { PrintQueue } from '#main/shellCommon/printQueue.ts';

export interface BrowserPrinterParts {
  readonly clock: Pick<Clock, 'after'>;
  readonly log: Log;
  /** Folder for the browser's profile; its contents are deleted with the browser. */
  readonly temporary: string;
  /** The program to print with, or null if none is installed. Looked up each time the browser starts. */
  readonly find: () => string | null;
  /** Whether Winnow runs as root: Chromium then refuses to start with its sandbox. */
  readonly isRoot: boolean;
}

/** How long the browser is kept after the last page, in milliseconds. */
export const printIdleMs = 60_000;

/** What a printing browser does not need: it shows one page of ours and uses no network. */
const switches = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-extensions',
  '--disable-sync',
  '--no-first-run',
  // On paper, letters go where the font puts them; the headless shell would snap them to screen pixels.
  '--font-render-hinting=none',
  // A container's /dev/shm of 64 MB is too small for long documents (F28).
  '--disable-dev-shm-usage',
];

/** A running browser, with its own folder. */
interface Running {
  readonly browser: Browser;
  readonly profile: string;
  /** A blank page for the next report; null until one has been requested. */
  blank: Promise<BlankPage> | null;
}

/** A blank page without network, in its own context. */
interface BlankPage {
  readonly page: Page;
  readonly close: () => Promise<void>;
}

/**
 * Prints with an installed Chrome, Chromium or Edge, controlled through a pipe: no port is opened. One browser prints
 * one page after the other and is closed after a minute without work.
 */
export class BrowserPdfPrinter implements PdfPrinter {
  readonly #parts: BrowserPrinterParts;
  readonly #queue: PrintQueue;
  #running: Running | null = null;
  #stopIdle: () => void = () => undefined;

  constructor(parts: BrowserPrinterParts) {
    this.#parts = parts;
    this.#queue = new PrintQueue(parts.clock, parts.log);
  }

  print(html: string, signal: AbortSignal): Promise<Uint8Array> {
    return this.#queue.run(signal, { print: (stop) => this.#printed(html, stop), discard: () => this.#discard() });
  }

  async close(): Promise<void> {
    this.#queue.close();
    this.#stopIdle();
    await this.#discard();
  }

  async #printed(html: string, stop: AbortSignal): Promise<Uint8Array> {
    this.#stopIdle();
    const { log } = this.#parts;
    const running = (this.#running ??= await this.#launch(stop));
    const { page, close } = await (running.blank ?? openBlank(running.browser, log));
    await page.setContent(html, { waitUntil: 'load', timeout: 0 });
    const pdf = await page.pdf({
      preferCSSPageSize: true,
      printBackground: true,
      tagged: true,
      outline: true,
      timeout: 0,
    });
    // The report need not wait for the old page to close or the next one to open.
    void close().catch(() => undefined);
    running.blank = openBlank(running.browser, log);
    running.blank.catch(() => undefined);
    this.#stopIdle = this.#parts.clock.after(printIdleMs, () => void this.#discard());
    return pdf;
  }

  async #launch(stop: AbortSignal): Promise<Running> {
    const { find, isRoot, log, temporary } = this.#parts;
    const program = find();
    if (program === null) {
      throw new AppError(
        'unavailable',
        'To create a PDF in the browser, Winnow needs Chrome, Chromium or Edge on this computer. ' +
          'Install one of them and try again.',
      );
    }
    if (isRoot) log.warn('pdf.noSandbox', { reason: 'Winnow runs as root' });
    await mkdir(temporary, { recursive: true, mode: 0o700 });
    const profile = await mkdtemp(path.join(temporary, 'print-'));
    try {
      // Loaded on first use: most starts of Winnow print nothing.
      const { launch } = await import('puppeteer-core');
      const browser = await launch({
        executablePath: program,
        pipe: true,
        userDataDir: profile,
        args: isRoot ? [...switches, '--no-sandbox'] : switches,
        handleSIGINT: false,
        handleSIGTERM: false,
        handleSIGHUP: false,
        protocolTimeout: 0,
        timeout: 0,
        signal: stop,
      });
      if (!stop.aborted) return { browser, profile, blank: null };
      browser.process()?.kill('SIGKILL');
      throw stop.reason;
    } catch (error) {
      await removeFolder(profile);
      throw error;
    }
  }

  /** Ends the browser at once, whatever it is doing, and removes its profile. */
  async #discard(): Promise<void> {
    const running = this.#running;
    if (running === null) return;
    this.#running = null;
    const child = running.browser.process();
    if (child !== null && child.exitCode === null && child.signalCode === null) {
      const gone = new Promise<void>((resolve) => {
        child.once('exit', () => resolve());
      });
      child.kill('SIGKILL');
      await gone;
    }
    await running.browser.disconnect().catch(() => undefined);
    await removeFolder(running.profile);
  }
}

async function openBlank(browser: Browser, log: Log): Promise<BlankPage> {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await shutOff(page, log);
  return { page, close: () => context.close() };
}

/** No script runs and nothing is fetched; the page's embedded resources need no request (S41). */
async function shutOff(page: Page, log: Log): Promise<void> {
  await page.setJavaScriptEnabled(false);
  await page.setRequestInterception(true);
  page.on('request', (request) => {
    if (request.url().startsWith('data:')) return;
    log.warn('pdf.request', { type: request.resourceType() });
    // A navigation answered with 204 leaves the page where it is; an error would replace it.
    const refused = request.isNavigationRequest() ? request.respond({ status: 204 }) : request.abort('blockedbyclient');
    void refused.catch(() => undefined);
  });
}

/** Chromium's helper processes may still be closing files in the profile. */
async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }).catch(() => undefined);
}
