import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright/test';

/**
 * axe's objections to the page as it is, one line each: rule, place, and what is wrong. With `colours` it checks only
 * these, for a second theme; with `within` only what matches, where the rest has been checked.
 */
export async function objections(
  page: Page,
  looks: 'all' | 'colours' = 'all',
  within: string | null = null,
): Promise<string[]> {
  // The other mode is for frames of other origins, of which there are none, and opens a page for every check.
  const axe = new AxeBuilder({ page }).setLegacyMode(true);
  // What is right is told by nobody, and takes most of the time of telling.
  axe.options({ resultTypes: ['violations'], preload: false });
  if (within !== null) axe.include(within);
  // A table's rows are alike; all of them would take three times as long.
  axe.exclude('.ag-row:nth-child(n+7)');
  if (looks === 'colours') axe.withRules(['color-contrast']);
  else axe.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']);
  // What is fading in or out has other colours for a moment.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(({ playState, effect }) => playState !== 'running' || effect?.getComputedTiming().iterations === Infinity),
  );
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary = '' }) => `${id} ${String(target)}: ${oneLine(failureSummary)}`),
  );
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').slice(0, 240);
}
