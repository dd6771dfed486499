import { expect, type Page } from 'playwright/test';
import { test } from '../fixtures.ts';
import { browserShellOnly } from '../launchers/shell.ts';
import { api } from '../pages/bridge.ts';
import { at, current, press } from '../pages/list.ts';
import { expectUndecided, makeList, openList, placeOf, type MadeList } from '../pages/lists.ts';
import { go } from '../pages/screens.ts';

/** A company as a file of the CRM has it. */
interface Firm {
  readonly name: string;
  readonly country: string;
  readonly stage: string;
  readonly fundedOn: string;
  readonly raised: number;
  readonly employees: number;
  readonly status: string;
}

const countries = ['France', 'Germany', 'Spain', 'Italy'] as const;

/** What the CRM has on a Friday: 60 companies of each country, of which two in five have raised $5M or more. */
const firms: readonly Firm[] = Array.from({ length: 240 }, (_, index) => ({
  name: `Firm ${String(index + 100)}`,
  country: countries[index % 4]!,
  stage: 'Seed',
  fundedOn: '2026-01-10',
  raised: (2 + (index % 5)) * 1_000_000,
  employees: 10 + (index % 30),
  status: 'Operating',
}));

const isLarge = ({ raised }: Firm): boolean => raised >= 5_000_000;

function csv(rows: readonly Firm[]): Buffer {
  const header = 'name,website,country,stage,last funding date,total funding,employees,status';
  const lines = rows.map(({ name, country, stage, fundedOn, raised, employees, status }) => {
    const site = `${name.toLowerCase().replace(' ', '')}.example`;
    return [name, site, country, stage, fundedOn, raised, employees, status].join(',');
  });
  return Buffer.from([header, ...lines, ''].join('\n'));
}

async function load(page: Page, name: string, rows: readonly Firm[]): Promise<void> {
  await go(page, '/workspace');
  await page.getByLabel('Files to import').setInputFiles({ name, mimeType: 'text/csv', buffer: csv(rows) });
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect
    .poll(async () => (await api(page, 'listImports')).results[0]?.files, { timeout: 60_000 })
    .toEqual([name]);
}

const kinds = ['archived', 'watched', 'chosen', 'put off', 'dropped', 'noted'] as const;
type Kind = (typeof kinds)[number];

/** Decides on the 60 companies of the list that is open, by keys; names by what was done, and the reasons given. */
async function decideAll(page: Page): Promise<{ did: Record<Kind, string[]>; reasons: string[] }> {
  const { reasons } = await api(page, 'listReasons');
  const did: Record<Kind, string[]> = { archived: [], watched: [], chosen: [], 'put off': [], dropped: [], noted: [] };
  const given: string[] = [];
  const because = async (digit: number): Promise<void> => {
    await press(page, 'r', String(digit));
    given.push(reasons[digit - 1]!.name);
  };
  for (let row = 0; row < 60; row++) {
    await at(page, 1, 60 - row);
    const kind = kinds[row % kinds.length]!;
    did[kind].push((await current(page).textContent()) ?? '');
    if (kind === 'archived') {
      await press(page, 'e');
      await because((row % 7) + 1);
    } else if (kind === 'watched') await press(page, 'w');
    else if (kind === 'chosen') {
      await press(page, 'o');
      await because(1);
    } else if (kind === 'put off') await press(page, 'h', 'r');
    else if (kind === 'dropped') await press(page, 'e');
    else {
      await press(page, 'm');
      await page.keyboard.type(`Met them, ${String(row)}`);
      await press(page, 'Enter', 'w');
    }
  }
  return { did, reasons: given };
}

/** The names in a special list, or undecided in a smart one. */
async function namesIn(page: Page, query: Record<string, string>): Promise<string[]> {
  const { results } = await api(page, 'listEntries', { query: { ...query, page_size: 1000 } });
  return results.map(({ name }) => name).toSorted();
}

const isOpen = { tag_watchlist: 'false', tag_opportunities: 'false', tag_archive: 'false', tag_later: 'false' };

async function openIn(page: Page, { id }: MadeList): Promise<string[]> {
  return namesIn(page, { user_smart_list_id: String(id), ...isOpen });
}

/** Follows a number of the last import, and expects these companies there. */
async function expectBehind(page: Page, link: string, names: readonly string[]): Promise<void> {
  await go(page, '/workspace');
  await page.getByRole('list', { name: 'What the last import did' }).getByRole('link', { name: link }).click();
  await at(page, 1, names.length);
  const shown = await page.locator('.ag-row .w-cell-name-text').filter({ visible: true }).allTextContents();
  expect(shown.toSorted()).toEqual([...names].toSorted());
}

function of(country: string, from: number, count: number): Firm[] {
  return firms.filter((firm) => firm.country === country).slice(from, from + count);
}

function named(names: readonly string[]): Firm[] {
  return firms.filter(({ name }) => names.includes(name));
}

function fresh(index: number): Firm {
  const country = index < 5 ? 'France' : 'Portugal';
  return { ...firms[0]!, name: `Nova ${String(index + 500)}`, country, raised: 3_000_000 };
}

/** The second file: what has become of companies a week later, by what has happened to them. */
function weekLater(did: Record<Kind, string[]>): Record<string, readonly Firm[]> {
  const raise = (firm: Firm): Firm => ({ ...firm, stage: 'Series A', fundedOn: '2026-11-12', raised: 12_000_000 });
  return {
    'put off': named(did['put off'].slice(0, 6)).map(raise),
    watched: named(did.watched.slice(0, 3)).map(raise),
    small: of('Germany', 0, 60)
      .filter((firm) => !isLarge(firm))
      .slice(0, 8)
      .map(raise),
    grown: of('Italy', 0, 5).map((firm) => ({ ...firm, employees: firm.employees + 50 })),
    closed: of('Spain', 0, 4).map((firm) => ({ ...firm, status: 'Closed' })),
    moved: of('Spain', 10, 3).map((firm) => ({ ...firm, country: 'Germany' })),
    fresh: Array.from({ length: 12 }, (_, index) => fresh(index)),
    same: of('Italy', 20, 20),
  };
}

const namesOf = (rows: readonly Firm[] = []): string[] => rows.map(({ name }) => name);

test(
  'a week with two files: three lists, 60 decisions by keys, and a second file in which companies raise, grow, close and come back',
  browserShellOnly,
  async ({ start, complaints }) => {
    // Sixty decisions, each looked at.
    test.slow();
    const { page } = await start({ sample: 0 });
    await load(page, 'crm_2026-11-13.csv', firms);
    const france = await makeList(page, 'France', { countries: [{ code: 'FR', name: 'France' }] });
    const germany = await makeList(page, 'Germany', { countries: [{ code: 'DE', name: 'Germany' }] });
    const large = await makeList(page, 'Large', { raised: ['5000000-'] });
    expect([france.total, germany.total, large.total]).toEqual([60, 60, 96]);

    await openList(page, france);
    const { did, reasons } = await decideAll(page);
    const ofFrance = firms.filter(({ country }) => country === 'France');
    const largeOutside = firms.filter((firm) => isLarge(firm) && firm.country !== 'France');
    const watched = [...did.watched, ...did.noted].toSorted();
    const archived = [...did.archived, ...did.dropped].toSorted();
    expect([...watched, ...archived, ...did.chosen, ...did['put off']].toSorted()).toEqual(
      namesOf(ofFrance).toSorted(),
    );
    await expect.poll(() => namesIn(page, { tag_watchlist: 'true' })).toEqual(watched);
    await expect.poll(() => namesIn(page, { tag_archive: 'true' })).toEqual(archived);
    expect(await namesIn(page, { tag_opportunities: 'true' })).toEqual(did.chosen.toSorted());
    expect(await namesIn(page, { tag_later: 'true' })).toEqual(did['put off'].toSorted());
    const { results: decided } = await api(page, 'listEntries', { query: { tag_archive: 'true', page_size: 1000 } });
    const { results: chosen } = await api(page, 'listEntries', { query: { tag_opportunities: 'true' } });
    const given = [...decided, ...chosen].map(({ reason }) => reason).filter((reason) => reason !== '');
    expect(given.toSorted()).toEqual(reasons.toSorted());
    await expect(placeOf(page, 'Watchlist')).toHaveText('Watchlist20');
    await expect(placeOf(page, 'Opportunities')).toHaveText('Opportunities10');
    await expect(placeOf(page, 'Later')).toHaveText('Later10');
    await expectUndecided(page, 'France', 0);
    await expectUndecided(page, 'Germany', 60);
    await expectUndecided(page, 'Large', largeOutside.length);

    const second = weekLater(did);
    await load(page, 'crm_2026-11-20.csv', Object.values(second).flat());
    const raised = [...namesOf(second['put off']), ...namesOf(second['watched']), ...namesOf(second['small'])];
    const counts = page.getByRole('list', { name: 'What the last import did' });
    const isNew = namesOf(second['fresh']);
    await expect(counts.getByRole('link', { name: '12 new' })).toBeVisible();
    await expect(counts.getByRole('link', { name: '29 updated' })).toBeVisible();
    await expectBehind(page, '12 new', isNew);
    await expectBehind(page, '17 raised', raised);
    await expectBehind(page, '5 grew', namesOf(second['grown']));
    await expectBehind(page, '4 closed', namesOf(second['closed']));
    await expectBehind(page, '3 moved', namesOf(second['moved']));

    // Sidebar, lists and their heads say the same as the files.
    const back = namesOf(second['put off']).toSorted();
    await expect(placeOf(page, 'Later')).toHaveText('Later4');
    await expect(placeOf(page, 'Watchlist')).toHaveText('Watchlist20');
    const inFrance = [...back, ...isNew.slice(0, 5)].toSorted();
    const inGermany = [...namesOf(firms.filter(({ country }) => country === 'Germany')), ...namesOf(second['moved'])];
    const inLarge = [...namesOf(largeOutside), ...namesOf(second['small']), ...back].toSorted();
    for (const [list, names] of [
      [france, inFrance],
      [germany, inGermany.toSorted()],
      [large, inLarge],
    ] as const) {
      expect(await openIn(page, list)).toEqual(names);
      await expectUndecided(page, list.name, names.length);
      await openList(page, { ...list, total: names.length });
    }
    await openList(page, { ...france, total: inFrance.length });
    for (let row = 0; row < back.length; row++) {
      await expect(current(page)).toHaveText(new RegExp(back.join('|')));
      await expect(page.locator('.w-current').filter({ visible: true })).toContainText('Raised');
      if (row < back.length - 1) await press(page, 'j');
    }
    // Ten notes are where they were written.
    const { results: noted } = await api(page, 'searchCompanyIds', { query: { notes: 'any' } }).then(({ ids }) => ({
      results: ids,
    }));
    expect(noted).toHaveLength(10);
    expect(complaints).toEqual([]);
  },
);
