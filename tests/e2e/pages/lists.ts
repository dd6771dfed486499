import { expect, type Locator, type Page } from 'playwright/test';
import { emptyFilters, type IncludeFilters } from '../../../src/shared/domain/filters.ts';
import { api } from './bridge.ts';
import { at } from './list.ts';
import { go } from './screens.ts';

/** A smart list made by a spec. */
export interface MadeList {
  readonly id: number;
  readonly name: string;
  /** How many companies it was filled with. */
  readonly total: number;
}

/** Makes a smart list of the matching companies, filled at once. */
export async function makeList(page: Page, name: string, include: Partial<IncludeFilters>): Promise<MadeList> {
  const filters = emptyFilters();
  Object.assign(filters.include, include);
  const { id } = await api(page, 'createSmartList', { body: { name, filters, fill: true } });
  const { results } = await api(page, 'listSmartLists');
  return { id, name, total: results.find((list) => list.id === id)?.totalCount ?? 0 };
}

/** Opens a smart list, as a link would; its first undecided row is the current one. */
export async function openList(page: Page, { id, name, total }: MadeList): Promise<void> {
  await go(page, `/list/smart/${id}`);
  await expectScreen(page, name);
  await at(page, 1, total.toLocaleString('en'));
}

/** Waits for the screen with this heading. */
export async function expectScreen(page: Page, heading: string): Promise<void> {
  await expect(page.getByRole('heading', { name: heading, level: 1, exact: true })).toBeVisible({ timeout: 60_000 });
}

/** How many companies are in a special list. */
export async function countIn(
  page: Page,
  flag: 'tag_watchlist' | 'tag_opportunities' | 'tag_archive',
): Promise<number> {
  return (await api(page, 'listEntries', { query: { [flag]: 'true', page_size: 1 } })).count;
}

/** Keeps the pointer over the notification that offers Undo: it stays for that long. */
export async function keepToast(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Undo', exact: true }).hover();
}

/** A place in the sidebar, by how its name begins. */
export function placeOf(page: Page, name: string): Locator {
  return page.getByRole('navigation', { name: 'Places' }).getByRole('link', { name: new RegExp(`^${name}`) });
}

/** Waits until the sidebar says that so many companies are undecided in a smart list, up to 999. */
export async function expectUndecided(page: Page, name: string, left: number): Promise<void> {
  const text = left === 0 ? name : new RegExp(`^${name}${left} undecided`);
  await expect(placeOf(page, name)).toHaveText(text);
}
