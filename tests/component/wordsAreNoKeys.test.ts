import { createEvent, fireEvent, screen, within } from '@testing-library/react';
import * as fc from 'fast-check';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { at, current, heading, seen, TestApp, until } from './app.tsx';

let app: TestApp;
beforeAll(async () => {
  app = await TestApp.start(400);
});
afterEach(() => app.close());
afterAll(() => app.stop());

/** What a key must not have done where it does not decide. */
const changes = new Set(['moves.enqueue', 'moves.undo', 'moves.giveReason', 'moves.writeNote']);
const changed = (): string[] => app.called.filter((name) => changes.has(name));

/** Letters and digits, what goes back, and both keys of Undo. */
const keys = ['Backspace', 'Delete', 'Control+z', ...Array.from('abcdefghijklmnopqrstuvwxyz0123456789=-*')];

/** When the last key was pressed, in milliseconds: the keyboard's own clock, however long the page takes for each. */
let now = 0;

/** Presses a key so many milliseconds after the last one. */
function keyDown(
  target: Element,
  key: string,
  { after = 60, ...init }: KeyboardEventInit & { after?: number } = {},
): void {
  const isControl = key.startsWith('Control+');
  const name = isControl ? key.slice('Control+'.length) : key;
  const code = /^[a-z]$/i.test(name) ? `Key${name.toUpperCase()}` : name;
  const event = createEvent.keyDown(target, { key: name, code, ctrlKey: isControl, ...init });
  now += after;
  Object.defineProperty(event, 'timeStamp', { value: now });
  fireEvent(target, event);
}

const focused = (): Element => document.activeElement ?? document.body;

/** Presses the keys of a text where the focus is, as fast as a good typist. */
function typeOn(text: string): void {
  for (const character of text) keyDown(focused(), character);
}

/** The same after a pause. */
function keyAfterPause(key: string): void {
  keyDown(focused(), key, { after: 2000 });
}

/** Fills a field and sends it. */
function enter(field: HTMLElement, text: string): void {
  fireEvent.change(field, { target: { value: text } });
  field.focus();
  keyAfterPause('Enter');
}

/** Everything that can have the focus but where keys decide, by what the user sees and not by how it is marked. */
function elsewhere(): HTMLElement[] {
  const focusable = 'a[href], button:not(:disabled), input, select, textarea, [tabindex]';
  const decides = '[role="grid"], [data-region="table"], [aria-label="Company"], [aria-label="Focus mode"]';
  return [...document.body.querySelectorAll<HTMLElement>(focusable)].filter(
    (one) =>
      one.closest(decides) === null && one.id !== 'main' && one.closest('[aria-hidden="true"], [hidden]') === null,
  );
}

/** Presses keys in any order on elements that do not decide, and says which did something. */
async function pressAnywhere(where: string, pick: () => HTMLElement[], runs = 250): Promise<void> {
  const seed = Number(process.env['WINNOW_SEED'] ?? Date.now() % 1_000_000);
  const presses = fc.sample(fc.tuple(fc.nat(), fc.constantFrom(...keys), fc.boolean()), { seed, numRuns: runs });
  const told = `WINNOW_SEED=${seed} ${where}`;
  const done: string[] = [];
  for (const [place, key, isHeld] of presses) {
    const all = pick();
    const target = all[place % all.length];
    expect(target, told).toBeDefined();
    if (target === undefined) return;
    target.focus();
    const before = changed().length;
    keyDown(target, key);
    // Held, or the next letter of a word, wherever the focus is by now.
    keyDown(focused(), key, { repeat: isHeld });
    await Promise.resolve();
    const label = target.getAttribute('aria-label') ?? target.textContent;
    if (changed().length > before) done.push(`${key} on ${target.tagName} “${label}”`);
    expect(
      screen.queryAllByRole('dialog', { name: /^(?:Add|Note about|Assign|New collection)/ }),
      `${told} ${key} on ${label}`,
    ).toEqual([]);
  }
  expect(done, told).toEqual([]);
}

/** A list with something decided, so that there is something to undo, and with everything open around it. */
async function openAround(name: string): Promise<void> {
  const list = await app.other.makeList(name);
  app.open(`/list/smart/${list.id}`);
  await at(1);
  keyAfterPause('w');
  await until(() => expect(changed()).toEqual(['moves.enqueue']));
  keyDown(focused(), ' ', { code: 'Space' });
  keyDown(focused(), 'x');
  keyDown(focused(), 'f');
  await screen.findByRole('complementary', { name: 'Filters' });
}

it('E1 no letter in panel, sidebar, header, toolbars, chips or status decides, undoes or opens something to decide with', async () => {
  await openAround('Around');
  await screen.findByRole('toolbar', { name: 'Selection' });
  const panel = screen.getByRole('complementary', { name: 'Filters' });
  await until(() => expect(within(panel).getAllByRole('button', { name: /^Seed/ }).length).toBeGreaterThan(0));
  await pressAnywhere('around a list', elsewhere);
  // The table, the pane, and nothing at all decide.
  const pane = screen.getByRole('complementary', { name: 'Company' });
  const places = [
    () => screen.getByRole('grid'),
    () => pane,
    () => document.getElementById('main'),
    () => document.body,
  ];
  for (const place of places) {
    const before = changed().length;
    const target = place();
    target?.focus();
    keyAfterPause('e');
    await until(() => expect(changed().length).toBe(before + 1));
  }
});

it.each(['/', '/settings', '/collections', '/reports', '/help', '/workspace', '/profile', '/list/search'])(
  'E1 no letter decides or undoes on a control of %s',
  async (path) => {
    await openAround(`On ${path}`);
    keyDown(focused(), 'Escape');
    window.history.pushState(null, '', path);
    window.dispatchEvent(new PopStateEvent('popstate'));
    if (path === '/list/search') await at(1);
    else await until(() => expect(screen.queryByRole('grid')).toBeNull());
    await until(() => expect(elsewhere().length).toBeGreaterThan(5));
    await pressAnywhere(path, elsewhere, 60);
  },
);

it.each([
  ['Columns', () => screen.getByRole('button', { name: /^Columns/ })],
  ['More actions', () => screen.getByRole('button', { name: 'More actions' })],
])('E1 no letter in an open menu decides: %s', async (where, button) => {
  await openAround(`Menu of ${where}`);
  await app.user.click(button());
  const open = await until2(() => document.querySelector<HTMLElement>('[role="menu"], [role="dialog"]'));
  const inside = (): HTMLElement[] => [...open.querySelectorAll<HTMLElement>('button, input, [role^="menuitem"]')];
  await pressAnywhere(where, inside, 40);
});

async function until2<T>(find: () => T | null): Promise<T> {
  let found: T | null = null;
  await until(() => {
    found = find();
    expect(found).not.toBeNull();
  });
  return found as unknown as T;
}

it('E1 a word typed in the filter panel goes to the search field of its section, or to the value that is called so', async () => {
  await openAround('Typed ahead');
  const panel = screen.getByRole('complementary', { name: 'Filters' });
  const field = within(panel).getByRole<HTMLInputElement>('textbox', { name: 'Find an industry' });
  within(panel)
    .getByRole('button', { name: /^Industry/ })
    .focus();
  await app.user.keyboard('biotech');
  expect(document.activeElement).toBe(field);
  expect(field.value).toBe('biotech');
  const stages = within(panel).getByRole('group', { name: 'Stage' });
  const choice = async (name: RegExp): Promise<HTMLElement> => await within(stages).findByRole('button', { name });
  within(panel)
    .getByRole('button', { name: /^Stage/ })
    .focus();
  keyAfterPause('s');
  typeOn('eed');
  expect(document.activeElement).toBe(await choice(/^Seed/));
  keyAfterPause('p');
  typeOn('re');
  expect(document.activeElement).toBe(await choice(/^Pre-Seed/));
  typeOn('zow');
  expect(document.activeElement).toBe(await choice(/^Pre-Seed/));
  // A section that is closed opens for what is typed.
  const head = within(panel).getByRole('button', { name: /^My lists/, expanded: false });
  head.focus();
  keyAfterPause('w');
  expect(document.activeElement?.textContent).toMatch(/^Watchlist/);
  expect(changed()).toEqual(['moves.enqueue']);
});

it('E2 what is typed on after a note is saved does nothing, until there is a pause', async () => {
  await openAround('Noted');
  screen.getByRole('grid').focus();
  const name = current();
  keyAfterPause('m');
  enter(await screen.findByRole('textbox', { name: 'Note' }), 'Met them');
  await until(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(document.activeElement).toBe(screen.getByRole('grid'));
  typeOn(' what do you think of the wedge 123 0');
  for (const key of ['Enter', 'Backspace', 'z']) keyDown(focused(), key);
  await seen(/^Wrote a note about/);
  expect(changed()).toEqual(['moves.enqueue', 'moves.writeNote']);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(current()).toBe(name);
  keyDown(focused(), 'e', { after: 300 });
  await until(() => expect(changed()).toEqual(['moves.enqueue', 'moves.writeNote', 'moves.enqueue']));
});

it.each([
  ['c', 'Anew'],
  ['Control+k', 'Sidebar'],
])('E2 what is typed on after %s and “%s” does nothing either', async (key, text) => {
  await openAround(`Named ${text}`);
  screen.getByRole('grid').focus();
  keyAfterPause(key);
  const dialog = await screen.findByRole('dialog');
  const field = await until2(() => dialog.querySelector<HTMLElement>('input'));
  fireEvent.change(field, { target: { value: text } });
  if (key === 'Control+k') await within(dialog).findByText(text);
  enter(field, text);
  await until(() => expect(screen.queryByRole('dialog')).toBeNull());
  typeOn('we owe them two 123');
  expect(changed()).toEqual(['moves.enqueue']);
});

it('E2 in a strip Tab stays inside, and a letter beside its field goes into the field', async () => {
  await openAround('Strip');
  screen.getByRole('grid').focus();
  keyAfterPause('m');
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Note' });
  const strip = screen.getByRole('dialog', { name: /^Note about/ });
  await app.user.type(field, 'Pl');
  for (let tab = 0; tab < 6; tab++) {
    await app.press('{Tab}');
    expect(strip.contains(document.activeElement)).toBe(true);
  }
  within(strip).getByRole('button', { name: /^Save/ }).focus();
  await app.user.keyboard('ease');
  strip.focus();
  await app.user.keyboard('look');
  expect(field.value).toBe('Pleaselook');
  within(strip).getByRole('button', { name: 'Discard' }).focus();
  await app.press('{Escape}');
  await until(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(changed()).toEqual(['moves.enqueue']);
});

it('E2 the key that answers a question answers it only, however long it is held', async () => {
  await openAround('Held');
  screen.getByRole('grid').focus();
  keyAfterPause('Escape');
  keyAfterPause('r');
  await screen.findByRole('group', { name: /^Reason/ });
  for (let repeat = 0; repeat < 20; repeat++)
    keyDown(focused(), '1', { repeat: repeat > 0, after: repeat === 1 ? 500 : 30 });
  await until(() => expect(changed()).toEqual(['moves.enqueue', 'moves.giveReason']));
  keyAfterPause('h');
  await screen.findByRole('group', { name: /^Put off/ });
  for (let repeat = 0; repeat < 20; repeat++)
    keyDown(focused(), '3', { repeat: repeat > 0, after: repeat === 1 ? 500 : 30 });
  await until(async () => expect(await app.other.countIn('tag_later')).toBe(1));
  expect(changed()).toEqual(['moves.enqueue', 'moves.giveReason', 'moves.enqueue']);
});

it('E22 Esc in a list goes nowhere, however often; u goes back; Tab from the table goes to the next region', async () => {
  const list = await app.other.makeList('Stays');
  app.open('/');
  await heading('Dashboard');
  typeOn('gw');
  await heading('Watchlist');
  await app.user.click(await screen.findByRole('link', { name: /^Stays/ }));
  await at(1, list.total);
  await app.press('{Escape}', '{Escape}', '{Escape}');
  expect(window.location.pathname).toBe(`/list/smart/${list.id}`);
  screen.getByRole('grid').focus();
  await app.press('{Tab}');
  expect(document.activeElement).not.toBe(document.body);
  expect(document.activeElement?.closest('[data-region]')?.getAttribute('data-region')).not.toBe('table');
  await app.press('{Escape}', 'u');
  await heading('Watchlist');
});
