import { readFileSync } from 'node:fs';
import Papa from 'papaparse';
import { expect, type BrowserContext, type Locator, type Page } from 'playwright/test';
import { unpackEntry, zipEntries } from '../../../src/server/ingest/file/zip.ts';
import type { Company } from '../../../src/shared/domain/company.ts';
import { emptyFilters, type FilterSet } from '../../../src/shared/domain/filters.ts';
import type { InboxEntry } from '../../../src/shared/domain/inboxEntry.ts';
import type { SmartListOverview } from '../../../src/shared/domain/smartList.ts';
import { domainOf } from '../../../src/shared/domain/webAddress.ts';
import { test } from '../fixtures.ts';
import { browserShellOnly } from '../launchers/shell.ts';
import { api } from '../pages/bridge.ts';
import { at, current, press } from '../pages/list.ts';
import { countIn, openList, placeOf, type MadeList } from '../pages/lists.ts';
import { go } from '../pages/screens.ts';

/** A Monday, and one a month later: in between five digests have come. */
const monday = '2026-03-16T10:00:00Z';
const monthLater = '2026-04-20T10:00:00Z';

/** Makes the page believe it is that time, as the app's process does. */
async function setClock(context: BrowserContext, now: string): Promise<void> {
  await context.clock.setFixedTime(now);
}

/** Companies at these stages in these regions that the user does not know; everywhere if there are no regions. */
function filtersOf(stages: string[], regions: string[]): FilterSet {
  const filters = emptyFilters();
  filters.include.stages = stages;
  filters.include.regions = regions;
  filters.exclude.known = ['any'];
  return filters;
}

/** Makes a smart list that leaves out known companies; says how many these were. */
async function makeFreshList(page: Page, name: string, filters: FilterSet): Promise<MadeList & { known: number }> {
  const { id, known } = await api(page, 'createSmartList', { body: { name, filters, fill: true } });
  const { results } = await api(page, 'listSmartLists');
  return { id, name, known, total: results.find((list) => list.id === id)?.totalCount ?? 0 };
}

async function entriesOf(page: Page, id: number): Promise<InboxEntry[]> {
  const query = { user_smart_list_id: id, page_size: 1000 };
  return (await api(page, 'listEntries', { query })).results;
}

function isOpen({ later, ...flags }: InboxEntry): boolean {
  return !flags.tag_watchlist && !flags.tag_opportunities && !flags.tag_archive && later === null;
}

/** The companies that are undecided in a smart list. */
async function undecidedIn(page: Page, id: number): Promise<Set<number>> {
  return new Set((await entriesOf(page, id)).filter(isOpen).map((entry) => entry.id));
}

/** What was decided about companies and why, by name of the list. */
async function decisions(page: Page): Promise<Map<number, string>> {
  const all = new Map<number, string>();
  for (const list of ['watchlist', 'opportunities', 'archive']) {
    const query = { [`tag_${list}`]: 'true', page_size: 1000 };
    const { results } = await api(page, 'listEntries', { query });
    for (const { id, reason } of results) all.set(id, `${list}: ${reason}`);
  }
  return all;
}

/** An export of Affinity about these companies, with another one that is not here. */
function affinityExport(companies: readonly Company[]): Buffer {
  const header = 'Organization Id,Organization Name,Website,Status,Owners,Last Contact';
  const rows = companies.map(({ name, links }, index) => {
    const site = domainOf(links.find(({ type }) => type === 'website')?.url ?? '');
    return `${String(index + 1)},"${name}",${site},Passed,Ann Roe,2025-11-0${String((index % 9) + 1)}`;
  });
  return Buffer.from([header, ...rows, '99,Nowhere Robotics,nowhere-robotics.example,Lead,,', ''].join('\n'));
}

async function importAsKnown(page: Page, companies: readonly Company[]): Promise<void> {
  await go(page, '/workspace');
  const section = page.getByRole('region', { name: 'Known companies' });
  const file = { name: 'deals_2026-03-13.csv', mimeType: 'text/csv', buffer: affinityExport(companies) };
  await section.getByLabel('File of known companies').setInputFiles(file);
  const dialog = page.getByRole('dialog');
  const rows = `${companies.length + 1} rows: ${companies.length} matched, 1 not in the database.`;
  await expect(dialog).toContainText(rows);
  await dialog.getByRole('button', { name: 'Import as known' }).click();
  await expect(section).toContainText(rows);
}

/** Hands over Opportunities for Affinity; returns the ZIP's files by name. */
async function handOver(page: Page): Promise<Map<string, Record<string, string>[]>> {
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('Hand over Opportunities');
  const palette = page.getByRole('dialog', { name: 'Command palette' });
  await palette.getByRole('button', { name: 'Hand over Opportunities', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Hand over Opportunities' });
  await expect(dialog.getByRole('radio', { name: 'Affinity' })).toBeChecked();
  const downloading = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Hand over', exact: true }).click();
  const zip = readFileSync(await (await downloading).path());
  const files = new Map<string, Record<string, string>[]>();
  for (const entry of zipEntries(zip)) {
    const text = (await unpackEntry(zip, entry)).toString('utf8').replace(/^\uFEFF/, '');
    files.set(entry.name, Papa.parse<Record<string, string>>(text.trimEnd(), { header: true }).data);
  }
  return files;
}

const lists = { w: 'watchlist', o: 'opportunities', e: 'archive' } as const;

type Named = Pick<InboxEntry, 'id' | 'name'>;

/** Decides on companies from the current one on, with a reason each: three keys a company. Returns what was said. */
async function decide(page: Page, companies: readonly Named[]): Promise<Map<number, string>> {
  const { reasons } = await api(page, 'listReasons');
  const said = new Map<number, string>();
  for (const [index, { id }] of companies.entries()) {
    const key = (['e', 'w', 'o'] as const)[index % 3] ?? 'e';
    const digit = (index % 7) + 1;
    await press(page, key, 'r', String(digit));
    said.set(id, `${lists[key]}: ${reasons[digit - 1]?.name ?? ''}`);
  }
  return said;
}

/** Puts these companies off for a month, from the current one on. */
async function putOffAMonth(page: Page, companies: readonly Named[], left: number): Promise<void> {
  for (const [index, { name }] of companies.entries()) {
    await expect(current(page)).toHaveText(name);
    await press(page, 'h', '1');
    await at(page, 1, left - index - 1);
  }
  await expect(placeOf(page, 'Later')).toHaveText(`Later${String(companies.length)}`);
}

/** Which of these companies are undecided in a list. */
async function openIn(page: Page, list: MadeList, ids: readonly number[]): Promise<number[]> {
  const open = await undecidedIn(page, list.id);
  return ids.filter((id) => open.has(id));
}

/** Expects these companies on top of the list, in any order, saying that they are back, and no others. */
async function expectBack(page: Page, companies: readonly Named[]): Promise<void> {
  const rowAt = (row: number): Locator => page.locator(`.ag-row[row-index="${String(row)}"]`);
  const names = companies.map((_, row) => rowAt(row).locator('.w-cell-name-text').textContent());
  expect(new Set(await Promise.all(names))).toEqual(new Set(companies.map(({ name }) => name)));
  await expect(rowAt(0).getByText('Back', { exact: true })).toBeVisible();
  await expect(page.getByRole('grid').getByText('Back', { exact: true })).toHaveCount(companies.length);
  await press(page, 'Space');
  await expect(page.getByRole('complementary', { name: 'Company' }).getByText('Back: its day has come')).toBeVisible();
}

test(
  'the Monday: known, two lists, 40 decisions with reasons, 5 put off, a hand-over; a month later the 5 are back on top',
  browserShellOnly,
  async ({ start, context }) => {
    // Two starts with a clock of their own, one of which makes a sample.
    test.slow();
    await setClock(context, monday);
    const first = await start({ sample: 2000, now: monday });
    const { page } = first;
    const query = { stages: 'inv_stage_seed', regions: 'Europe', page_size: 60 };
    const both = (await api(page, 'searchCompanies', { query })).items;
    const known = both.filter((_, index) => index % 5 === 0);
    expect(known.length).toBeGreaterThan(5);
    await importAsKnown(page, known);

    const stages = ['inv_stage_seed', 'inv_stage_pre_seed'];
    const european = await makeFreshList(page, 'European', filtersOf(stages, ['Europe']));
    const seed = await makeFreshList(page, 'Seed', filtersOf(['inv_stage_seed'], []));
    expect([european.known, seed.known]).toEqual([known.length, known.length]);
    const inOrder = await entriesOf(page, european.id);
    await openList(page, european);
    const said = await decide(page, inOrder.slice(0, 40));
    await at(page, 1, european.total - 40);
    await expect.poll(() => decisions(page), { timeout: 20_000 }).toEqual(said);
    const putOff = inOrder.slice(40, 45);
    await putOffAMonth(page, putOff, european.total - 40);

    // What is decided, put off or known is undecided in no list, and the lists share much of it.
    const settled = [...said.keys(), ...known.map(({ id }) => id)];
    const away = [...settled, ...putOff.map(({ id }) => id)];
    for (const list of [european, seed]) expect(await openIn(page, list, away)).toEqual([]);
    const shared = (await entriesOf(page, seed.id)).filter(({ id }) => said.has(id));
    expect(shared.length).toBeGreaterThan(10);

    const files = await handOver(page);
    await expect(page.getByText('Handed over 13 companies').first()).toBeVisible();
    const companies = files.get('winnow-affinity-companies-2026-03-16.csv') ?? [];
    const opportunities = inOrder.slice(0, 40).filter((_, index) => index % 3 === 2);
    expect(companies).toHaveLength(opportunities.length);
    const names = companies.map((row) => row['Organization Name']);
    expect(new Set(names)).toEqual(new Set(opportunities.map(({ name }) => name)));
    expect(companies.every((row) => row['Website'] !== '')).toBe(true);
    await first.stop();

    await setClock(context, monthLater);
    const { page: later } = await start({ sample: 0, now: monthLater });
    await go(later, '/workspace');
    await later.getByRole('button', { name: 'Refresh now' }).click();
    await expect(later.getByText(/for the week of 20 Apr 2026/).first()).toBeVisible({ timeout: 60_000 });
    expect(await decisions(later)).toEqual(said);
    expect(await countIn(later, 'tag_archive')).toBe(14);
    const { results } = await api(later, 'listSmartLists');
    const nowOf = (list: MadeList): MadeList & SmartListOverview => {
      return { ...list, ...results.find(({ id }) => id === list.id)! };
    };
    for (const list of [european, seed]) {
      expect(await openIn(later, list, settled)).toEqual([]);
      expect(nowOf(list).knownOutCount).toBeGreaterThanOrEqual(list.known);
      expect(nowOf(list).totalCount).toBeGreaterThan(list.total);
    }
    await openList(later, { ...european, total: nowOf(european).unratedCount });
    await expectBack(later, putOff);
    await expect(placeOf(later, 'Later')).toHaveText('Later');
  },
);
