import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, CDPSession, Page } from 'playwright';
import { emptyFilters } from '#shared/domain/filters.ts';
import { api, call } from '../../e2e/pages/bridge.ts';
import { at } from '../../e2e/pages/list.ts';
import { go } from '../../e2e/pages/screens.ts';
import { writeCompanyFile } from '../csv/companyFile.ts';
import { startProgram, type Program } from '../engines/processes.ts';
import { importFiles, type ServerCommand } from '../engines/winnow.ts';
import { launchChromium } from './chromium.ts';

/** Companies in the inbox to measure; the sample holds some back for later weeks. */
const companies = 10_700;
const leastRows = 10_000;

interface Options {
  readonly folder: string;
  readonly server: ServerCommand;
}

/** The built app in the browser shell and a real Chromium, with an inbox of ten thousand undecided companies. */
export class ScreenBench {
  readonly page: Page;
  readonly cdp: CDPSession;
  /** The inbox's smart list, and its number of companies. */
  readonly inbox: number;
  readonly rows: number;
  /** The file the companies came from. */
  readonly file: string;
  readonly #browser: Browser;
  readonly #program: Program;

  private constructor(browser: Browser, cdp: CDPSession, page: Page, program: Program, data: InboxData) {
    this.#browser = browser;
    this.cdp = cdp;
    this.page = page;
    this.#program = program;
    this.inbox = data.inbox;
    this.rows = data.rows;
    this.file = data.file;
  }

  static async open({ folder, server }: Options): Promise<ScreenBench> {
    const workspace = join(folder, 'screen');
    const file = join(folder, 'screen.csv');
    mkdirSync(workspace);
    writeCompanyFile(companies, file);
    const browser = await launchChromium();
    try {
      const first = await openApp(browser, server, workspace);
      const body = { name: 'Bench', filters: emptyFilters(), fill: false } as const;
      const { id: inbox } = await api(first.page, 'createSmartList', { body });
      await first.program.stop();
      await first.page.context().close();
      await importFiles(server, join(workspace, 'winnow.db'), file);
      const { page, program } = await openApp(browser, server, workspace);
      const { results } = await api(page, 'listSmartLists');
      const rows = results.find(({ id }) => id === inbox)?.unratedCount ?? 0;
      if (rows < leastRows) throw new Error(`The inbox has ${rows} companies, not ${leastRows}.`);
      const cdp = await page.context().newCDPSession(page);
      // The thread's own time: what other processes do meanwhile does not count.
      await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
      return new ScreenBench(browser, cdp, page, program, { inbox, rows, file });
    } catch (error) {
      await browser.close();
      throw error;
    }
  }

  /** Goes to the inbox with or without the reading pane; ready when its first undecided row is the current one. */
  async openInbox(pane: 'hidden' | 'right'): Promise<void> {
    await call(this.page, 'preferences.set', { readingPane: pane });
    await go(this.page, `/list/smart/${this.inbox}`);
    await this.page.locator('.w-current').first().waitFor();
  }

  /** Scrolls through the inbox until every row is loaded, and back to the first. */
  async loadAllRows(): Promise<void> {
    for (let loaded = 0; ;) {
      const before = loaded;
      await this.page.keyboard.press('End');
      await this.page.waitForTimeout(80);
      const text = await this.page
        .getByText(/^[\d,]+ of [\d,]+$/)
        .first()
        .textContent();
      const [position = '', total = ''] = (text ?? '').split(' of ');
      loaded = Number(position.replaceAll(',', ''));
      if (position !== '' && position === total) break;
      if (loaded < before) throw new Error(`From row ${before} the bench came to row ${loaded}.`);
    }
    await this.page.keyboard.press('Home');
    await at(this.page, 1);
  }

  async close(): Promise<void> {
    await this.#browser.close();
    await this.#program.stop();
  }
}

interface InboxData {
  readonly inbox: number;
  readonly rows: number;
  readonly file: string;
}

/** The built app on a workspace, and its page. */
export async function openApp(
  browser: Browser,
  { program, cwd }: ServerCommand,
  workspace: string,
): Promise<{ page: Page; program: Program }> {
  const args = ['out/main/browserShell.js', '--no-open', '--json', '--workspace', workspace, '--sample', '0'];
  const started = startProgram(program, args, { cwd });
  try {
    const { url } = JSON.parse(await started.firstLine()) as { url: string };
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    const page = await context.newPage();
    await page.goto(url);
    await page.waitForSelector('html[data-app-state="ready"]');
    return { page, program: started };
  } catch (error) {
    await started.stop();
    throw error;
  }
}
