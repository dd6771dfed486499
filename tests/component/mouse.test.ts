import { createEvent, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { at, current, heading, names, rowOf, seen, TestApp, until } from './app.tsx';

let app: TestApp;
beforeEach(async () => {
  app = await TestApp.start(400);
});
afterEach(() => app.stop());

function keyDown(key: string, init: KeyboardEventInit = {}): void {
  fireEvent.keyDown(document.activeElement ?? document.body, { key, code: `Key${key.toUpperCase()}`, ...init });
}

const namesIn = async (flag: string): Promise<string[]> => {
  const query = { [flag]: 'true', page_size: 1000 };
  const { results } = await app.other.api<{ results: readonly { name: string }[] }>('listEntries', { query });
  return results.map(({ name }) => name).toSorted();
};

function rowNamed(name: string): HTMLElement {
  const row = rowOf(name);
  if (row === null) throw new Error(`${name} is not drawn.`);
  return row;
}

const menu = async (name: RegExp): Promise<HTMLElement> => {
  await until(() => void screen.getByRole('menu', { name }));
  return screen.getByRole('menu', { name });
};

const items = (place: HTMLElement): string[] =>
  within(place)
    .getAllByRole('menuitem')
    .map(({ textContent }) => textContent);

const choose = async (item: RegExp): Promise<void> => {
  await app.user.click(within(await menu(/^Menu of/)).getByRole('menuitem', { name: item }));
};

/** The smart lists in the sidebar, from above. */
const places = (): string[] =>
  [...document.querySelectorAll('nav a[href^="/list/smart/"], [data-region="sidebar"] a[href^="/list/smart/"]')].map(
    (link) => link.querySelector('[title]')?.textContent ?? '',
  );

it.each([
  ['Watchlist', 'tag_watchlist', 2],
  ['Opportunities', 'tag_opportunities', 5],
  ['Archive', 'tag_archive', 0],
] as const)('a row’s menu moves the row that was clicked on to %s, wherever the cursor is', async (to, flag, nth) => {
  const list = await app.other.makeList('All');
  app.open(`/list/smart/${list.id}`);
  await at(1, list.total);
  keyDown('j');
  await at(2);
  const name = names()[nth] ?? '';
  fireEvent.contextMenu(rowNamed(name));
  expect(current()).toBe(name);
  expect(items(await menu(/^Menu of/)).join()).toContain(`Move to ${to}`);
  await choose(new RegExp(`^Move to ${to}`));
  await until(async () => expect(await namesIn(flag)).toEqual([name]));
  expect(screen.queryByRole('menu')).toBeNull();
  // In the list it is in, there is nothing to move it to.
  app.open(`/list/${to.toLowerCase()}`);
  await at(1, 1);
  fireEvent.contextMenu(rowNamed(name));
  const there = items(await menu(/^Menu of/)).join();
  expect(there).not.toContain(`Move to ${to}`);
  expect(there).toContain('Back to undecided');
});

it('the menu of a selected row is about the selection and says so; on another row it is about that row alone', async () => {
  const list = await app.other.makeList('All');
  app.open(`/list/smart/${list.id}`);
  await at(1, list.total);
  keyDown('x');
  keyDown('ArrowDown', { code: 'ArrowDown', shiftKey: true });
  keyDown('ArrowDown', { code: 'ArrowDown', shiftKey: true });
  await seen('3 selected');
  const [first = '', second = '', third = '', , fifth = ''] = names();
  fireEvent.contextMenu(rowNamed(second));
  const texts = items(await menu(/^Menu of 3 companies/)).join('\n');
  for (const to of ['Watchlist', 'Opportunities', 'Archive']) expect(texts).toContain(`Move 3 companies to ${to}`);
  expect(texts).toContain('Export 3 companies');
  expect(texts).not.toContain('Open company');
  await choose(/^Move 3 companies to Archive/);
  await until(async () => expect(await namesIn('tag_archive')).toEqual([first, second, third].toSorted()));

  await until(() => expect(names()).not.toContain(third));
  const [there = ''] = names();
  fireEvent.contextMenu(rowNamed(there));
  await choose(/^Select\b(?! all)/);
  await seen('1 selected');
  fireEvent.contextMenu(rowNamed(fifth));
  await until(() => expect(screen.queryByText('1 selected')).toBeNull());
  await choose(/^Move to Watchlist/);
  await until(async () => expect(await namesIn('tag_watchlist')).toEqual([fifth]));
});

it.each([
  ['F10', { shiftKey: true }],
  ['ContextMenu', {}],
] as const)('%s opens the menu of the current row, and a key beside an item does what it says', async (key, init) => {
  const list = await app.other.makeList('All');
  app.open(`/list/smart/${list.id}`);
  await at(1, list.total);
  keyDown('j');
  await at(2);
  const name = current();
  keyDown(key, { code: key, ...init });
  await menu(new RegExp(`^Menu of ${name}`));
  keyDown('w');
  await until(() => expect(screen.queryByRole('menu')).toBeNull());
  await until(async () => expect(await namesIn('tag_watchlist')).toEqual([name]));
});

/** What a browser gives with a drag; jsdom has none of it. */
const carried = { setData: () => undefined, setDragImage: () => undefined, effectAllowed: 'none' };

function drag(from: Element, to: Element): void {
  for (const [type, target] of [
    ['dragStart', from],
    ['dragOver', to],
    ['drop', to],
    ['dragEnd', from],
  ] as const) {
    const event = createEvent[type](target);
    Object.defineProperty(event, 'dataTransfer', { value: carried });
    fireEvent(target, event);
  }
}

const placeNamed = (name: RegExp): HTMLElement => screen.getByRole('link', { name });

it('rows are dropped on lists and collections: the row alone, or the selection that it is in; z takes it back', async () => {
  const list = await app.other.makeList('All');
  await app.other.api('createCollection', { body: { name: 'Robots', description: '' } });
  app.open(`/list/smart/${list.id}`);
  await at(1, list.total);
  const [first = '', second = '', third = '', fourth = ''] = names();
  drag(rowNamed(fourth), placeNamed(/^Archive/));
  await until(async () => expect(await namesIn('tag_archive')).toEqual([fourth]));
  expect(current()).toBe(first);
  keyDown('z');
  await until(async () => expect(await namesIn('tag_archive')).toEqual([]));

  keyDown('Home', { code: 'Home' });
  await at(1);
  keyDown('x');
  keyDown('ArrowDown', { code: 'ArrowDown', shiftKey: true });
  await seen('2 selected');
  drag(rowNamed(second), placeNamed(/^Robots/));
  await seen(/^Added 2 companies to Robots/);
  drag(rowNamed(third), placeNamed(/^Opportunities/));
  await until(async () => expect(await namesIn('tag_opportunities')).toEqual([third]));
  drag(rowNamed(second), placeNamed(/^Watchlist/));
  await until(async () => expect(await namesIn('tag_watchlist')).toEqual([first, second].toSorted()));
});

it('smart lists keep the order they are given: sidebar, dashboard and Shift+J follow, a new one comes last', async () => {
  const ids = new Map<string, number>();
  for (const name of ['One', 'Two', 'Three']) ids.set(name, (await app.other.makeList(name)).id);
  app.open(`/list/smart/${ids.get('Three')}`);
  await until(() => expect(places()).toEqual(['One', 'Two', 'Three']));
  fireEvent.contextMenu(placeNamed(/^Three/));
  await choose(/^Move up/);
  await until(() => expect(places()).toEqual(['One', 'Three', 'Two']));
  drag(placeNamed(/^One/), placeNamed(/^Two/));
  await until(() => expect(places()).toEqual(['Three', 'Two', 'One']));
  await app.other.makeList('Four');
  await until(() => expect(places()).toEqual(['Three', 'Two', 'One', 'Four']));

  await at(1);
  // The sidebar has the keys until they are given back to the list.
  keyDown('Escape');
  keyDown('J', { shiftKey: true });
  await heading('Two');
  // Deleted and brought back, it is where it was; while it is gone, nothing is left of it.
  fireEvent.contextMenu(placeNamed(/^Two/));
  await choose(/^Delete/);
  await until(() => expect(places()).toEqual(['Three', 'One', 'Four']));
  const kept = async (): Promise<readonly number[]> =>
    Object.values((await app.other.call('preferences.get', null)).listPlaces)[0] ?? [];
  await until(async () => expect(await kept()).not.toContain(ids.get('Two')));
  const toast = (await seen(/^Deleted Two/)).parentElement ?? document.body;
  await app.user.click(within(toast).getByRole('button', { name: 'Undo' }));
  await until(() => expect(places()).toEqual(['Three', 'Two', 'One', 'Four']));

  app.open('/');
  await until(() => expect(places()).toEqual(['Three', 'Two', 'One', 'Four']));
  await until(() => {
    const cards = screen.getAllByRole('article').map((card) => card.getAttribute('aria-label'));
    expect(cards).toEqual(['Three', 'Two', 'One', 'Four']);
  });
});
