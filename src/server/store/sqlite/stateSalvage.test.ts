import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { emptyFilters } from '#shared/domain/filters.ts';
import { Random } from '#server/sample/random.ts';
import { openState } from './stateFile.ts';

const now = '2026-11-20T10:00:00.000Z';
const entries = 3000;
let folder: string;
let file: string;
let user: number;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'winnow-salvage-'));
  file = join(folder, 'winnow.db');
  const state = openState(file);
  user = (await state.users.firstUser()).id;
  const list = { name: 'Seeds', filters: emptyFilters(), matchedWeek: '2026-W47', now };
  const seeds = Array.from({ length: entries }, (_, index) => ({
    companyId: index + 1,
    score: 0.5,
    topMatch: false,
    week: '2026-W47',
  }));
  await state.smartLists.create(user, list, seeds, []);
  for (let id = 1; id <= 300; id++) await state.entries.move(user, id * 10, 'Watchlist', now, null);
  const collection = await state.collections.create(user, 'Robots', '', now);
  if (collection === 'name_taken') throw new Error('taken');
  await state.collections.addItems(collection.id, [1, 2, 3], now);
  state.close();
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Number of the first page of a table or index. */
function rootOf(name: string): number {
  const db = new DatabaseSync(file);
  const row = db.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').get(name);
  db.close();
  return Number(row?.['rootpage']);
}

function overwrite(page: number, bytes = Buffer.alloc(4096, 0xa5)): void {
  const handle = openSync(file, 'r+');
  writeSync(handle, bytes, 0, bytes.length, (page - 1) * 4096);
  closeSync(handle);
}

function bad(): string[] {
  return readdirSync(folder).filter((name) => /^winnow\.db\.bad-[\dTZ-]+$/.test(name));
}

async function decided(state: ReturnType<typeof openState>): Promise<number> {
  const [first] = [await state.users.firstUser()];
  return (await state.entries.page(first.id, { list: 'Watchlist' }, { offset: 0, limit: 1 })).count;
}

describe('F19 a damaged file of lists', () => {
  test('that is sound opens without a notice', async () => {
    const state = openState(file);
    expect([state.notices, await decided(state)]).toEqual([[], 300]);
    state.close();
    expect(bad()).toEqual([]);
  });

  test('with a broken page keeps what is before and behind it, and says how much', async () => {
    const pages = statSync(file).size / 4096;
    const random = new Random(3);
    const schema = 1;
    const db = new DatabaseSync(file);
    const leaves = db.prepare(`SELECT pageno FROM dbstat WHERE name = 'entry' AND pagetype = 'leaf'`);
    const pagesOfEntries = leaves.all().map((row) => Number(row['pageno']));
    db.close();
    const broken = pagesOfEntries[random.between(2, pagesOfEntries.length - 2)] ?? 0;
    expect(broken).toBeGreaterThan(schema);
    expect(broken).toBeLessThanOrEqual(pages);
    overwrite(broken);
    const state = openState(file);
    const left = (await state.entries.page(user, { smartListId: 1 }, { offset: 0, limit: 1 })).count;
    expect(left).toBeGreaterThan(entries * 0.9);
    expect(left).toBeLessThan(entries);
    expect(state.notices).toEqual([expect.stringContaining(`1 smart lists, ${left} inbox entries`)]);
    expect(state.notices[0]).toContain(bad()[0]);
    expect(await decided(state)).toBeGreaterThan(250);
    expect((await state.collections.list(user, { offset: 0, limit: 9 })).rows).toMatchObject([
      { name: 'Robots', itemCount: 3 },
    ]);
    state.close();
    const again = openState(file);
    expect([again.notices, await decided(again)]).toEqual([[], await decided(again)]);
    again.close();
    expect(bad()).toHaveLength(1);
  });

  test('whose smart lists and users are lost keeps every decision in the special lists', async () => {
    overwrite(rootOf('smart_list'));
    overwrite(rootOf('user'));
    const state = openState(file);
    expect(await decided(state)).toBe(300);
    expect(await state.users.firstUser()).toMatchObject({ id: user, isStaff: true });
    expect((await state.smartLists.list(user, { offset: 0, limit: 9 })).count).toBe(0);
    state.close();
  });

  test.for([
    ['of 0 bytes is a new one', () => truncateSync(file), false],
    ['of something else', () => writeFileSync(file, '{"lists": [1, 2, 3]}'.repeat(400)), true],
    ['cut off in the middle', () => truncateSync(file, 4096 * 9), true],
    ['whose first page is gone', () => overwrite(1), true],
  ] as const)('%s opens, and is kept aside', async ([, harm, kept]) => {
    for (const ending of ['-wal', '-shm']) rmSync(`${file}${ending}`, { force: true });
    harm();
    const state = openState(file, { isOurs: true });
    await state.users.firstUser();
    expect(bad()).toHaveLength(kept ? 1 : 0);
    expect(state.notices).toHaveLength(kept ? 1 : 0);
    state.close();
  });

  test(
    'any page of which is overwritten, zeroed or has a flipped bit: it opens, and a list that is there can be read',
    { timeout: 120_000 },
    async () => {
      const whole = join(folder, 'whole.db');
      const db = new DatabaseSync(file);
      db.exec(`VACUUM INTO '${whole}'`);
      db.close();
      const pages = statSync(whole).size / 4096;
      const random = new Random(11);
      const content = readFileSync(whole);
      for (let page = 1; page <= pages; page += 1 + random.below(6)) {
        const harmed = Buffer.from(content);
        const start = (page - 1) * 4096;
        const how = random.below(3);
        if (how === 0) harmed.fill(0xa5, start, start + 4096);
        else if (how === 1) harmed.fill(0, start, start + 4096);
        else for (let bit = 0; bit < 20; bit++) harmed[start + random.below(4096)]! ^= 1 << random.below(8);
        for (const name of readdirSync(folder)) if (name.startsWith('winnow.db')) rmSync(join(folder, name));
        writeFileSync(file, harmed);
        let state: ReturnType<typeof openState>;
        try {
          state = openState(file, { isOurs: true });
        } catch (error) {
          // The bits say that a newer Winnow wrote it: then it is left as it is.
          expect(error).toMatchObject({ code: 'storage_newer' });
          continue;
        }
        const owner = await state.users.firstUser();
        const lists = await state.smartLists.list(owner.id, { offset: 0, limit: 9 });
        for (const { id } of lists.rows) {
          await state.entries.page(owner.id, { smartListId: id }, { offset: 0, limit: 5000 });
        }
        state.close();
      }
    },
  );

  test('is not taken aside before what can be read of it is safe', async () => {
    overwrite(rootOf('entry_order'));
    // As with a full disk: what is salvaged cannot be written.
    mkdirSync(`${file}.salvaged`);
    expect(() => openState(file)).toThrow();
    expect(bad()).toEqual([]);
    rmdirSync(`${file}.salvaged`);
    const state = openState(file);
    expect([state.notices.length, await decided(state)]).toEqual([1, 300]);
    state.close();
    expect(readdirSync(folder).filter((name) => name.includes('salvaged'))).toEqual([]);
  });

  test('is mended also where the process was killed between the two renames', async () => {
    renameSync(file, `${file}.salvaged`);
    // The journal of the damaged file, which must not come to lie beside the other one.
    writeFileSync(`${file}-wal`, 'the journal of another file');
    const state = openState(file);
    expect([state.notices.length, await decided(state)]).toEqual([1, 300]);
    state.close();
    const again = openState(file);
    expect([again.notices, await decided(again)]).toEqual([[], 300]);
    again.close();
  });

  test('of a newer Winnow is refused and not touched', () => {
    const db = new DatabaseSync(file);
    db.exec(`INSERT INTO schema_migration VALUES (99, 'from the future', 'x', '')`);
    db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    db.close();
    const before = statSync(file);
    expect(() => openState(file)).toThrow(expect.objectContaining({ code: 'storage_newer' }));
    expect(statSync(file)).toMatchObject({ size: before.size, mtimeMs: before.mtimeMs });
    expect(bad()).toEqual([]);
  });
});
