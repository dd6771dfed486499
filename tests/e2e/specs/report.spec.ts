import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, type Page } from 'playwright/test';
import { defaultFilters } from '../../../src/shared/domain/filters.ts';
import { test } from '../fixtures.ts';
import { browserShellOnly } from '../launchers/shell.ts';
import { api } from '../pages/bridge.ts';
import { go } from '../pages/screens.ts';

test(
  'F28 S41 a sector report is saved as PDF from the company page and from its own screen',
  browserShellOnly,
  async ({ start, complaints }, info) => {
    // Two documents are printed, on a machine that may be busy.
    test.setTimeout(300_000);
    const { page } = await start({ sample: 3000 });
    const [company] = (await api(page, 'searchCompanies', { query: { stages: 'inv_stage_seed' } })).items;
    if (company === undefined) throw new Error('The sample has no company at seed stage.');
    const report = await api(page, 'getSectorReport', { query: { company_id: company.id } });
    const { sector } = report.sector;

    // From the company's page: the file is named by product 9.
    await go(page, `/company/${company.id}`);
    const section = page.getByRole('region', { name: /^Sector/ });
    await section.scrollIntoViewIfNeeded();
    const name = `Sector Report on ${sector} (${[...report.scope.regions, ...report.scope.countries, ...report.scope.stages].join(', ')}).pdf`;
    const first = await savedBy(
      page,
      () => section.getByRole('button', { name: 'Save as PDF' }).click(),
      info.outputPath('a.pdf'),
    );
    expect(first.name).toBe(name);
    await expect(page.getByText(`Saved ${name}`, { exact: false })).toBeVisible();
    expect(first.pages).toBeGreaterThanOrEqual(6);
    // Tagged, with an outline, and each line of the contents has its section's page number.
    expect(first.raw).toMatch(/\/StructTreeRoot/);
    expect(first.raw).toMatch(/\/Outlines/);
    if (first.text !== null) {
      const texts = first.text;
      const all = texts.join(' ').replaceAll(/\s+/g, ' ');
      for (const heading of [
        'Contents',
        'About this report',
        'Summary',
        'Figures',
        'Trends and challenges',
        'Companies',
      ]) {
        expect(all).toContain(heading);
      }
      expect(all).toContain(`How it applies to ${company.name}`);
      expect(texts).toHaveLength(first.pages);
      for (const [index, text] of texts.entries()) {
        if (index > 0) expect(text).toMatch(new RegExp(String.raw`\b${index + 1}\s*/\s*${first.pages}\b`));
      }
      for (const [number, heading] of [
        ['1', 'Summary'],
        ['2', 'Trends and challenges'],
        ['3', 'Figures'],
      ] as const) {
        const line = new RegExp(String.raw`${number}\s+${heading}\s+(\d+)`).exec(texts[1] ?? '');
        expect(texts[Number(line?.[1] ?? 0) - 1], heading).toMatch(new RegExp(String.raw`${number}\s+${heading}`));
      }
    }

    // Lists, collections and searches have reports too; the search's is saved from its screen.
    const list = await api(page, 'createSmartList', { body: { name: 'Seeds', filters: defaultFilters(), fill: true } });
    const collection = await api(page, 'createCollection', { body: { name: 'Picked' } });
    const body = { collection_id: collection.id, company_ids: [company.id] };
    await api(page, 'addCollectionItems', { body });
    await go(page, '/reports');
    await page.getByRole('region', { name: 'Smart lists' }).getByRole('link', { name: 'Seeds' }).click();
    await expect(page.getByRole('heading', { name: 'Sector Report on Seeds', level: 1 })).toBeVisible();
    await go(page, '/reports');
    await page.getByRole('region', { name: 'Collections' }).getByRole('link', { name: 'Picked' }).click();
    await expect(page.getByRole('heading', { name: 'Sector Report on Picked', level: 1 })).toBeVisible();
    await go(page, '/reports');
    const search = page.getByRole('region', { name: 'Current search' });
    await search.getByRole('link', { name: 'Seed or Pre-Seed companies.' }).click();
    const article = page.getByRole('article', { name: 'Sector Report on All sectors' });
    const second = await savedBy(
      page,
      () => article.getByRole('button', { name: 'Save as PDF' }).click(),
      info.outputPath('b.pdf'),
    );
    expect(second.name).toBe('Sector Report on All sectors (Seed, Pre-Seed).pdf');
    await go(page, '/reports');
    const recent = page.getByRole('region', { name: 'Recent reports' }).getByRole('link');
    await expect(recent.first()).toHaveText('Sector Report on All sectors');
    expect(list.id).toBeGreaterThan(0);
    expect(complaints).toEqual([]);
  },
);

interface Saved {
  readonly name: string;
  readonly raw: string;
  readonly pages: number;
  /** The words of each page; null if this machine cannot read PDFs. */
  readonly text: string[] | null;
}

/** The file that a click downloads. */
async function savedBy(page: Page, click: () => Promise<void>, path: string): Promise<Saved> {
  const [download] = await Promise.all([page.waitForEvent('download', { timeout: 90_000 }), click()]);
  await download.saveAs(path);
  const raw = readFileSync(path, 'latin1');
  expect(raw.startsWith('%PDF-')).toBe(true);
  expect(raw.trimEnd().endsWith('%%EOF')).toBe(true);
  const pages = raw.match(/\/Type \/Page\n/g)?.length ?? 0;
  return { name: download.suggestedFilename(), raw, pages, text: textOf(path) };
}

function textOf(path: string): string[] | null {
  try {
    return execFileSync('pdftotext', ['-layout', path, '-'], { encoding: 'utf8' }).split('\f').slice(0, -1);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
