import { fireEvent, screen, within } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { BridgeClient } from '#shared/bridge/client.ts';
import { AppError } from '#shared/errors.ts';
import { at, current, heading, names, seen, TestApp, until } from './app.tsx';

let app: TestApp;
beforeAll(async () => {
  app = await TestApp.start(400);
});
afterEach(() => app.close());
afterAll(() => app.stop());

function keyDown(key: string, init: KeyboardEventInit = {}): void {
  fireEvent.keyDown(document.activeElement ?? document.body, { key, code: `Key${key.toUpperCase()}`, ...init });
}

const dialog = async (name: RegExp | string): Promise<HTMLElement> => {
  await until(() => void screen.getByRole('dialog', { name }));
  return screen.getByRole('dialog', { name });
};

it.each([
  ['/collections/99999', 'This collection no longer exists', 'All collections', '/collections'],
  ['/list/smart/99999', 'This smart list no longer exists', 'All smart lists', '/'],
  ['/list/smart/no-number', 'This smart list no longer exists', 'All smart lists', '/'],
])('%s, a list that is not there, says so and nothing else', async (path, text, way, to) => {
  app.open(path);
  await seen(text);
  expect(screen.queryByText(/^\d+ compan|Couldn’t load/)).toBeNull();
  expect(screen.queryByRole('alert')).toBeNull();
  await app.user.click(screen.getByRole('link', { name: way }));
  await until(() => expect(window.location.pathname).toBe(to));
});

it('a list loads, fails with a reason, and Retry brings it', async () => {
  const list = await app.other.makeList('Fails first');
  let isDown = true;
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
  const failing =
    (plain: BridgeClient['call']): BridgeClient['call'] =>
    async (name, input) => {
      const isRows = name === 'api.request' && JSON.stringify(input).includes('"listEntries"');
      if (!isRows || !isDown) return await plain(name, input);
      await asked;
      return { ok: false, error: new AppError('unavailable', 'The workspace is away.').toWire() };
    };
  app.open(`/list/smart/${list.id}`, failing);
  await until(() => void screen.getByRole('status', { name: 'Loading companies' }));
  ask();
  const alert = await until(() => void screen.getByRole('alert')).then(() => screen.getByRole('alert'));
  expect(alert.textContent).toContain('Couldn’t load the inbox.');
  expect(alert.textContent).toContain('The workspace is away. Nothing was changed.');
  isDown = false;
  await app.user.click(within(alert).getByRole('button', { name: 'Retry' }));
  await at(1, list.total);
});

it('an inbox is filtered by its panel: rows, counts, chips and the empty face go along, and Clear brings all back', async () => {
  const list = await app.other.makeList('Filtered');
  app.open(`/list/smart/${list.id}`);
  await at(1, list.total);
  keyDown('f');
  await until(() => void screen.getByRole('complementary', { name: 'Filters' }));
  const panel = screen.getByRole('complementary', { name: 'Filters' });
  const europe = (): HTMLElement => within(panel).getByRole('button', { name: /^Europe/ });
  await until(() => expect(europe().textContent).toMatch(/\d/));
  const counted = Number(/[\d,]+/.exec(europe().textContent)?.[0].replace(',', ''));
  expect(counted).toBeGreaterThan(0);
  await app.user.click(europe());
  await until(() => expect(europe().getAttribute('aria-label') ?? europe().textContent).toContain('included'));
  await seen(new RegExp(`^1 of ${counted}$`));
  const chips = screen.getByRole('list', { name: 'Filters in use' });
  expect(within(chips).getAllByRole('button', { name: /^Remove / })).toHaveLength(1);
  await app.user.type(within(panel).getByRole('textbox', { name: 'Contains' }), 'qqxxzzqq');
  await seen('No company matches these filters');
  await app.user.click(screen.getByRole('button', { name: 'Clear all filters' }));
  await at(1, list.total);
  expect(screen.queryByRole('list', { name: 'Filters in use' })).toBeNull();
});

it('a smart list is renamed and its filters are edited, with a preview of what it would hold', async () => {
  const list = await app.other.makeList('Edited', { stages: ['inv_stage_seed', 'inv_stage_series_a'] });
  app.open(`/list/smart/${list.id}`);
  await at(1, list.total);
  keyDown('F2', { code: 'F2' });
  const name = within(await dialog(/name/i)).getByRole('textbox', { name: 'Name' });
  await app.user.clear(name);
  await app.user.type(name, 'Edited anew{Enter}');
  await heading('Edited anew');

  await app.user.click(screen.getByRole('button', { name: 'Settings for Edited anew' }));
  await app.user.click(await screen.findByRole('menuitem', { name: 'Edit filters' }));
  const filters = await dialog('Edit filters: Edited anew');
  // Once included it is excluded, then left out.
  for (const state of ['included', 'excluded']) {
    await app.user.click(await within(filters).findByRole('button', { name: new RegExp(`^Seed.*, ${state}$`) }));
  }
  const { count } = await app.other.api<{ count: number }>('searchCompanies', {
    query: { stages: 'inv_stage_series_a' },
  });
  await seen(`${count} companies match today.`, filters);
  await app.user.click(within(filters).getByRole('button', { name: 'Save filters' }));
  await until(() => expect(screen.queryByRole('dialog')).toBeNull());
  await until(async () => {
    const { results } = await app.other.api<{ results: { id: number; unratedCount: number }[] }>('listSmartLists');
    expect(results.find(({ id }) => id === list.id)?.unratedCount).toBe(count);
  });
  await seen(`${count} undecided`);
});

it('a collection is made by n: it needs a name, and one of that name is made once', async () => {
  app.open('/collections');
  await seen('No collections yet');
  keyDown('n');
  await until(() => void screen.getByRole('dialog'));
  const made = screen.getByRole('dialog');
  await app.user.click(within(made).getByRole('button', { name: 'Create' }));
  await until(() =>
    expect(within(made).getByRole('textbox', { name: 'Name' }).getAttribute('aria-invalid')).toBe('true'),
  );
  await app.user.type(within(made).getByRole('textbox', { name: 'Name' }), 'Energy 🚀');
  await app.user.dblClick(within(made).getByRole('button', { name: 'Create' }));
  await until(() => expect(screen.queryByRole('dialog')).toBeNull());
  await seen('0 companies');
  const { results } = await app.other.api<{ results: { name: string }[] }>('listCollections');
  expect(results.map((collection) => collection.name)).toEqual(['Energy 🚀']);
});

it('the palette finds lists by their names and commands by theirs, what begins with the letters first', async () => {
  const list = await app.other.makeList('Zebra list');
  app.open('/');
  await heading('Dashboard');
  keyDown('k', { ctrlKey: true });
  const palette = await dialog('Command palette');
  await app.user.type(within(palette).getByRole('textbox'), 'arch');
  await until(() => expect(within(palette).getAllByRole('button')[0]?.textContent).toMatch(/^Archive/));
  await app.user.clear(within(palette).getByRole('textbox'));
  await app.user.type(within(palette).getByRole('textbox'), 'zebra');
  await until(() =>
    expect(within(palette).getAllByRole('button')[0]?.textContent).toContain(`${list.total} undecided`),
  );
  await app.user.keyboard('{Enter}');
  await heading('Zebra list');
  await at(1, list.total);
});

it('E22 the palette finds the refresh by what people call it, from anywhere, and runs it', async () => {
  // The companies stay as they are, for the other tests.
  app.open(
    '/',
    (plain) => (name, input) => plain(name === 'workspace.refresh' ? ('workspace.get' as never) : name, input),
  );
  await heading('Dashboard');
  for (const word of ['refresh', 'sync', 'digest']) {
    keyDown('k', { ctrlKey: true });
    const palette = await dialog('Command palette');
    await app.user.type(within(palette).getByRole('textbox'), word);
    await until(() => expect(within(palette).getAllByRole('button')[0]?.textContent).toMatch(/^Refresh now/));
    if (word !== 'digest') await app.user.keyboard('{Escape}');
  }
  await app.user.keyboard('{Enter}');
  await heading('Workspace');
  await until(() => expect(app.called).toContain('workspace.refresh'));
});

it('E22 the palette finds values to filter by, and searches with them', async () => {
  app.open('/settings');
  await heading('Settings');
  keyDown('k', { ctrlKey: true });
  const palette = await dialog('Command palette');
  await app.user.type(within(palette).getByRole('textbox'), 'europe');
  await until(() => void within(palette).getByRole('button', { name: /^Region: Europe/ }));
  await app.user.click(within(palette).getByRole('button', { name: /^Region: Europe/ }));
  await heading('Search');
  await until(() => expect(new URLSearchParams(window.location.search).get('regions')).toBe('Europe'));
});

it('the palette opens Watchlist for a pass, the oldest decision first', async () => {
  const list = await app.other.makeList('All');
  app.open(`/list/smart/${list.id}`);
  await at(1, list.total);
  const oldest = current();
  for (const key of ['w', 'w', 'w']) {
    keyDown(key);
    // Decisions have milliseconds; none has that of another.
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await until(async () => expect(await app.other.countIn('tag_watchlist')).toBe(3));
  keyDown('k', { ctrlKey: true });
  const palette = await dialog('Command palette');
  await app.user.type(within(palette).getByRole('textbox'), 'oldest');
  await until(() => expect(within(palette).getAllByRole('button')[0]?.textContent).toMatch(/^Watchlist, oldest/));
  await app.user.keyboard('{Enter}');
  await heading('Watchlist');
  await at(1, 3);
  expect(current()).toBe(oldest);
  expect(screen.getByRole('button', { name: /^Sorted by Decided on/ })).toBeDefined();
  for (const key of ['z', 'z', 'z']) keyDown(key);
  await until(async () => expect(await app.other.countIn('tag_watchlist')).toBe(0));
});

/** A main whose disk is full. */
const refusing =
  (plain: BridgeClient['call']): BridgeClient['call'] =>
  async (name, input) =>
    name === 'moves.enqueue'
      ? { ok: false, error: new AppError('unavailable', 'The disk is full.').toWire() }
      : await plain(name, input);

it('a decision that main cannot take puts the row back, says so on it and in one toast that counts', async () => {
  const list = await app.other.makeList('Refused');
  app.open(`/list/smart/${list.id}`, refusing);
  await at(1, list.total);
  const first = current();
  keyDown('w');
  await seen('Not saved');
  keyDown('e');
  await seen('Not saved (2)');
  expect(screen.getByText(/The disk is full\. The last 2 decisions could not be saved/)).toBeTruthy();
  await until(() => expect(names()).toContain(first));
  await seen(`${list.total} undecided`);
  expect(await app.other.countIn('tag_watchlist')).toBe(0);
});
