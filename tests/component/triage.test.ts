import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { at, current, names, rowOf, seen, TestApp, until } from './app.tsx';

let app: TestApp;
beforeEach(async () => {
  app = await TestApp.start(400);
});
afterEach(() => app.stop());

/** Presses a key down where the keyboard's focus is. */
function keyDown(key: string, init: KeyboardEventInit = {}): void {
  const code = /^[a-z]$/i.test(key) ? `Key${key.toUpperCase()}` : key;
  fireEvent.keyDown(document.activeElement ?? document.body, { key, code, ...init });
}

interface Entry {
  readonly inboxEntryId: number;
  readonly name: string;
  readonly doubles: readonly number[];
  readonly reason: string;
}

const entriesIn = async (flag: string): Promise<readonly Entry[]> =>
  (await app.other.api<{ results: readonly Entry[] }>('listEntries', { query: { [flag]: 'true', page_size: 1000 } }))
    .results;

/** The bar of the selection. */
const bar = (): HTMLElement => screen.getByRole('toolbar', { name: 'Selection' });

const archived = async (): Promise<string[]> => (await entriesIn('tag_archive')).map(({ name }) => name).toSorted();

const reasonsIn = async (flag: string): Promise<[string, string][]> =>
  (await entriesIn(flag)).map(({ name, reason }) => [name, reason]);

const because = (names: readonly string[], reason: string): [string, string][] =>
  names.toSorted().map((name) => [name, reason]);

const sortedReasonsIn = async (flag: string): Promise<[string, string][]> =>
  (await reasonsIn(flag)).toSorted(([a], [b]) => (a < b ? -1 : 1));

const ascending = (a: number, b: number): number => a - b;

it('a held e decides row after row, none twice and none left out', async () => {
  const list = await app.other.makeList('All');
  const { entries } = await app.other.api<{ entries: readonly { id: number }[] }>('listEntryIds', {
    query: { user_smart_list_id: list.id },
  });
  app.open(`/list/smart/${list.id}`);
  await at(1, list.total);
  const held = 60;
  for (let repeat = 0; repeat < held; repeat++) keyDown('e', { repeat: repeat > 0 });
  await seen(`${held} decided`);
  await seen(`${list.total - held} undecided`);
  await until(async () => expect(await app.other.countIn('tag_archive')).toBe(held));
  const first = entries.slice(0, held).map(({ id }) => id);
  const archived = (await entriesIn('tag_archive')).map(({ inboxEntryId }) => inboxEntryId);
  expect(archived.toSorted(ascending)).toEqual(first.toSorted(ascending));
});

it('product 10.4 a move that the server refuses later puts its row back and leaves the cursor where it is', async () => {
  const list = await app.other.makeList('All');
  app.open('/list/search');
  await at(1);
  const first = current();
  const { items } = await app.other.api<{ items: readonly { id: number; name: string }[] }>('searchCompanies', {
    query: { text_search: first },
  });
  for (let row = 0; row < 4; row++) keyDown('j');
  await at(5);
  const name = current();
  // A company of the first row, by an entry that is not there any more.
  const company = items.find((item) => item.name === first);
  const target = { entryId: 900_001, companyId: company?.id ?? 0, name: first, from: 'None' as const, siblings: [] };
  await app.other.call('moves.enqueue', { to: 'Archive', targets: [target] });
  await seen('1 move was refused');
  await until(() => expect(rowOf(first)?.textContent).not.toContain('Archive'));
  await at(5);
  expect(current()).toBe(name);
  keyDown('j');
  await at(6);
  expect(list.total).toBeGreaterThan(6);
});

it('a company of two smart lists leaves a special list whole, and comes back whole', async () => {
  const some = await app.other.makeList('Some', { stages: ['inv_stage_seed'] });
  await app.other.makeList('Same', { stages: ['inv_stage_seed'] });
  app.open(`/list/smart/${some.id}`);
  await at(1, some.total);
  const name = current();
  keyDown('w');
  await until(async () => expect(await app.other.countIn('tag_watchlist')).toBe(1));

  // A window of its own, so that the list knows only what the server says.
  app.open('/list/watchlist');
  await at(1, 1);
  expect(current()).toBe(name);
  keyDown('e');
  await until(async () => expect(await app.other.countIn('tag_archive')).toBe(1));
  expect(await app.other.countIn('tag_watchlist')).toBe(0);
  keyDown('z');
  await until(async () => expect(await app.other.countIn('tag_watchlist')).toBe(1));
  expect(await app.other.countIn('tag_archive')).toBe(0);
  expect((await entriesIn('tag_watchlist'))[0]?.doubles).toHaveLength(1);
});

it('selecting a range, and deciding all of a list at once', async () => {
  const list = await app.other.makeList('All stages');
  expect(list.total).toBeGreaterThan(200);
  app.open(`/list/smart/${list.id}`);
  await at(1, list.total);
  // Shift and a click select from the current row to the one clicked on, and shift and an arrow go on from there.
  const fourth = rowOf(names()[3] ?? '');
  if (fourth === null) throw new Error('There is no fourth row.');
  fireEvent.click(fourth.querySelector('.w-cell-name-text') ?? fourth, { shiftKey: true });
  await until(() => expect(within(bar()).getByText('4 selected')).toBeTruthy());
  keyDown('ArrowUp', { shiftKey: true });
  await until(() => expect(within(bar()).getByText('3 selected')).toBeTruthy());
  keyDown('Escape');
  await until(() => expect(screen.queryByRole('toolbar', { name: 'Selection' })).toBeNull());

  // All that match, also those that are not loaded: what is left follows at once, and z takes it back as one step.
  keyDown('a', { ctrlKey: true });
  await until(() => expect(bar().textContent).toContain(`All ${list.total.toLocaleString('en')} matches`));
  await app.user.click(within(bar()).getByRole('button', { name: /^Archive/ }));
  await seen('Inbox clear');
  keyDown('z');
  await seen(`${list.total.toLocaleString('en')} undecided`);
  await until(async () => expect(await app.other.countIn('tag_archive')).toBe(0));
});

it('what another window decides leaves, but not the row one is on; its undo brings it back', async () => {
  const list = await app.other.makeList('All');
  app.open(`/list/smart/${list.id}`);
  await at(1, list.total);
  const [first = '', second = ''] = names();
  const { entries } = await app.other.api<{ entries: readonly { id: number; company_id: number }[] }>('listEntryIds', {
    query: { user_smart_list_id: list.id },
  });
  const decideThere = async (index: number, name: string): Promise<void> => {
    const { id = 0, company_id: companyId = 0 } = entries[index] ?? {};
    const target = { entryId: id, companyId, name, from: 'None' as const, siblings: [] };
    await app.other.call('moves.enqueue', { to: 'Archive', targets: [target] });
  };
  await decideThere(1, second);
  await until(() => expect(names()).not.toContain(second));
  await seen(`${list.total - 1} undecided`);
  await app.other.call('moves.undo', null);
  await until(() => expect(names().slice(0, 2)).toEqual([first, second]));
  await seen(`${list.total} undecided`);
  await decideThere(0, first);
  await until(() => expect(rowOf(first)?.textContent).toContain('Archive'));
  expect(current()).toBe(first);
  keyDown('j');
  await until(() => expect(names()).not.toContain(first));
  expect(current()).toBe(second);
});

it('the reading pane follows the cursor, and what it says of a decision follows the key', async () => {
  const list = await app.other.makeList('All');
  app.open(`/list/smart/${list.id}`);
  await at(1, list.total);
  keyDown(' ', { code: 'Space' });
  const pane = await until(() => void screen.getByRole('complementary', { name: 'Company' })).then(() =>
    screen.getByRole('complementary', { name: 'Company' }),
  );
  for (const key of ['', 'j', 'j', 'k', 'w']) {
    if (key !== '') keyDown(key);
    const name = current();
    await until(() => expect(within(pane).getByRole('heading', { level: 2 }).textContent).toBe(name));
  }
  await until(async () => expect(await app.other.countIn('tag_watchlist')).toBe(1));
});

it('in focus mode keys and buttons are about the company that is seen, whatever was selected before', async () => {
  const list = await app.other.makeList('All');
  app.open(`/list/smart/${list.id}`);
  await at(1, list.total);
  const selected = current();
  for (const key of ['x', 'j', 'j']) keyDown(key);
  await seen('1 selected');
  const shown = current();
  keyDown('F', { shiftKey: true });
  const mode = await until(() => void screen.getByRole('region', { name: 'Focus mode' })).then(() =>
    screen.getByRole('region', { name: 'Focus mode' }),
  );
  expect(within(mode).getByRole('heading', { name: shown })).toBeTruthy();
  expect(screen.queryByText('1 selected')).toBeNull();
  keyDown('e');
  await until(() => expect(within(mode).queryByRole('heading', { name: shown })).toBeNull());
  await until(async () => expect(await archived()).toEqual([shown]));
  const next = current();
  expect(next).not.toBe(shown);
  keyDown('x');
  await app.user.click(within(mode).getByRole('button', { name: /^Archive/ }));
  await until(async () => expect(await archived()).toEqual([shown, next].toSorted()));

  // What was selected is again afterwards, and nothing else.
  keyDown('Escape');
  await seen('1 selected');
  keyDown('e');
  await until(async () => expect(await archived()).toEqual([selected, shown, next].toSorted()));
});

it('r asks why, and a digit says it; any other key does what it always does', async () => {
  const list = await app.other.makeList('All');
  app.open(`/list/smart/${list.id}`);
  await at(1, list.total);
  // Nothing is decided yet.
  keyDown('r');
  await seen('Decide first: a reason belongs to a decision.');
  const [first, second] = [current(), names()[1]];
  keyDown('e');
  keyDown('r');
  expect(screen.getByRole('group', { name: `Reason: Archived ${first}` }).textContent).toContain('1 Too early');
  // A digit is a reason now, and no list.
  keyDown('3');
  await until(() => expect(screen.queryByRole('group', { name: /^Reason/ })).toBeNull());
  await until(async () => expect(await reasonsIn('tag_archive')).toEqual([[first, 'Location']]));
  expect(current()).toBe(second);
  keyDown('o');
  keyDown('r');
  keyDown('j');
  await until(() => expect(screen.queryByRole('group', { name: /^Reason/ })).toBeNull());
  await at(2);
  await until(async () => expect(await reasonsIn('tag_opportunities')).toEqual([[second, '']]));
  keyDown('r');
  fireEvent.click(within(screen.getByRole('group', { name: /^Reason/ })).getByText('Team'));
  await until(async () => expect(await reasonsIn('tag_opportunities')).toEqual([[second, 'Team']]));
  // The reason is taken back with its decision.
  keyDown('z');
  await until(async () => expect(await reasonsIn('tag_opportunities')).toEqual([]));
});

it('r reaches the decision before a note, the reading pane and a collection', async () => {
  const list = await app.other.makeList('All');
  app.open(`/list/smart/${list.id}`);
  await at(1, list.total);
  const first = current();
  keyDown('e');
  await at(1, list.total - 1);
  const second = current();
  keyDown('m');
  await app.user.type(await screen.findByRole('textbox', { name: 'Note' }), 'Met them in May{Enter}');
  await seen(`Wrote a note about ${second}.`);
  await app.rest();
  keyDown(' ', { code: 'Space' });
  keyDown('j');
  await at(2);
  keyDown('c');
  await app.user.type(await screen.findByPlaceholderText('Find or name a collection'), 'Spring{Enter}');
  await until(() => expect(screen.queryByRole('dialog')).toBeNull());
  await app.rest();
  keyDown('r');
  expect(await screen.findByRole('group', { name: `Reason: Archived ${first}` })).toBeTruthy();
  keyDown('4');
  await until(async () => expect(await reasonsIn('tag_archive')).toEqual([[first, 'Team']]));
  expect(await app.other.countIn('tag_archive')).toBe(1);
});

it('a reason after a bulk decision goes to all of it, by r or by the selection’s own button', async () => {
  const list = await app.other.makeList('All');
  app.open(`/list/smart/${list.id}`);
  await at(1, list.total);
  const picked = names().slice(0, 4);
  const select = async (count: number): Promise<void> => {
    for (let row = 0; row < count; row++) keyDown(row === 0 ? 'x' : 'ArrowDown', { shiftKey: row > 0 });
    await until(() => expect(within(bar()).getByText(`${count} selected`)).toBeTruthy());
  };
  await select(2);
  keyDown('e');
  await until(() => expect(screen.queryByRole('toolbar', { name: 'Selection' })).toBeNull());
  keyDown('r');
  expect(screen.getByRole('group', { name: 'Reason: Archived 2 companies' })).toBeTruthy();
  keyDown('6');
  await until(async () => expect(await sortedReasonsIn('tag_archive')).toEqual(because(picked.slice(0, 2), 'Price')));

  await until(() => expect(names().slice(0, 2)).toEqual(picked.slice(2)));
  await select(2);
  await app.user.click(within(bar()).getByRole('button', { name: 'Reason' }));
  await app.user.click(await screen.findByRole('menuitem', { name: 'Watchlist' }));
  expect(await screen.findByRole('group', { name: 'Reason: Moved 2 companies to Watchlist' })).toBeTruthy();
  keyDown('5');
  await until(async () =>
    expect(await sortedReasonsIn('tag_watchlist')).toEqual(because(picked.slice(2), 'Competition')),
  );
});

it('h puts a company off, which waits under Later until it is brought back', async () => {
  const list = await app.other.makeList('All');
  app.open(`/list/smart/${list.id}`);
  await at(1, list.total);
  const [first, second, third] = names();
  keyDown('h');
  const strip = (): HTMLElement => screen.getByRole('group', { name: `Put off ${first}` });
  expect(strip().textContent).toContain('when it raises');
  // The row is fixed at the press; a digit that means nothing here moves nothing.
  keyDown('2');
  await until(() => expect(screen.queryByRole('group', { name: /^Put off/ })).toBeNull());
  keyDown('h');
  keyDown('3');
  await until(async () => expect(await app.other.countIn('tag_later')).toBe(1));
  expect(current()).toBe(second);
  keyDown('h');
  keyDown('s');
  keyDown('h');
  keyDown('d');
  const day = await screen.findByLabelText<HTMLInputElement>('Put off until');
  fireEvent.change(day, { target: { value: '2020-01-01' } });
  await screen.findByText(/^Choose a day from/);
  fireEvent.submit(day);
  fireEvent.change(day, { target: { value: '2031-05-05' } });
  fireEvent.submit(day);
  await until(async () => expect(await app.other.countIn('tag_later')).toBe(3));
  await seen(`${list.total - 3} undecided`);

  app.open('/list/later');
  await at(1, 3);
  await seen('until its stage changes');
  await screen.findByText(/^until .*2031$/);
  expect(new Set(names())).toEqual(new Set([first, second, third]));
  keyDown('0');
  await until(async () => expect(await app.other.countIn('tag_later')).toBe(2));
  keyDown('z');
  await until(async () => expect(await app.other.countIn('tag_later')).toBe(3));
});

it('what was put off is back on top of its inbox once its day has come, and says so', async () => {
  const list = await app.other.makeList('All');
  app.open(`/list/smart/${list.id}`);
  await at(1, list.total);
  const last = names()[4] ?? '';
  const { results } = await app.other.api<{ results: (Entry & { readonly id: number })[] }>('listEntries', {
    query: { user_smart_list_id: list.id, page_size: 10 },
  });
  const { inboxEntryId: entryId, id: companyId } = results.find(({ name }) => name === last)!;
  const target = { entryId, companyId, name: last, from: 'None' as const, siblings: [] };
  await app.other.call('moves.enqueue', { to: 'Later', later: { until: '2026-01-01' }, targets: [target] });
  await until(() => expect(names()[0]).toBe(last));
  expect(await app.other.countIn('tag_later')).toBe(0);
  app.open('/');
  app.open(`/list/smart/${list.id}`);
  await at(1, list.total);
  expect(current()).toBe(last);
  expect(rowOf(last)?.textContent).toContain('Back');
  keyDown(' ', { code: 'Space' });
  await seen('Back: its day has come');
});
