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
  const field = within(panel).getByLabelText<HTMLInputElement>('Words');
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
  await seen('“bank”', chips);
  await app.user.click(screen.getByRole('button', { name: 'Remove “bank”' }));
  await until(() => expect(field.value).toBe(''));
});
