import { screen, within } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { BridgeClient } from '#shared/bridge/client.ts';
import type { InboxEntry } from '#shared/domain/inboxEntry.ts';
import { AppError } from '#shared/errors.ts';
import { at, current, names, rowOf, seen, TestApp, until } from './app.tsx';

let app: TestApp;
beforeAll(async () => {
  app = await TestApp.start(300);
});
afterEach(() => app.close());
afterAll(() => app.stop());

/** The entries of a list, in its order. */
async function entriesOf(id: number): Promise<InboxEntry[]> {
  const query = { user_smart_list_id: id, page_size: 100 };
  return (await app.other.api<{ results: InboxEntry[] }>('listEntries', { query })).results;
}

const history = (): HTMLElement => screen.getByRole('region', { name: 'Decisions' });
const linesOf = (region: HTMLElement): string[] =>
  within(region)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

it('a company’s page tells its decisions, the newest first, five at first, and follows new ones', async () => {
  const list = await app.other.makeList('AI Europe');
  const [entry] = await entriesOf(list.id);
  app.open(`/company/${entry!.id}`);
  await seen('Founders');
  await app.press('e');
  await until(() => expect(linesOf(history())).toHaveLength(1));
  expect(linesOf(history())[0]).toMatch(/^Archived .* in “AI Europe”$/);
  await app.press('0');
  await until(() => expect(linesOf(history())[0]).toMatch(/^Archived, then undecided again, /));
  expect(linesOf(history())).toHaveLength(1);
  for (const key of ['w', 'o', 'w', 'o', 'w', 'e']) await app.press(key);
  await until(() => void screen.getByRole('button', { name: 'Show all 7' }));
  expect(linesOf(history())).toHaveLength(5);
  await app.user.click(screen.getByRole('button', { name: 'Show all 7' }));
  expect(linesOf(history())).toHaveLength(7);
  expect(linesOf(history()).at(-1)).toMatch(/^Archived, then undecided again/);
});

it('a company that was never decided has no history', async () => {
  const list = await app.other.makeList('Never');
  const entry = (await entriesOf(list.id)).find((one) => one.decided_at === '');
  app.open(`/company/${entry!.id}`);
  await seen('Founders');
  expect(screen.queryByRole('region', { name: 'Decisions' })).toBeNull();
});

it('decisions that cannot be read say so, and Retry brings them', async () => {
  const list = await app.other.makeList('Fails');
  const [entry] = await entriesOf(list.id);
  let isDown = true;
  const failing =
    (plain: BridgeClient['call']): BridgeClient['call'] =>
    async (name, input) =>
      isDown && name === 'api.request' && JSON.stringify(input).includes('"getDecisions"')
        ? { ok: false, error: new AppError('internal', 'The workspace is away.').toWire() }
        : await plain(name, input);
  app.open(`/company/${entry!.id}`, failing);
  await seen(/Couldn’t load the decisions\./);
  await app.press('w');
  isDown = false;
  await app.user.click(within(history()).getByRole('button', { name: 'Retry' }));
  await until(() => expect(linesOf(history())[0]).toMatch(/^Moved to Watchlist /));
});

it('an inbox says how many it leaves out that were decided before, shows them with their decision, and hides them', async () => {
  const first = await app.other.makeList('Decided in');
  app.open(`/list/smart/${first.id}`);
  await at(1);
  const decided = [current()];
  await app.press('e');
  await until(() => expect(current()).not.toBe(decided[0]));
  decided.push(current());
  await app.press('w');
  await until(async () => {
    expect(
      (await entriesOf(first.id)).filter((entry) => decided.includes(entry.name) && entry.decided_at !== ''),
    ).toHaveLength(2);
  });
  const second = await app.other.makeList('Overlaps');
  app.open(`/list/smart/${second.id}`);
  await seen(/^: left out$/);
  await at(1);
  expect(names()).not.toContain(decided[0]);
  await app.user.click(screen.getByRole('button', { name: 'Show' }));
  await seen(/^: shown$/);
  await until(() => expect(names()).toEqual(expect.arrayContaining(decided)));
  const chip = rowOf(decided[0]!)?.querySelector<HTMLElement>('.w-cell-list');
  expect(chip?.textContent).toBe('Archive');
  expect(chip?.title).toMatch(/^Archive since /);
  await app.user.click(screen.getByRole('button', { name: 'Hide' }));
  await until(() => expect(names()).not.toContain(decided[0]));
});

const reasonNames = (): string[] =>
  within(screen.getByRole('list', { name: 'Reasons' }))
    .getAllByRole<HTMLInputElement>('textbox')
    .map(({ value }) => value);
async function savedReasons(): Promise<string[]> {
  const { reasons } = await app.other.api<{ reasons: { name: string; retired: boolean }[] }>('listReasons');
  return reasons.map(({ name, retired }) => (retired ? `(${name})` : name));
}

it('reasons are renamed, ordered, added, retired, brought back and deleted by keyboard, each saved at once', async () => {
  app.open('/settings');
  await until(() => expect(reasonNames()).toHaveLength(7));
  const field = screen.getByRole('textbox', { name: 'Team' });
  await app.user.clear(field);
  await app.user.type(field, 'Founders{Enter}');
  await until(async () => expect((await savedReasons())[3]).toBe('Founders'));

  screen.getByRole('button', { name: 'Move down: Too early' }).focus();
  await app.user.keyboard('{Enter}');
  await until(async () => expect((await savedReasons()).slice(0, 2)).toEqual(['Not our market', 'Too early']));
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Move down: Too early');

  await app.user.click(screen.getByRole('button', { name: 'Retire: Price' }));
  await until(async () => expect(await savedReasons()).toContain('(Price)'));
  await app.user.type(screen.getByRole('textbox', { name: 'New reason' }), 'price{Enter}');
  await seen('“Price” is a retired reason: bring it back.');
  await app.user.click(screen.getByRole('button', { name: 'Bring back: Price' }));
  await until(async () => expect(await savedReasons()).toContain('Price'));

  const added = screen.getByRole('textbox', { name: 'New reason' });
  await app.user.clear(added);
  await app.user.type(added, 'Too late{Enter}');
  await until(async () => expect((await savedReasons()).at(-1)).toBe('Too late'));
  expect(screen.getAllByLabelText(/^Key \d$/)).toHaveLength(8);
  await app.user.click(screen.getByRole('button', { name: 'Delete: Too late' }));
  await until(async () => expect(await savedReasons()).toHaveLength(7));
});

/** A server that keeps its reasons. */
const refusing =
  (plain: BridgeClient['call']): BridgeClient['call'] =>
  async (name, input) =>
    name === 'api.request' && JSON.stringify(input).includes('"replaceReasons"')
      ? { ok: false, error: new AppError('conflict', 'It was given.').toWire() }
      : await plain(name, input);

it('a reason that the server keeps says why, and is there again', async () => {
  app.open('/settings', refusing);
  await until(() => expect(reasonNames()).toHaveLength(7));
  await app.user.click(screen.getByRole('button', { name: 'Delete: Location' }));
  await seen('Not saved. It was given.');
  await until(() => expect(reasonNames()).toContain('Location'));
});
