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

it('E3 where nothing matches, every filter and every word is tried, filters first, and each offer says what it finds', async () => {
  const total = async (query: Record<string, string>): Promise<string> => {
    const found = await app.other.api<{ count: number }>('searchCompanies', { query: { ...query, page_size: 1 } });
    expect(found.count).toBeGreaterThan(0);
    return found.count.toLocaleString('en');
  };
  // No company is in two regions of the world at once, and the words are not to blame.
  app.open(
    '/list/search?text_search=health&regions=Europe&country_codes=US&industries=Health%20Care&sort_by=company_name',
  );
  const text_search = 'health';
  const withoutEurope = await total({ text_search, country_codes: 'US', industries: 'Health Care' });
  const withoutUs = await total({ text_search, regions: 'Europe', industries: 'Health Care' });
  await seen(`Without Europe: ${withoutEurope}`);
  const group = screen.getByRole('toolbar', { name: 'Searches that find something' });
  const offers = within(group)
    .getAllByRole('button')
    .map(({ textContent }) => textContent);
  expect(offers.toSorted()).toEqual(
    [`Without Europe: ${withoutEurope}`, `Without United States: ${withoutUs}`].toSorted(),
  );
  await until(() => expect(document.activeElement?.textContent).toBe(offers[0]));
  await app.press('j');
  expect(document.activeElement?.textContent).toBe(offers[1]);
  await app.press('{ArrowUp}', '{Enter}');
  await until(() => expect(names().length).toBeGreaterThan(0));
});

it('E3 only where no single filter helps, two are left out together', async () => {
  app.open('/list/search?text_search=qqxyzzy&stages=inv_stage_seed');
  const seedOnly = await app.other.api<{ count: number }>('searchCompanies', {
    query: { stages: 'inv_stage_seed', page_size: 1 },
  });
  await seen(`Without “qqxyzzy”: ${seedOnly.count.toLocaleString('en')}`);
  expect(screen.queryAllByText(/^Without .+ and /)).toEqual([]);
  app.close();
  app.open('/list/search?text_search=qqxyzzy&regions=Europe&country_codes=US');
  const us = await app.other.api<{ count: number }>('searchCompanies', {
    query: { country_codes: 'US', page_size: 1 },
  });
  await seen(`Without Europe and “qqxyzzy”: ${us.count.toLocaleString('en')}`);
});

it('E3 a search from another screen starts clean and offers the last filters, by key too', async () => {
  app.open('/list/search?text_search=data&industries=Health%20Care&regions=Europe');
  await until(() => expect(screen.getByRole('list', { name: 'Filters in use' })).toBeTruthy());
  await app.user.click(screen.getByRole('link', { name: 'Help' }));
  await heading('Help');
  await app.user.type(box(), 'health{Enter}');
  await heading('Search');
  await until(() => expect(window.location.search).toBe('?text_search=health'));
  await seen(/Filters of your last search: .*Europe/);
  // On the search screen a search keeps what is there.
  await app.user.click(box());
  await app.user.clear(box());
  await app.user.type(box(), 'energy{Enter}');
  await until(() => expect(window.location.search).toBe('?text_search=energy'));
  await seen(/Filters of your last search: .*Europe/);
  await app.rest();
  await app.press('p');
  await until(() => expect(new URLSearchParams(window.location.search).get('regions')).toBe('Europe'));
  expect(new URLSearchParams(window.location.search).get('industries')).toBe('Health Care');
  expect(new URLSearchParams(window.location.search).get('text_search')).toBe('energy');
  expect(screen.queryByText(/Filters of your last search/)).toBeNull();
  await app.user.click(box());
  await app.user.clear(box());
  await app.user.type(box(), 'data{Enter}');
  await until(() => expect(new URLSearchParams(window.location.search).get('text_search')).toBe('data'));
  expect(new URLSearchParams(window.location.search).get('regions')).toBe('Europe');
});

it('E3 a text that was typed and not sent does not stand over the results of another', async () => {
  await search('health');
  await until(() => expect(names().length).toBeGreaterThan(0));
  await app.user.click(box());
  await app.user.clear(box());
  await app.user.type(box(), 'robots');
  await app.user.tab();
  expect(document.activeElement).not.toBe(box());
  await until(() => expect(box().value).toBe('health'));
  // It is not lost.
  await app.user.click(box());
  expect(box().value).toBe('robots');
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
  await seen(/These filters match/);
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

it.each(['/list/search', '/reports'])(
  'what is being typed while %s comes stays in the box, and is searched for',
  async (path) => {
    app.open('/');
    await heading('Dashboard');
    box().focus();
    await app.user.keyboard('data');
    window.history.pushState(null, '', path);
    window.dispatchEvent(new PopStateEvent('popstate'));
    await heading(path === '/reports' ? 'Reports' : 'Search');
    expect(box().value).toBe('data');
    await app.user.keyboard('base{Enter}');
    await seen('“database”');
    expect(new URLSearchParams(window.location.search).get('text_search')).toBe('database');
  },
);
