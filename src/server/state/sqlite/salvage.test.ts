import {
  closeSync,
  copyFileSync,
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
import { formatCount } from '#shared/domain/formats.ts';
import { Random } from '#server/jobs/sample/random.ts';
import { longer } from '../../testing/propertyRuns.ts';
import { filledMemory, fillMemory, memoryOf } from '../testing/memory.ts';
import type { State } from '../port.ts';
import { openState } from './file.ts';

const now = '2026-11-20T10:00:00.000Z';
const entries = 3000;
let folder: string;
let file: string;
let whole: string;
let user: number;
let token: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'winnow-salvage-'));
  file = join(folder, 'winnow.db');
  whole = join(folder, 'whole.db');
  const state = await openState(file);
  user = (await state.users.firstUser()).id;
  const list = { name: 'Seeds', filters: emptyFilters(), matchedWeek: '2026-W47', now };
  const seeds = Array.from({ length: entries }, (_, index) => ({
    companyId: index + 1,
    merit: 0.5,
    topMatch: false,
    week: '2026-W47',
  }));
  await state.smartLists.create(user, list, seeds, []);
  for (let id = 1; id <= 300; id++) await state.entries.move(user, id * 10, 'Watchlist', now, null);
  const collection = await state.collections.create(user, 'Robots', '', now);
  if (collection === 'name_taken') throw new Error('taken');
  await state.collections.addItems(collection.id, [1, 2, 3], now);
  for (let number = 0; number < 60; number++) token = await state.users.issueToken(user, `client ${String(number)}`);
  state.close();
});
afterEach(() => rmSync(folder, { recursive: true }));

/** The number of a table's or an index's first page. */
function rootOf(name: string): number {
  const db = new DatabaseSync(file);
  const row = db.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').get(name);
  db.close();
  return Number(row?.['rootpage']);
}

/** The first pages of all indexes that have a name of their own. */
function indexes(): number[] {
  const db = new DatabaseSync(file);
  const rows = db.prepare(`SELECT rootpage FROM sqlite_schema WHERE type = 'index' AND sql <> ''`).all();
  db.close();
  return rows.map((row) => Number(row['rootpage']));
}

function overwrite(page: number, bytes = Buffer.alloc(4096, 0xa5)): void {
  const handle = openSync(file, 'r+');
  writeSync(handle, bytes, 0, bytes.length, (page - 1) * 4096);
  closeSync(handle);
}

function rowsOf(table: string): number {
  const db = new DatabaseSync(file);
  const row = db.prepare(`SELECT count(*) AS rows FROM ${table}`).get();
  db.close();
  return Number(row?.['rows']);
}

/** The notices of a further start. */
async function openedNotices(): Promise<readonly string[]> {
  const state = await openState(file);
  state.close();
  return state.notices;
}

function bad(): string[] {
  return readdirSync(folder).filter((name) => /^winnow\.db\.bad-[\dTZ-]+$/.test(name));
}

async function decided(state: State): Promise<number> {
  const [first] = [await state.users.firstUser()];
  return (await state.entries.page(first.id, { list: 'Watchlist' }, { offset: 0, limit: 1 })).count;
}

/** Rows of a table on pages that `isLost` does not name, counted by SQLite itself. */
function cellsLeft(table: string, isLost: (page: number) => boolean): number {
  const db = new DatabaseSync(whole);
  // A table without row numbers has rows on the pages above its leaves, too.
  const kinds = table === 'token' ? `('leaf', 'internal')` : `('leaf')`;
  const pages = db.prepare(`SELECT pageno, ncell FROM dbstat WHERE name = ? AND pagetype IN ${kinds}`).all(table);
  db.close();
  return pages.filter((row) => !isLost(Number(row['pageno']))).reduce((sum, row) => sum + Number(row['ncell']), 0);
}

function allPages(pages: number): number[] {
  return Array.from({ length: pages }, (_, index) => index + 1);
}

/** Every page but those that are like three before them: of these one in seven. */
function pagesOfEachKind(pages: number): number[] {
  const db = new DatabaseSync(whole);
  const rows = db.prepare('SELECT pageno, name, pagetype FROM dbstat').all();
  db.close();
  const kinds = new Map(
    rows.map((row) => [Number(row['pageno']), `${String(row['name'])} ${String(row['pagetype'])}`]),
  );
  const seen = new Map<string, number>();
  return allPages(pages).filter((page) => {
    const kind = kinds.get(page) ?? 'free';
    const before = seen.get(kind) ?? 0;
    seen.set(kind, before + 1);
    return before < 3 || before % 7 === 0;
  });
}

/** The file in one piece without a journal, with a copy next to it as `whole`. */
function harmWhole(harm: () => void): void {
  for (const ending of ['-wal', '-shm']) rmSync(`${file}${ending}`, { force: true });
  copyFileSync(file, whole);
  harm();
}

describe('F19 a damaged file of lists', () => {
  test('that is sound opens without a notice', async () => {
    const state = await openState(file);
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
    const state = await openState(file);
    const left = (await state.entries.page(user, { smartListId: 1 }, { offset: 0, limit: 1 })).count;
    expect(left).toBeGreaterThan(entries * 0.9);
    expect(left).toBeLessThan(entries);
    expect(state.notices).toEqual([expect.stringContaining(`1 smart list, ${formatCount(left)} inbox entries`)]);
    expect(state.notices[0]).toContain(bad()[0]);
    expect(await decided(state)).toBeGreaterThan(250);
    expect((await state.collections.list(user, { offset: 0, limit: 9 })).rows).toMatchObject([
      { name: 'Robots', itemCount: 3 },
    ]);
    state.close();
    const again = await openState(file);
    expect([again.notices, await decided(again)]).toEqual([[], await decided(again)]);
    again.close();
    expect(bad()).toHaveLength(1);
  });

  test('whose smart lists and users are lost keeps every decision in the special lists', async () => {
    overwrite(rootOf('smart_list'));
    overwrite(rootOf('user'));
    const state = await openState(file);
    expect(await decided(state)).toBe(300);
    expect(await state.users.firstUser()).toMatchObject({ id: user, role: 'staff' as const });
    expect((await state.smartLists.list(user, { offset: 0, limit: 9 })).count).toBe(0);
    state.close();
  });

  test.for([1, 10, 50])('cut by %d per cent has every row of what is left, and says how many', async (percent) => {
    const size = Math.floor((statSync(file).size * (100 - percent)) / 100);
    harmWhole(() => truncateSync(file, size));
    const isLost = (page: number): boolean => page * 4096 > size;
    const state = await openState(file);
    const left = cellsLeft('entry', isLost);
    expect(left).toBeGreaterThan(entries * (percent === 50 ? 0.1 : 0.8));
    expect(state.notices).toEqual([expect.stringContaining(`${formatCount(left)} inbox entries`)]);
    state.close();
    expect(rowsOf('entry')).toBe(left);
    expect(rowsOf('token')).toBe(cellsLeft('token', isLost));
    expect(rowsOf('collection_item')).toBe(cellsLeft('collection_item', isLost));
  });

  test('of which a page in the middle is zeroed has every row of the others', async () => {
    const pages = statSync(file).size / 4096;
    for (const share of [0.3, 0.5, 0.7]) {
      const page = Math.floor(pages * share);
      harmWhole(() => overwrite(page, Buffer.alloc(4096)));
      (await openState(file)).close();
      expect(rowsOf('entry'), `page ${String(page)}`).toBe(cellsLeft('entry', (each) => each === page));
      expect(rowsOf('smart_list')).toBe(1);
      for (const name of readdirSync(folder)) if (name.startsWith('winnow.db')) rmSync(join(folder, name));
      copyFileSync(whole, file);
    }
  });

  test('whose first page is gone has every row, with the decisions', async () => {
    harmWhole(() => overwrite(1));
    const state = await openState(file, { isOurs: true });
    expect(state.notices).toEqual([
      expect.stringContaining(
        `1 smart list, ${formatCount(entries)} inbox entries (300 of them decided) and 1 collection`,
      ),
    ]);
    expect(await decided(state)).toBe(300);
    expect(await state.users.byToken(token)).toMatchObject({ id: user });
    expect((await state.smartLists.list(user, { offset: 0, limit: 9 })).rows).toMatchObject([{ name: 'Seeds' }]);
    state.close();
    expect(rowsOf('entry')).toBe(entries);
  });

  test('that is something else is kept aside, and nothing is made of it', async () => {
    harmWhole(() => writeFileSync(file, '{"lists": [1, 2, 3]}'.repeat(400)));
    await expect(openState(file)).rejects.toThrow(expect.objectContaining({ code: 'storage_corrupt' }));
    expect(bad()).toEqual([]);
    const state = await openState(file, { isOurs: true });
    expect(state.notices).toEqual([expect.stringContaining('0 smart lists, 0 inbox entries')]);
    state.close();
    expect(readFileSync(join(folder, bad()[0] ?? ''), 'utf8')).toContain('{"lists"');
  });

  test.for([
    // A lost user or smart list that something refers to gets a stand-in.
    ['user', 'is_staff', 1],
    ['user', 'id', 1],
    ['smart_list', 'user_id', 1],
    ['smart_list', 'id', 1],
    ['entry', 'list', entries - 1],
    ['entry', 'company_id', entries - 1],
    ['entry', 'id', entries - 1],
    ['collection_item', 'id', 2],
  ] as const)('of which a %s has a damaged number for its %s has the rest', async ([table, column, left]) => {
    const db = new DatabaseSync(file);
    db.exec(`PRAGMA foreign_keys = OFF; UPDATE ${table} SET ${column} = 1 << 60
      WHERE rowid = (SELECT max(rowid) FROM ${table})`);
    db.close();
    const state = await openState(file);
    expect(state.notices).toHaveLength(1);
    const owner = await state.users.firstUser();
    const { rows } = await state.entries.page(owner.id, { smartListId: 1 }, { offset: 0, limit: 5000 });
    expect(rows).toHaveLength(table === 'entry' ? left : entries);
    state.close();
    expect(rowsOf(table)).toBe(left);
    expect(await openedNotices()).toEqual([]);
  });

  test('of 0 bytes is a new one where nothing else is there, and nothing is said', async () => {
    harmWhole(() => truncateSync(file));
    const state = await openState(file);
    expect(state.notices).toEqual([]);
    expect((await state.smartLists.list((await state.users.firstUser()).id, { offset: 0, limit: 9 })).count).toBe(0);
    state.close();
    expect(bad()).toEqual([]);
  });

  test.for([
    ['of 0 bytes', () => truncateSync(file), 'was empty'],
    ['that is missing', () => rmSync(file), 'was missing'],
  ] as const)('%s beside companies is damage: refused, or begun anew with a word', async ([, harm, said]) => {
    harmWhole(harm);
    await expect(openState(file, { whenLost: 'refuse' })).rejects.toThrow(
      expect.objectContaining({ code: 'storage_corrupt' }),
    );
    expect(readdirSync(folder).filter((name) => name.includes('.bad-'))).toEqual([]);
    const state = await openState(file, { whenLost: 'begin' });
    expect(state.notices).toEqual([expect.stringContaining(said)]);
    expect((await state.users.firstUser()).id).toBe(1);
    state.close();
    expect(await openedNotices()).toEqual([]);
  });

  test('of 0 bytes whose journal has everything gives everything', async () => {
    const state = await openState(file);
    await state.collections.create(user, 'In the journal', '', now);
    state.close();
    // As after a kill, except that something else emptied the file: all pages are in the journal.
    const db = new DatabaseSync(file);
    db.exec(`PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; UPDATE user SET name = name; VACUUM`);
    copyFileSync(`${file}-wal`, join(folder, 'journal'));
    db.close();
    truncateSync(file);
    copyFileSync(join(folder, 'journal'), `${file}-wal`);
    const again = await openState(file, { whenLost: 'begin' });
    expect(again.notices).toEqual([
      expect.stringContaining(`${formatCount(entries)} inbox entries (300 of them decided)`),
    ]);
    again.close();
  });

  test('is not mended while another process has it open', async () => {
    const first = await openState(file);
    overwrite(rootOf('entry_order'));
    const named = readdirSync(folder);
    await expect(openState(file)).rejects.toThrow(expect.objectContaining({ code: 'storage_corrupt' }));
    expect(readdirSync(folder)).toEqual(named);
    first.close();
    const alone = await openState(file);
    expect(alone.notices).toHaveLength(1);
    alone.close();
  });

  // In a usual run leaves beyond a table's third are one in seven: they are like the others. Every page of the file has
  // its turn with WINNOW_PROPERTY_FACTOR above 1.
  test(
    'every page of which is overwritten, zeroed or has flipped bits in turn: what stands on the other pages is there',
    { timeout: longer(240_000) },
    async () => {
      const filled = await openState(file);
      await fillMemory(filled, user);
      filled.close();
      const db = new DatabaseSync(file);
      db.exec(`VACUUM INTO '${whole}'`);
      db.close();
      const content = readFileSync(whole);
      const random = new Random(11);
      for (const page of longer(1) > 1 ? allPages(content.length / 4096) : pagesOfEachKind(content.length / 4096)) {
        const harmed = Buffer.from(content);
        const start = (page - 1) * 4096;
        const how = page % 3;
        if (how === 0) harmed.fill(0xa5, start, start + 4096);
        else if (how === 1) harmed.fill(0, start, start + 4096);
        else for (let bit = 0; bit < 20; bit++) harmed[start + random.below(4096)]! ^= 1 << random.below(8);
        for (const name of readdirSync(folder)) if (name.startsWith('winnow.db')) rmSync(join(folder, name));
        writeFileSync(file, harmed);
        let state: State;
        try {
          state = await openState(file, { isOurs: true });
        } catch (error) {
          // The bits say that a newer Winnow wrote it: then it is left as it is.
          expect(error).toMatchObject({ code: 'storage_newer' });
          expect(how).toBe(2);
          continue;
        }
        // As the app reads it, and as the file has it.
        const owner = await state.users.firstUser();
        for (const { id } of (await state.smartLists.list(owner.id, { offset: 0, limit: 9 })).rows) {
          await state.entries.page(owner.id, { smartListId: id }, { offset: 0, limit: 5000 });
        }
        state.close();
        const memory = ['event', 'reason', 'known_source', 'known_row', 'export_note'];
        for (const table of ['entry', 'collection_item', 'token', 'user', ...memory]) {
          // A lost user gets a stand-in.
          const least = cellsLeft(table, (each) => each === page);
          expect(rowsOf(table), `${table}, page ${String(page)}`).toBeGreaterThanOrEqual(least);
        }
        expect(rowsOf('entry')).toBeLessThanOrEqual(entries + 8);
      }
    },
  );

  test('is not taken aside before what can be read of it is safe', async () => {
    overwrite(rootOf('entry_order'));
    // As with a full disk: what is salvaged cannot be written.
    mkdirSync(`${file}.salvaged`);
    await expect(openState(file)).rejects.toThrow();
    expect(bad()).toEqual([]);
    rmdirSync(`${file}.salvaged`);
    const state = await openState(file);
    expect([state.notices.length, await decided(state)]).toEqual([1, 300]);
    state.close();
    expect(readdirSync(folder).filter((name) => name.includes('salvaged'))).toEqual([]);
  });

  test('is mended also where the process was killed between the two renames', async () => {
    renameSync(file, `${file}.salvaged`);
    // The journal of the damaged file, which must not end up next to the other one.
    writeFileSync(`${file}-wal`, 'the journal of another file');
    const state = await openState(file);
    expect([state.notices.length, await decided(state)]).toEqual([1, 300]);
    state.close();
    const again = await openState(file);
    expect([again.notices, await decided(again)]).toEqual([[], 300]);
    again.close();
  });

  test('of a newer Winnow is refused and not touched', async () => {
    const db = new DatabaseSync(file);
    db.exec(`INSERT INTO schema_migration VALUES (99, 'from the future', 'x', '')`);
    db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    db.close();
    const before = statSync(file);
    await expect(openState(file)).rejects.toThrow(expect.objectContaining({ code: 'storage_newer' }));
    expect(statSync(file)).toMatchObject({ size: before.size, mtimeMs: before.mtimeMs });
    expect(bad()).toEqual([]);
  });

  test('of which the ledger is lost has what was decided and put off, and brings that back', async () => {
    const later = { until: '2026-12-26' };
    const state = await openState(file);
    await state.entries.move(user, 7, 'Later', now, null, { later });
    state.close();
    const db = new DatabaseSync(file);
    db.exec('DELETE FROM event');
    db.close();
    overwrite(rootOf('known_company'));
    const salvaged = await openState(file);
    expect(bad()).toHaveLength(1);
    expect(await salvaged.ledger.ofCompany(user, 10)).toMatchObject([{ kind: 'before', to: 'Watchlist' }]);
    expect(await salvaged.ledger.waiting()).toMatchObject([{ companyId: 7, later }]);
    expect(await salvaged.ledger.comeBack(user, 7, { why: 'day', what: '', from: 'None' }, now)).toBe(true);
    salvaged.close();
  });

  test.for([
    ['a page of something else', () => overwrite(rootOf('known_company'))],
    ['its first page', () => overwrite(1)],
    // Entries follow from the ledger, and are told by the lists.
    ['every index', () => indexes().forEach((index) => overwrite(index))],
  ] as const)('that has lost %s has notes, reasons, what is put off, known companies and exports', async ([, harm]) => {
    const state = await openState(file);
    await fillMemory(state, user);
    const before = await memoryOf(state, user);
    expect(before).toMatchObject(filledMemory);
    state.close();
    harmWhole(harm);
    const salvaged = await openState(file, { isOurs: true });
    expect(bad()).toHaveLength(1);
    expect(await memoryOf(salvaged, user)).toEqual(before);
    salvaged.close();
  });

  test('that has lost what tells files of a CRM apart keeps their rows where there is one user', async () => {
    const state = await openState(file);
    await fillMemory(state, user);
    state.close();
    harmWhole(() => overwrite(rootOf('known_source')));
    const salvaged = await openState(file);
    expect(await salvaged.known.sources(user)).toMatchObject([
      { name: 'Recovered source 1', rows: 2 },
      { name: 'Recovered source 2', rows: 3, matched: 2 },
    ]);
    expect(await salvaged.known.ofCompany(user, 6)).toMatchObject([{ status: 'Lead' }, { status: 'Lead' }]);
    // Nobody else may see them.
    const ann = { login: 'ann@x.org', name: 'Ann', role: 'analyst' as const, addons: [], password: 'hash' };
    await salvaged.accounts.add(ann);
    salvaged.close();
    harmWhole(() => overwrite(rootOf('known_source')));
    const shared = await openState(file);
    expect(await shared.known.sources(user)).toEqual([]);
    shared.close();
    expect(rowsOf('known_row')).toBe(0);
  });

  test('that an earlier Winnow wrote has its texts in the words of today', async () => {
    const filters = emptyFilters();
    filters.include.textSearch = 'payments';
    const state = await openState(file);
    await state.smartLists.create(user, { name: 'Older', filters, matchedWeek: '', now }, [], []);
    state.close();
    const db = new DatabaseSync(file);
    db.exec('DELETE FROM schema_migration WHERE version > 6');
    db.close();
    overwrite(rootOf('known_company'));
    const salvaged = await openState(file);
    expect(bad()).toHaveLength(1);
    const { rows } = await salvaged.smartLists.list(user, { offset: 0, limit: 10 });
    expect(rows.map((list) => list.filters.include.textSearch)).toEqual(['', 'payments*']);
    salvaged.close();
    // Once is enough.
    const again = await openState(file);
    expect((await again.smartLists.list(user, { offset: 1, limit: 1 })).rows[0]?.filters.include.textSearch).toBe(
      'payments*',
    );
    again.close();
  });
});
