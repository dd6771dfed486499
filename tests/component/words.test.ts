import { screen, within } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { heading, names, seen, TestApp, until } from './app.tsx';

let app: TestApp;
beforeAll(async () => {
  app = await TestApp.start(1500);
});
afterEach(() => {
  app.close();
  sessionStorage.clear();
  localStorage.clear();
});
afterAll(() => app.stop());

const box = (): HTMLInputElement => screen.getByLabelText('Search companies');
const allStages = { include: {}, exclude: {} };

/** How many companies a text finds, of any stage. */
async function count(text: string): Promise<number> {
  const query = { text_search: text, page_size: 1 };
  return (await app.other.api<{ count: number }>('searchCompanies', { query })).count;
}

/** Opens the search screen for a text and companies of any stage. */
async function search(text: string): Promise<void> {
  sessionStorage.setItem(
    'winnow.search',
    JSON.stringify({
      account: null,
      text,
      filters: { ...allStages, include: { textSearch: text } },
      sortBy: 'best_match',
    }),
  );
  app.open('/list/search');
  await heading('Search');
}

it('says where there are longer words, and `*` finds them, too', async () => {
  const more = (await count('health*')) - (await count('health'));
  expect(more).toBeGreaterThan(0);
  await search('health');
  const offer = await seen(`Also ${more.toLocaleString('en')} with words that begin with “health”`);
  expect(offer.tagName).toBe('BUTTON');
  await until(() => expect(names().length).toBeGreaterThan(0));
  await app.press('*');
  await seen('“health*”');
  expect(box().value).toBe('health*');
  await until(() => expect(screen.queryByText(/^Also .* with words/)).toBeNull());
});

it('offers what finds something where nothing matches, and Enter takes the first', async () => {
  await search('hospital qqxyzzy');
  const without = await seen(`Without “qqxyzzy”: ${(await count('hospital')).toLocaleString('en')}`);
  await seen(`Any of the words: ${(await count('hospital OR qqxyzzy')).toLocaleString('en')}`);
  await until(() => expect(document.activeElement).toBe(without.closest('button')));
  await app.press('{Enter}');
  await seen('“hospital”');
  await until(() => expect(names().length).toBeGreaterThan(0));
});

it('takes the word being typed in the panel for a beginning until it is complete', async () => {
  await search('');
  await until(() => expect(names().length).toBeGreaterThan(0));
  if (screen.queryByRole('complementary', { name: 'Filters' }) === null) await app.press('f');
  const panel = await until(() => void screen.getByRole('complementary', { name: 'Filters' })).then(() =>
    screen.getByRole('complementary', { name: 'Filters' }),
  );
  const field = within(panel).getByLabelText<HTMLInputElement>('Contains');
  await app.user.type(field, 'hospit');
  await seen('“hospit*”');
  const chips = screen.getByRole('list', { name: 'Filters in use' });
  expect(field.value).toBe('hospit');
  await app.user.type(field, 'al{Enter}');
  await seen('“hospital”', chips);
  expect(field.value).toBe('hospital');
  // What was typed and left is complete, too; removing the chip empties the field.
  await app.user.clear(field);
  await app.user.type(field, 'bank');
  await app.user.tab();
  await seen('“bank”');
  await app.user.click(screen.getByRole('button', { name: 'Remove “bank”' }));
  await until(() => expect(field.value).toBe(''));
});

it('offers filters and companies for what is typed, keeps a short text without searching, and Esc takes it back', async () => {
  await search('health');
  await until(() => expect(names().length).toBeGreaterThan(0));
  const before = names().slice(0, 10);
  await app.user.click(box());
  await app.user.clear(box());
  await app.user.type(box(), 'ai');
  await until(() => expect(screen.getAllByRole('option').length).toBeGreaterThan(0));
  const texts = screen.getAllByRole('option').map(({ textContent }) => textContent);
  expect(texts.some((text) => /^Industry(?: group)?: Artificial Intelligence \(\d+\)$/.test(text))).toBe(true);
  await app.press('{Enter}');
  await seen('Type at least 3 characters.');
  expect(names().slice(0, 10)).toEqual(before);
  await app.press('{Escape}');
  expect(box().value).toBe('health');
  expect(document.activeElement).not.toBe(box());
  // Taking the first offer with the arrow and Enter is a filter, and no text.
  await app.user.click(box());
  await app.user.clear(box());
  await app.user.type(box(), 'ai');
  await until(() => expect(screen.getAllByRole('option').length).toBeGreaterThan(0));
  await app.press('{ArrowDown}', '{Enter}');
  await seen(/^(?:Seed or Pre-Seed c|C)ompanies in the industry.*Artificial Intelligence, matching “health”\.$/);
  expect(new URLSearchParams(window.location.search).get('text_search')).toBe('health');
});

it('has text, filters and sort in the address, which a link and the screen change alike', async () => {
  app.open('/list/search?text_search=health&stages=inv_stage_seed&sort_by=company_name');
  await seen('Seed companies matching “health”.');
  expect(box().value).toBe('health');
  await app.user.click(screen.getByRole('button', { name: 'Remove Seed' }));
  await until(() => expect(window.location.search).toBe('?text_search=health&sort_by=company_name'));
  await app.user.click(screen.getByRole('button', { name: 'Remove “health”' }));
  await until(() => expect(window.location.search).toBe('?sort_by=company_name'));
  await seen('All companies.');
});
