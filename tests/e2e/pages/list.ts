import { expect, type Locator, type Page } from 'playwright/test';

/** The name of the company the cursor is on. */
export function current(page: Page): Locator {
  return page.locator('.w-current .w-cell-name-text').filter({ visible: true });
}

/** Longest that a busy machine may take, in milliseconds: lists are read again by themselves within a minute. */
const patience = 20_000;

/** Waits until the status bar says that the cursor is on the nth row of so many. */
export async function at(page: Page, position: number, of?: number | string): Promise<void> {
  const place = position.toLocaleString('en');
  const text = of === undefined ? new RegExp(String.raw`^${place} of \d`) : `${place} of ${of}`;
  await expect(page.getByText(text, { exact: true }).filter({ visible: true })).toBeVisible({ timeout: patience });
}

/** Presses keys one after the other. */
export async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

/** Presses g and a second key, as fast as fingers do: a chord has a second for it, also on a busy machine. */
export async function chord(page: Page, key: string): Promise<void> {
  await Promise.all([page.keyboard.press('g'), page.keyboard.press(key)]);
}

/** Makes the page believe that nobody has been there for an hour, and somebody comes. */
export async function comeBack(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { now } = Date;
    Date.now = () => now() + 3_600_000;
  });
  await page.mouse.move(300, 300);
  await page.mouse.move(310, 300);
}
