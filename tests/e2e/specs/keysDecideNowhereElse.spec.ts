import * as fc from 'fast-check';
import { expect, type Page } from 'playwright/test';
import { test } from '../fixtures.ts';
import { browserShellOnly } from '../launchers/shell.ts';
import { at, press } from '../pages/list.ts';
import { makeList, openList } from '../pages/lists.ts';
import { go, screens } from '../pages/screens.ts';

/** Calls that change a decision, a reason, a note or a collection. */
const changes =
  /"(?:moves\.(?:enqueue|undo|giveReason|writeNote)|addCollectionItems?|deleteCollectionItem|writeNote|deleteNote)"/;

/** What a user may press anywhere, except what leaves the app: letters, digits, signs, and the keys around them. */
const keys = [
  ...Array.from('abcdefghijklmnopqrstuvwxyz0123456789-=*.?/[]'),
  ...Array.from('EFGHJKNPRVX', (letter) => `Shift+${letter.toLowerCase()}`),
  'Backspace',
  'Delete',
  'Space',
  'ArrowDown',
  'ArrowUp',
  'ArrowLeft',
  'ArrowRight',
  'Home',
  'End',
  'Control+z',
];

const steps = fc.record({ place: fc.nat(1000), key: fc.constantFrom(...keys), times: fc.constantFrom(1, 1, 1, 2, 12) });

/**
 * Focuses one of all controls in sight but those where keys decide: the table, the reading pane, a company's page.
 * Returns what it is called; null if there is none.
 */
async function focusElsewhere(page: Page, place: number): Promise<string | null> {
  return await page.evaluate((number) => {
    const decides = '[role="grid"], [aria-label="Company"], [aria-label="Focus mode"], [data-region="table"]';
    const open = [...document.querySelectorAll('[role="dialog"], [role="menu"]')].at(-1) ?? document.body;
    const all = [...open.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, [tabindex]')].filter(
      (one) => one.closest(decides) === null && one.id !== 'main' && one.checkVisibility() && !one.matches(':disabled'),
    );
    const one = all[number % all.length];
    one?.focus();
    if (one === undefined || document.activeElement !== one) return null;
    return `${one.tagName} “${one.getAttribute('aria-label') ?? one.textContent.trim().slice(0, 40)}”`;
  }, place);
}

/** Whether the focus has come to where keys decide, as after Esc or a chosen row. */
async function isWhereKeysDecide(page: Page): Promise<boolean> {
  return await page.evaluate(() => {
    const { activeElement, body } = document;
    const decides = '[role="grid"], [aria-label="Company"], [aria-label="Focus mode"], [data-region="table"], #main';
    return activeElement === null || activeElement === body || activeElement.closest(decides) !== null;
  });
}

/** Opens what stands around a list, or leaves it as it is. */
const openings: readonly (readonly [string, readonly string[]])[] = [
  ['the list with filters, pane and a selection', ['Space', 'x', 'f']],
  ['the palette', ['Control+k']],
  ['all shortcuts', ['?']],
  ['a note', ['m']],
  ['a collection', ['c']],
  ['the name of the list', ['F2']],
];

test(
  'E1 E2 no key decides, undoes or notes anything unless the focus is where keys decide: every screen, panel, dialog',
  browserShellOnly,
  async ({ start }) => {
    test.slow();
    const seed = Number(process.env['WINNOW_SEED'] ?? Date.now() % 1_000_000);
    const { page } = await start({ sample: 500 });
    const list = await makeList(page, 'Grown', { stages: ['inv_stage_series_a', 'inv_stage_seed'] });
    await openList(page, list);
    await at(page, 1);
    // Something that could be undone, and would be missed.
    await press(page, 'w', 'j');
    const done: string[] = [];
    let told = '';
    page.on('request', (request) => {
      const body = request.postData() ?? '';
      if (changes.test(body)) done.push(`${told}: ${body.slice(0, 120)}`);
    });
    const openAnew = async (): Promise<void> => {
      await page.goto(new URL(`/list/smart/${list.id}`, page.url()).href);
      await at(page, 1);
    };
    const pressAround = async (where: string, runs: number): Promise<void> => {
      for (const { place, key, times } of fc.sample(steps, { seed: seed + where.length, numRuns: runs })) {
        const target = await focusElsewhere(page, place);
        if (target === null) continue;
        told = `WINNOW_SEED=${seed} ${where}, ${key} on ${target}`;
        for (let time = 0; time < times && !(await isWhereKeysDecide(page)); time++) await page.keyboard.press(key);
      }
      expect(done, where).toEqual([]);
    };
    for (const [where, opening] of openings) {
      await openAnew();
      await expect(page.getByRole('grid').filter({ visible: true })).toBeFocused();
      await press(page, ...opening);
      await pressAround(where, 24);
      await press(page, 'Escape', 'Escape', 'Escape');
    }
    for (const { path } of screens) {
      await go(page, path);
      await page.waitForTimeout(100);
      await pressAround(path, 10);
      await press(page, 'Escape', 'Escape');
    }
    // The same keys, where they decide, are heard: what watches the calls is not deaf.
    await openAnew();
    await page.getByRole('grid').filter({ visible: true }).focus();
    await press(page, 'e');
    await expect.poll(() => done.length).toBe(1);
  },
);
