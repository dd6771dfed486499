import { copyFileSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { array, assert, nat, property, record } from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { DamagedDatabase } from './damagedDatabase.ts';
import { layoutOf, type TableLayout } from './records.ts';

const rows = 2500;
const tables = ['plain', 'keyed', 'long'] as const;
type Table = (typeof tables)[number];

let folder: string;
let whole: Buffer;
let layouts: Record<Table, TableLayout>;
/** Every row of the sound file as text, by table; and the leaf page of each. */
let original: Record<Table, Map<string, number>>;
let file: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'winnow-pages-'));
  file = join(folder, 'harmed.db');
  const db = new DatabaseSync(join(folder, 'whole.db'));
  db.exec(`
    CREATE TABLE plain (id INTEGER PRIMARY KEY, name TEXT NOT NULL, score REAL NOT NULL, extra TEXT NOT NULL DEFAULT '') STRICT;
    CREATE INDEX plain_by_name ON plain (name, score);
    CREATE TABLE keyed (note TEXT NOT NULL, hash TEXT PRIMARY KEY, big INTEGER NOT NULL) STRICT, WITHOUT ROWID;
    CREATE TABLE long (id INTEGER PRIMARY KEY, data BLOB NOT NULL) STRICT;
    BEGIN`);
  const plain = db.prepare('INSERT INTO plain VALUES (?, ?, ?, ?)');
  const keyed = db.prepare('INSERT INTO keyed VALUES (?, ?, ?)');
  const long = db.prepare('INSERT INTO long VALUES (?, ?)');
  for (let id = 1; id <= rows; id++) {
    plain.run(id, `Zoë ${String(id)} 会社`, id % 3 === 0 ? id : id / 7, id % 2 === 0 ? 'x'.repeat(id % 90) : '');
    keyed.run(`note ${String(id)}`, `hash ${String((id * 7919) % rows)}`, -(2 ** (id % 50)));
    // Some of them need further pages.
    if (id % 10 === 0) long.run(id, new Uint8Array(id % 9000).fill(id % 251));
  }
  // Free pages hold rows that were deleted, which are not to come back.
  db.exec('COMMIT; BEGIN');
  for (let id = rows + 1; id <= rows + 1500; id++) plain.run(id, 'deleted', 1, '');
  db.exec(`COMMIT; DELETE FROM plain WHERE id > ${String(rows)}`);
  layouts = Object.fromEntries(tables.map((table) => [table, layoutOf(db, table)])) as typeof layouts;
  db.close();
  whole = readFileSync(join(folder, 'whole.db'));
  original = pagesOfRows(join(folder, 'whole.db'));
});
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => rmSync(`${file}-wal`, { force: true }));

/** Which page each row lies on, as SQLite itself knows it: pages of a table in order, each with so many cells. */
function pagesOfRows(path: string): Record<Table, Map<string, number>> {
  const db = new DatabaseSync(path);
  try {
    const pagesOf = (table: Table): Map<string, number> => {
      const { columns } = layouts[table];
      const names = columns.map(({ name }) => name).join(', ');
      const select = db.prepare(`SELECT ${names} FROM ${table} ORDER BY ${table === 'keyed' ? 'hash' : 'id'}`);
      const ordered = select.all().map((row) => textOf(Object.values(row)));
      const stat = `SELECT pageno, pagetype, ncell, path FROM dbstat WHERE name = ? AND pagetype <> 'overflow' ORDER BY path`;
      const found = new Map<string, number>();
      let next = 0;
      if (table === 'keyed') {
        // Rows lie on pages of both kinds: after each child there is one of its parent.
        const pages = db.prepare(stat).all(table);
        const leaves = pages.filter((page) => page['pagetype'] === 'leaf');
        const parent = Number(pages.find((page) => page['pagetype'] === 'internal')?.['pageno']);
        expect(pages.length).toBe(leaves.length + 1);
        for (const { pageno, ncell } of leaves) {
          for (let cell = 0; cell < Number(ncell); cell++) found.set(ordered[next++] ?? '', Number(pageno));
          if (next < ordered.length) found.set(ordered[next++] ?? '', parent);
        }
      } else {
        const leaves = db.prepare(stat).all(table);
        for (const { pageno, pagetype, ncell } of leaves) {
          if (pagetype !== 'leaf') continue;
          for (let cell = 0; cell < Number(ncell); cell++) found.set(ordered[next++] ?? '', Number(pageno));
        }
      }
      expect(next).toBe(ordered.length);
      return found;
    };
    return { plain: pagesOf('plain'), keyed: pagesOf('keyed'), long: pagesOf('long') };
  } finally {
    db.close();
  }
}

function textOf(values: readonly unknown[]): string {
  return JSON.stringify(values.map((value) => (value instanceof Uint8Array ? [...value] : value)));
}

function readAll(): Record<Table, string[]> {
  const source = new DamagedDatabase(file, Object.values(layouts));
  try {
    const read = (table: Table): string[] => Array.from(source.rows(layouts[table]), textOf);
    return { plain: read('plain'), keyed: read('keyed'), long: read('long') };
  } finally {
    source.close();
  }
}

/** Rows of a table on pages that are still whole. */
function left(table: Table, isLost: (page: number) => boolean): string[] {
  return [...original[table]].filter(([, page]) => !isLost(page)).map(([row]) => row);
}

function harm(change: (bytes: Buffer) => void): void {
  const bytes = Buffer.from(whole);
  change(bytes);
  writeFileSync(file, bytes);
}

describe('F19 a file that SQLite refuses', () => {
  test('when it is sound gives what SQLite gives', () => {
    harm(() => undefined);
    const found = readAll();
    for (const table of tables) expect(found[table].toSorted()).toEqual([...original[table].keys()].toSorted());
  });

  test.for([1, 10, 50, 90])('cut by %d per cent gives every row of what is left', (percent) => {
    const length = Math.floor((whole.length * (100 - percent)) / 100);
    harm(() => undefined);
    truncateSync(file, length);
    const found = readAll();
    for (const table of ['plain', 'keyed'] as const) {
      const expected = left(table, (page) => page * 4096 > length);
      // The list of free pages may have been at the end: what was deleted is then not told from the rest.
      const there = found[table].filter((row) => !row.includes('"deleted"'));
      expect(there.toSorted()).toEqual(expected.toSorted());
    }
    expect(found.long.every((row) => original.long.has(row))).toBe(true);
  });

  test('of which any one page is zeroed or overwritten gives every row of the others', { timeout: 120_000 }, () => {
    const pages = whole.length / 4096;
    for (let page = 2; page <= pages; page += 5) {
      harm((bytes) => bytes.fill(page % 2 === 0 ? 0 : 0xa5, (page - 1) * 4096, page * 4096));
      const found = readAll();
      for (const table of ['plain', 'keyed'] as const) {
        expect(found[table].toSorted(), `page ${String(page)}`).toEqual(
          left(table, (each) => each === page).toSorted(),
        );
      }
    }
  });

  test.for([
    ['whose first page is lost', 4096],
    ['whose header alone is lost', 100],
  ] as const)('%s gives every row, and none that was deleted', ([, bytes]) => {
    harm((content) => content.fill(0xa5, 0, bytes));
    const found = readAll();
    for (const table of tables) expect(found[table].toSorted()).toEqual([...original[table].keys()].toSorted());
  });

  test('with bits flipped anywhere reads to the end, and loses only rows of those pages', { timeout: 120_000 }, () => {
    assert(
      property(array(record({ at: nat(whole.length - 1), bit: nat(7) }), { minLength: 1, maxLength: 12 }), (flips) => {
        const harmed = new Set(flips.map(({ at }) => Math.floor(at / 4096) + 1));
        harm((bytes) => {
          for (const { at, bit } of flips) bytes[at] = (bytes[at] ?? 0) ^ (1 << bit);
        });
        const found = readAll();
        for (const table of ['plain', 'keyed'] as const) {
          const there = new Set(found[table]);
          expect(left(table, (page) => harmed.has(page)).filter((row) => !there.has(row))).toEqual([]);
        }
      }),
      { numRuns: 25, seed: 19 },
    );
  });

  test('counts what its journal has committed, and nothing of what it has not', () => {
    const live = join(folder, 'live.db');
    copyFileSync(join(folder, 'whole.db'), live);
    const db = new DatabaseSync(live);
    db.exec(
      `PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; UPDATE plain SET extra = 'changed' WHERE id = 17`,
    );
    // Begun, written into the journal because there is no room for it elsewhere, and never committed.
    db.exec(`PRAGMA cache_size = 2; PRAGMA cache_spill = 2; BEGIN; UPDATE plain SET extra = 'never'`);
    copyFileSync(live, file);
    copyFileSync(`${live}-wal`, `${file}-wal`);
    expect(readFileSync(`${file}-wal`).includes('never')).toBe(true);
    db.exec('ROLLBACK');
    db.close();
    truncateSync(file, 4096);
    const texts = readAll().plain;
    expect(texts.some((row) => row.startsWith('[17,') && row.includes('"changed"'))).toBe(true);
    expect(texts.filter((row) => row.includes('"never"'))).toEqual([]);
  });

  test('that is empty, or something else, gives nothing', () => {
    for (const bytes of [Buffer.alloc(0), Buffer.from('no database '.repeat(3000)), Buffer.alloc(9000)]) {
      writeFileSync(file, bytes);
      expect(readAll()).toEqual({ plain: [], keyed: [], long: [] });
    }
  });
});
