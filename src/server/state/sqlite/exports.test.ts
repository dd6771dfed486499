import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { emptyFilters } from '#shared/domain/filters.ts';
import type { ExportNote, State } from '../port.ts';
import { openState } from './file.ts';

const now = '2026-11-20T10:00:00.000Z';
let folder: string;
let file: string;
let state: State;
let user: number;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'winnow-exports-'));
  file = join(folder, 'winnow.db');
  state = await openState(file);
  user = (await state.users.firstUser()).id;
});
afterEach(() => {
  state.close();
  rmSync(folder, { recursive: true });
});

function note(id: string, part: Partial<ExportNote> = {}): ExportNote {
  return { id, at: now, what: 'Opportunities', preset: 'affinity', columns: [], rows: 2, upTo: 7, ...part };
}

async function ids(of = user): Promise<string[]> {
  return (await state.exports.list(of, 10)).map(({ id }) => id);
}

test('what was exported is kept once each, newest first, and is its user’s alone', async () => {
  const other = { login: 'ann@x.org', name: 'Ann', role: 'analyst' as const, addons: [], password: 'hash' };
  const ann = await state.accounts.add(other);
  if (typeof ann === 'string') throw new Error(ann);
  const csv = note('b', { preset: '', columns: ['name', 'by'], upTo: 0 });
  for (const each of [note('a'), csv, note('a', { rows: 99 })]) await state.exports.add(user, each);
  await state.exports.add(ann.id, note('c'));
  // An id of somebody else's changes nothing.
  await state.exports.add(ann.id, note('b'));
  state.close();
  state = await openState(file);
  expect(await state.exports.list(user, 10)).toEqual([csv, note('a')]);
  expect(await state.exports.list(user, 1)).toEqual([csv]);
  expect(await ids(ann.id)).toEqual(['c']);
  await state.accounts.remove(ann.id);
  expect(await ids(ann.id)).toEqual([]);
  expect(await ids()).toEqual(['b', 'a']);
});

test('the last hand-over of Opportunities counts, for each product by itself', async () => {
  await state.exports.add(user, note('a', { upTo: 3 }));
  await state.exports.add(user, note('b', { preset: 'attio', upTo: 5, at: '2026-11-21T10:00:00.000Z' }));
  await state.exports.add(user, note('c', { upTo: 6, at: '2026-11-22T10:00:00.000Z' }));
  // A selection for Affinity is no hand-over of Opportunities, and a file for nobody is none at all.
  await state.exports.add(user, note('d', { upTo: 0 }));
  await state.exports.add(user, note('e', { preset: '', upTo: 0 }));
  expect([...(await state.exports.lastHandovers(user))]).toEqual(
    expect.arrayContaining([
      ['affinity', { at: '2026-11-22T10:00:00.000Z', upTo: 6 }],
      ['attio', { at: '2026-11-21T10:00:00.000Z', upTo: 5 }],
    ]),
  );
  expect((await state.exports.lastHandovers(user)).size).toBe(2);
});

test('a company came into a list after a place of the ledger, also as one that was merged into another', async () => {
  const seeds = [1, 2, 3].map((companyId) => ({ companyId, merit: 0.5, topMatch: false, week: '2026-W47' }));
  const list = { name: 'Seeds', filters: emptyFilters(), matchedWeek: '2026-W47', now };
  await state.smartLists.create(user, list, seeds, []);
  await state.entries.move(user, 1, 'Opportunities', now, null);
  const place = await state.ledger.place();
  expect(await state.ledger.cameInto(user, 'Opportunities', place)).toEqual([]);
  // A clock that was put back changes nothing.
  await state.entries.move(user, 2, 'Opportunities', '2020-01-01T00:00:00.000Z', null);
  await state.entries.move(user, 3, 'Watchlist', now, null);
  expect(await state.ledger.cameInto(user, 'Opportunities', place)).toEqual([2]);
  expect(await state.ledger.cameInto(user, 'Opportunities', 0)).toEqual([1, 2]);
  await state.merges.begin(3, 2);
  await state.merges.apply({ kept: 3, gone: 2 });
  expect(await state.ledger.cameInto(user, 'Opportunities', place)).toContain(3);
});

test('F30 a damaged file keeps the history of exports', async () => {
  const all = Array.from({ length: 40 }, (_, index) => note(`export ${String(index)}`, { rows: index }));
  for (const each of all) await state.exports.add(user, each);
  state.close();
  const db = new DatabaseSync(file);
  const row = db.prepare(`SELECT rootpage FROM sqlite_schema WHERE name = 'user'`).get();
  db.close();
  const handle = openSync(file, 'r+');
  writeSync(handle, Buffer.alloc(4096, 0xa5), 0, 4096, (Number(row?.['rootpage']) - 1) * 4096);
  closeSync(handle);
  state = await openState(file);
  expect(state.notices).not.toEqual([]);
  expect(await state.exports.list(user, 100)).toEqual(all.toReversed());
});
