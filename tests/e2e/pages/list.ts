import { expect, type Locator, type Page } from 'playwright/test';

/** The name of the company the cursor is on. */
export function current(page: Page): Locator {
  return page.locator('.w-current .w-cell-name-text').filter({ visible: true });
}

/** A little more than the pause after which keys are meant for the list again, in milliseconds. */
const restTime = 350;

/** The longest that a busy machine may take, in milliseconds: lists are re-read on their own within a minute. */
const patience = 20_000;

/** Waits until the status bar says that the cursor is on that row, of that many. */
export async function at(page: Page, position: number, of?: number | string): Promise<void> {
  const place = position.toLocaleString('en');
  const text = of === undefined ? new RegExp(String.raw`^${place} of \d`) : `${place} of ${of}`;
  await expect(page.getByText(text, { exact: true }).filter({ visible: true })).toBeVisible({ timeout: patience });
}

/** When Enter was pressed last, which may have sent what was typed. */
const entered = new WeakMap<Page, number>();

/** Says that Enter was pressed by other means than `press`. */
export function noteEnter(page: Page): void {
  entered.set(page, performance.now());
}

/** Keys that a text is made of. */
const ofText = /^(?:Shift\+)?(?:.|Space|Enter|Backspace|Delete)$/u;

/**
 * Presses keys one after another, those of a text after Enter with the pause of a user who looks at what has become of
 * it: up to then keys are meant for the field (product 14.5).
 */
export async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) {
    const since = performance.now() - (entered.get(page) ?? -Infinity);
    if (ofText.test(key) && since < restTime) await page.waitForTimeout(restTime - since);
    await page.keyboard.press(key);
    if (key === 'Enter') noteEnter(page);
  }
}

/** Opens the filter panel by its key, and goes back to the list. */
export async function openFilters(page: Page): Promise<void> {
  const panel = page.getByRole('complementary', { name: 'Filters' });
  if ((await panel.count()) === 0) await press(page, 'f');
  else await panel.getByRole('textbox', { name: 'Contains', exact: true }).focus();
  await expect(panel.getByRole('textbox', { name: 'Contains', exact: true })).toBeFocused();
  await press(page, 'Escape');
  await expect(page.getByRole('grid').filter({ visible: true })).toBeFocused();
}

/** Closes the filter panel by its key, which types in its fields. */
export async function closeFilters(page: Page): Promise<void> {
  const panel = page.getByRole('complementary', { name: 'Filters' });
  await panel.getByRole('button', { name: 'Close filters' }).focus();
  await press(page, 'f');
  await expect(panel).toHaveCount(0);
}

/** Presses g and a second key, as fast as fingers do: a chord allows a second for it, even on a busy machine. */
export async function chord(page: Page, key: string): Promise<void> {
  await Promise.all([page.keyboard.press('g'), page.keyboard.press(key)]);
}

/** Makes the page believe that the user returns after an hour away. */
export async function comeBack(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { now } = Date;
    Date.now = () => now() + 3_600_000;
  });
  await page.mouse.move(300, 300);
  await page.mouse.move(310, 300);
}
