import { screen, within } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { at, TestApp, until } from './app.tsx';

let app: TestApp;
beforeAll(async () => {
  app = await TestApp.start(400);
});
afterEach(() => app.close());
afterAll(() => app.stop());

/** Opens an inbox and its filter panel by the key. */
async function openPanel(name: string): Promise<{ panel: HTMLElement; total: number }> {
  const { id, total } = await app.other.makeList(name, { stages: ['inv_stage_seed'] });
  app.open(`/list/smart/${id}`);
  await at(1, total);
  await app.press('f');
  return { panel: screen.getByRole('complementary', { name: 'Filters' }), total };
}

const focused = (): string => {
  const { activeElement } = document;
  return activeElement?.getAttribute('aria-label') ?? activeElement?.textContent ?? '';
};
const chips = (): string[] =>
  within(screen.getByRole('list', { name: 'Filters in use' }))
    .getAllByRole('listitem')
    .map((item) => item.textContent)
    .filter((text) => text !== 'Clear all');

it('f goes into the panel, Esc back to the list, f in it again, and f on anything but a field closes it', async () => {
  const { panel } = await openPanel('By key');
  const words = within(panel).getByRole('textbox', { name: 'Contains' });
  expect(document.activeElement).toBe(words);
  await app.press('{Escape}');
  expect(panel.contains(document.activeElement)).toBe(false);
  expect(panel.isConnected).toBe(true);
  await app.press('f');
  expect(document.activeElement).toBe(words);
  within(panel).getByRole('button', { name: 'Stage' }).focus();
  await app.press('f');
  expect(screen.queryByRole('complementary', { name: 'Filters' })).toBeNull();
});

it('every field and choice is reached by ↓ alone, and ↑ comes back the same way', async () => {
  const { panel } = await openPanel('Walked');
  await until(() => expect(within(panel).getAllByRole('button', { name: /Show empty/ }).length).toBeGreaterThan(0));
  const way: Element[] = [];
  for (let here = document.activeElement; here !== null && way.at(-1) !== here; here = document.activeElement) {
    way.push(here);
    await app.press('{ArrowDown}');
  }
  const all = [...panel.querySelectorAll('input, button')].filter(
    (one) => !one.hasAttribute('data-beside') && one.closest('header') === null,
  );
  expect(way).toEqual(all);
  for (const step of way.toReversed().slice(1)) {
    await app.press('{ArrowUp}');
    expect(document.activeElement).toBe(step);
  }
});

it('in a list with a search ↓ goes to what is found, Enter includes, minus excludes, each takes off, Esc goes back', async () => {
  const { panel } = await openPanel('Searched');
  for (const field of ['Find a country', 'Find an industry']) {
    const search = within(panel).getByRole('textbox', { name: field });
    await app.user.type(search, 'an');
    await app.press('{ArrowDown}');
    const name = /^(.*?) [\d,]+ matches$/.exec(focused())?.[1] ?? focused();
    await app.press('{Enter}');
    expect(focused()).toMatch(/, included$/);
    expect(chips()).toEqual([name]);
    await app.press('-');
    expect(focused()).toMatch(/, excluded$/);
    expect(chips()).toEqual([`not ${name}`]);
    await app.press('{Enter}');
    expect(screen.queryByRole('list', { name: 'Filters in use' })).toBeNull();
    await app.press('{Shift>}{Enter}{/Shift}');
    expect(chips()).toEqual([`not ${name}`]);
    await app.press('{Shift>}{Enter}{/Shift}');
    await app.press('{ArrowDown}{Escape}');
    expect(document.activeElement).toBe(search);
  }
  await app.press('{Escape}');
  expect(panel.contains(document.activeElement)).toBe(false);
});

it('what has no match waits behind “Show empty”, and the focus stays in the panel when a choice goes there', async () => {
  const { panel } = await openPanel('Emptied');
  const stages = within(panel).getByRole('group', { name: 'Stage' });
  const toggle = await within(stages).findByRole('button', { name: /^Show empty \(\d+\)$/ });
  const shown = within(stages).getAllByRole('button', { name: / matches/ }).length;
  const count = Number(/\d+/.exec(toggle.textContent)?.[0]);
  expect(within(stages).queryByRole('button', { name: / 0 matches/ })).toBeNull();
  toggle.focus();
  await app.press('{Enter}');
  const empty = within(stages).getAllByRole('button', { name: / 0 matches/ });
  expect(empty).toHaveLength(count);
  expect(within(stages).getAllByRole('button', { name: / matches/ })).toHaveLength(shown + count);
  empty[0]?.focus();
  await app.press('{Enter}');
  await app.user.click(within(stages).getByRole('button', { name: 'Hide empty' }));
  const chosen = within(stages).getByRole('button', { name: / 0 matches, included$/ });
  chosen.focus();
  await app.press('{Enter}');
  await until(() => expect(within(stages).queryByRole('button', { name: / 0 matches/ })).toBeNull());
  expect(panel.contains(document.activeElement)).toBe(true);
});

it('the words of a search are gone through one by one: what each finds, one more, one less, and suggestions', async () => {
  app.open('/list/search?text_search=hospital');
  await until(() => void screen.getByText('matching “hospital”', { exact: false }));
  if (screen.queryByRole('complementary', { name: 'Filters' }) === null) await app.press('f');
  const words = await screen.findByRole('region', { name: 'Words' });
  const field = screen.getByLabelText<HTMLInputElement>('Contains');
  const count = async (query: string): Promise<number> => {
    const { count: found } = await app.other.api<{ count: number }>('searchCompanies', {
      query: { text_search: query, page_size: 1 },
    });
    return found;
  };
  const all = await count('hospital');
  await within(words).findByRole('button', { name: `Remove hospital, ${all} matches` });

  await app.user.type(within(words).getByRole('textbox', { name: 'Or, besides hospital' }), 'supply chain{Enter}');
  expect(field.value).toBe('(hospital | "supply chain")');
  const both = await count('(hospital | "supply chain")');
  const [alone, adds] = [await count('"supply chain"'), both - all];
  const remove = await within(words).findByRole('button', {
    name: `Remove "supply chain", ${alone} matches, adds ${adds}`,
  });
  remove.focus();
  await app.press('{Enter}');
  expect(field.value).toBe('hospital');

  const [first] = await within(words).findAllByRole('button', { name: /^Add \w+: \d+ match/ });
  const word = /^Add (\w+):/.exec(first?.getAttribute('aria-label') ?? '')?.[1] ?? '';
  first?.focus();
  await app.press('{Enter}');
  expect(field.value).toBe(`(hospital | ${word})`);
  await until(() => expect(within(words).queryByRole('button', { name: new RegExp(`^Add ${word}:`) })).toBeNull());
  expect(words.contains(document.activeElement)).toBe(true);
});
