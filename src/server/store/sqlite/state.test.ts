import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { emptyFilters } from '#shared/domain/filters.ts';
import type { EntrySeed, SmartListRecord, State } from '../state.ts';
import { openDatabase } from '#node/sqlite.ts';
import { StateDatabase } from './stateDatabase.ts';
import { openState } from './stateFile.ts';
import { SqliteUsers } from './stateUsers.ts';

const now = '2026-11-20T09:00:00.000Z';
const week = '2026-W47';

let folder: string;
let file: string;
let state: State;
let user: number;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'winnow-state-'));
  file = join(folder, 'state.db');
  state = openState(file);
  user = (await state.users.firstUser()).id;
});

afterEach(async () => {
  state.close();
  await rm(folder, { recursive: true, force: true });
});

function seed(companyId: number, score: number | null = 0.5): EntrySeed {
  return { companyId, score, topMatch: false, week };
}

async function listOf(name: string, seeds: EntrySeed[]): Promise<SmartListRecord> {
  const list = { name, filters: emptyFilters(), matchedWeek: week, now };
  const created = await state.smartLists.create(user, list, seeds, []);
  if (created === 'name_taken') throw new Error('taken');
  return created;
}

async function idsOf(list: SmartListRecord): Promise<number[]> {
  const { rows } = await state.entries.page(user, { smartListId: list.id }, { offset: 0, limit: 10_000 });
  return rows.map((row) => row.companyId);
}

describe('users and tokens', () => {
  test('S27 a token is only stored as its hash', async () => {
    const token = await state.users.issueToken(user, 'test');
    expect((await state.users.byToken(token))?.id).toBe(user);
    state.close();
    for (const name of [file, `${file}-wal`]) {
      const text = readFileSync(name, { encoding: 'latin1', flag: 'a+' });
      expect(text.includes(token)).toBe(false);
    }
    state = openState(file);
  });

  test('S49 a revoked token is no longer good, others are', async () => {
    const [a, b] = [await state.users.issueToken(user, 'a'), await state.users.issueToken(user, 'b')];
    await state.users.revokeTokens(user, 'a');
    expect(await state.users.byToken(a)).toBeUndefined();
    expect((await state.users.byToken(b))?.id).toBe(user);
    await state.users.revokeTokens(user);
    expect(await state.users.byToken(b)).toBeUndefined();
  });

  test('there is one first user', async () => {
    expect((await state.users.firstUser()).id).toBe(user);
    expect(await state.users.firstUser()).toMatchObject({ isStaff: true, addons: ['export'] });
  });
});

test('F7 over a file that cannot be written tokens live in memory, and nothing else changes', async () => {
  const token = await state.users.issueToken(user, 'earlier');
  state.close();
  const database = new StateDatabase(openDatabase(file, { durability: 'full', readOnly: true }));
  const users = new SqliteUsers(database, { readOnly: true });
  expect((await users.byToken(token))?.id).toBe(user);
  const second = await users.issueToken(user, 'desktop');
  expect((await users.byToken(second))?.id).toBe(user);
  await users.revokeTokens(user, 'desktop');
  expect(await users.byToken(second)).toBeUndefined();
  await expect(users.completeSignUp(user, 'x', 'y')).rejects.toMatchObject({ code: 'storage_readonly' });
  state = openState(file);
  expect(await state.users.byToken(second)).toBeUndefined();
});

describe('entries', () => {
  test('come by score, blanks last, then by id', async () => {
    const list = await listOf('A', [
      seed(4, null),
      seed(3, 0.2),
      seed(2, 0.9),
      seed(1, null),
      seed(5, 0.2),
      seed(6, 0),
    ]);
    expect(await idsOf(list)).toEqual([2, 3, 5, 6, 1, 4]);
  });

  test('a list of 20,000 pages quickly at either end', async () => {
    const seeds = Array.from({ length: 20_000 }, (_, index) => seed(index + 1, ((index * 7919) % 1000) / 1000));
    const list = await listOf('Large', seeds);
    const started = performance.now();
    for (let page = 0; page < 800; page += 16) {
      const slice = { offset: page * 25, limit: 25 };
      const { rows } = await state.entries.page(user, { smartListId: list.id, list: 'None' }, slice);
      await state.entries.siblings(user, rows);
    }
    // Fifty pages; sorting the list for each would take several times as long.
    expect(performance.now() - started).toBeLessThan(1500);
  });

  test.for([
    ['SELECT id FROM entry WHERE user_id = 1 AND smart_list_id = 1 ORDER BY score DESC, company_id LIMIT 25'],
    [
      'SELECT id FROM entry WHERE user_id = 1 AND smart_list_id = 1 AND list = 0 ORDER BY score DESC, company_id LIMIT 25',
    ],
    ['SELECT id FROM entry WHERE user_id = 1 AND list = 2 AND list > 0 ORDER BY score DESC, company_id LIMIT 25'],
  ])('pages without sorting: %s', ([sql]) => {
    const db = new DatabaseSync(file, { readOnly: true });
    const plan = db
      .prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .all()
      .map((row) => String(row['detail']));
    db.close();
    expect(plan.join('; ')).toMatch(/SEARCH entry USING (?:COVERING )?INDEX/);
    expect(plan.join('; ')).not.toMatch(/TEMP B-TREE|SCAN/);
  });

  test('I3 a repeated key is answered and not applied, across a restart', async () => {
    const list = await listOf('A', [seed(1)]);
    const [entry] = (await state.entries.page(user, { smartListId: list.id }, { offset: 0, limit: 1 })).rows;
    const id = entry?.id ?? 0;
    const key = { key: 'k', hash: 'h' };
    expect(await state.entries.move(user, id, 'Archive', now, key)).toMatchObject({ kind: 'moved' });
    await state.entries.move(user, id, 'None', now, null);
    state.close();
    state = openState(file);
    expect(await state.entries.move(user, id, 'Archive', now, key)).toMatchObject({
      kind: 'repeated',
      entry: { list: 'Archive' },
    });
    expect(await state.entries.get(user, id)).toMatchObject({ list: 'None' });
    expect(await state.entries.move(user, id, 'Watchlist', now, { key: 'k', hash: 'other' })).toEqual({
      kind: 'key_reused',
    });
    expect(await state.entries.move(user, 999, 'Archive', now, null)).toEqual({ kind: 'missing' });
    await state.upkeep.forgetKeys('2999-01-01T00:00:00.000Z');
    expect(await state.entries.move(user, id, 'Watchlist', now, { key: 'k', hash: 'other' })).toMatchObject({
      kind: 'moved',
    });
  });

  test('I14 what a digest brought is added once', async () => {
    const list = await listOf('A', [seed(1)]);
    expect(await state.smartLists.addMatches(list.id, [seed(1), seed(2)], '2026-W48', now)).toBe(1);
    expect(await state.smartLists.addMatches(list.id, [seed(1), seed(2)], '2026-W48', now)).toBe(0);
    expect(await state.smartLists.get(user, list.id)).toMatchObject({ matchedWeek: '2026-W48' });
  });
});

describe('what follows the companies', () => {
  test('entries and items of removed companies go, the rest stays', async () => {
    const list = await listOf('A', [seed(1), seed(2)]);
    const collection = await state.collections.create(user, 'C', '', now);
    if (collection === 'name_taken') throw new Error('taken');
    await state.collections.addItems(collection.id, [2, 3], now);
    expect(await state.upkeep.referredCompanies()).toEqual([1, 2, 3]);
    expect(await state.upkeep.forgetCompanies([2])).toEqual({ entries: 1, decided: 0, items: 1 });
    expect(await idsOf(list)).toEqual([1]);
    expect((await state.collections.items([collection.id])).get(collection.id)).toHaveLength(1);
  });

  test('a changed score changes the order, in every list', async () => {
    const [a, b] = [await listOf('A', [seed(1, 0.9), seed(2, 0.1)]), await listOf('B', [seed(1, 0.9), seed(2, 0.1)])];
    await state.upkeep.updateCompanies([seed(1, null), { ...seed(2, 1), topMatch: true, week: '2026-W48' }]);
    expect(await idsOf(a)).toEqual([2, 1]);
    expect(await idsOf(b)).toEqual([2, 1]);
    const counts = await state.smartLists.counts(user, [a.id, b.id], '2026-W48');
    expect(counts.get(a.id)).toEqual({ totalCount: 2, unratedCount: 2, topCompanies: 1, newCount: 1 });
  });
});

describe('the file', () => {
  test('S46 is readable by its owner only', async () => {
    if (process.platform === 'win32') return;
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  test('F30 one that a newer version wrote is refused', () => {
    state.close();
    const db = new DatabaseSync(file);
    db.exec(`INSERT INTO schema_migration (version, name, hash, applied_at) VALUES (99, 'later', 'x', '${now}')`);
    db.close();
    expect(() => openState(file)).toThrow(expect.objectContaining({ code: 'storage_newer' }));
    const back = new DatabaseSync(file);
    back.exec('DELETE FROM schema_migration WHERE version = 99');
    back.close();
    state = openState(file);
  });

  test('F19 one that is no database is told to be damaged, and left as it is', () => {
    const bad = join(folder, 'bad.db');
    writeFileSync(bad, 'Not a database, but a letter that somebody saved under this name.'.repeat(50));
    const before = readFileSync(bad);
    expect(() => openState(bad)).toThrow(expect.objectContaining({ code: 'storage_corrupt' }));
    expect(readFileSync(bad)).toEqual(before);
  });
});
