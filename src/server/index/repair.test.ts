import { once } from 'node:events';
import { closeSync, cpSync, openSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { statSync, writeFileSync, writeSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { addBatch, monday, query, useCompanyFolder } from '#server/index/testing/companyFolder.ts';
import { recordOf } from '#server/record/testing/records.ts';
import { openCompanyWriter } from './open.ts';
import { noteDamage } from './damage.ts';
import { openCompaniesOrRepair } from './repair.ts';

const folder = useCompanyFolder();
const many = 400;

/** A sample, an import that replaces one company of another import, and what a killed writer left. */
beforeEach(async () => {
  const w = openCompanyWriter(folder.path);
  await w.release('2026-W47', monday);
  await addBatch(w, 'sample', [{ name: 'Sample' }]);
  const { ids } = await addBatch(
    w,
    'import',
    Array.from({ length: many }, (_, index) => ({
      name: `Company ${String(index).padStart(3, '0')}`,
      description: { short: 'x'.repeat(300), long: '', llm: '' },
    })),
  );
  const replacing = w.begin('import');
  replacing.replace(ids[0]!, recordOf({ name: 'Renamed' }));
  await replacing.commit();
  w.close();
});

function overwrite(name: string, page: number, size: number): void {
  const handle = openSync(join(folder.path, name), 'r+');
  writeSync(handle, Buffer.alloc(size, 0xa5), 0, size, page * size);
  closeSync(handle);
}

function aside(): string[] {
  return readdirSync(folder.path).filter((name) => name.includes('.bad-') && !/-(?:wal|shm)$/.test(name));
}

async function repaired(): Promise<{ found: string[]; notices: string[]; week: string; sample: number }> {
  const opened = await openCompaniesOrRepair(folder.path, () => Promise.resolve('2026-W48'), true);
  const { companies, notices } = opened;
  opened.mended();
  try {
    const { week, sampleCompanies } = await companies.status();
    const ids = await companies.searchIds(query(), 1000);
    const found = (await companies.getMany(ids)).map((company) => company.name);
    return { found, notices, week, sample: sampleCompanies };
  } finally {
    companies.close();
  }
}

describe('F19 a damaged search index', () => {
  test('that is sound opens without a notice', async () => {
    expect(await repaired()).toMatchObject({ notices: [], week: '2026-W47', sample: 1 });
    expect(aside()).toEqual([]);
  });

  test.for([
    ['manifest', 'generation'],
    ['manifest', 'next_company_id'],
    ['manifest', 'next_segment_id'],
    ['segment', 'id'],
    ['segment', 'documents'],
    ['segment', 'batch_id'],
  ] as const)('whose catalogue has in a %s a damaged number for its %s has every company', async ([table, column]) => {
    const db = new DatabaseSync(join(folder.path, 'catalogue.db'));
    const which = table === 'segment' ? 'WHERE id = (SELECT max(id) FROM segment)' : '';
    db.exec(`PRAGMA foreign_keys = OFF; UPDATE ${table} SET ${column} = 1 << 60 ${which}`);
    db.close();
    const { found, notices } = await repaired();
    expect(notices).toHaveLength(1);
    expect(found).toHaveLength(many + 1);
    expect(found).toContain('Renamed');
    expect(await repaired()).toMatchObject({ found, notices: [] });
  });

  test.for([
    ['overwritten from the start', () => overwrite('catalogue.db', 0, 4096), '2026-W47'],
    [
      'made of something else',
      () => writeFileSync(join(folder.path, 'catalogue.db'), 'no database '.repeat(900)),
      '2026-W48',
    ],
  ] as const)('whose catalogue is %s has every company, the newest version of each', async ([, harm, knownWeek]) => {
    for (const ending of ['-wal', '-shm']) rmSync(join(folder.path, `catalogue.db${ending}`), { force: true });
    harm();
    writeFileSync(join(folder.path, 'seg-9.db'), '');
    const { found, notices, week } = await repaired();
    expect(found).toHaveLength(many + 1);
    expect(found).toContain('Renamed');
    expect(found).not.toContain('Company 000');
    expect(week).toBe(knownWeek);
    expect(notices).toEqual([expect.stringContaining(`${many + 1} companies could be recovered`)]);
    expect(aside()).toHaveLength(1);
    expect(readdirSync(folder.path)).not.toContain('seg-9.db');
    // It continues as if nothing had happened: ids are not given twice.
    const w = folder.writer();
    expect((await addBatch(w, 'import', [{ name: 'Next' }])).ids).toEqual([many + 2]);
    expect(await repaired()).toMatchObject({ notices: [] });
  });

  test('with a damaged segment keeps the others whole and what can be read of that one', async () => {
    // From the second page on are the schema's tables; damage to the first leaves no database at all.
    const size = statSync(join(folder.path, 'seg-2.db')).size;
    expect(size).toBeGreaterThan(5 * 8192);
    overwrite('seg-2.db', 1, 8192);
    const { found, notices, week, sample } = await repaired();
    expect(found).toContain('Renamed');
    expect(found).toContain('Sample');
    expect(found).toContain('Company 399');
    expect(found.length).toBe(many + 1);
    expect({ week, sample }).toEqual({ week: '2026-W47', sample: 1 });
    expect(notices).toHaveLength(1);
    expect(aside().some((name) => name.startsWith('seg-2.db.bad-'))).toBe(true);
  });

  test('with a damaged page that only a read meets is mended at the start after that', async () => {
    // A page of the records, which are read when they are shown.
    overwrite('seg-2.db', Math.floor(statSync(join(folder.path, 'seg-2.db')).size / 8192 / 3), 8192);
    const names = async (): Promise<string[]> => {
      const { companies } = await openCompaniesOrRepair(folder.path, () => Promise.resolve('2026-W48'), true);
      try {
        const { items } = await companies.search(query(), 0, 1000);
        return items.map(({ name }) => name);
      } finally {
        companies.close();
      }
    };
    await expect(names()).rejects.toMatchObject({ code: 'storage_corrupt' });
    expect(aside()).toEqual([]);
    const { found, notices } = await repaired();
    expect(notices).toHaveLength(1);
    expect(found).toContain('Sample');
    expect(found.length).toBeGreaterThan(many / 2);
    expect(found.length).toBeLessThan(many);
    expect(aside().some((name) => name.startsWith('seg-2.db.bad-'))).toBe(true);
    // What is left is intact, and nobody looks for damage again.
    expect(await names()).toHaveLength(found.length);
    expect(await repaired()).toMatchObject({ notices: [] });
  });

  test.for([
    ['cut by 1 %', (file: Buffer) => file.subarray(0, Math.floor(file.length * 0.99))],
    ['cut by 10 %', (file: Buffer) => file.subarray(0, Math.floor(file.length * 0.9))],
    ['cut by 50 %', (file: Buffer) => file.subarray(0, Math.floor(file.length * 0.5))],
    ['with a zeroed page in the middle', (file: Buffer) => file.fill(0, 8192 * 6, 8192 * 7)],
    ['without its first page', (file: Buffer) => file.fill(0xa5, 0, 8192)],
    ['without its header', (file: Buffer) => file.fill(0, 0, 100)],
  ] as const)('with a segment %s has every company of the pages that are left', async ([, harm]) => {
    const path = join(folder.path, 'seg-2.db');
    const before = readFileSync(path);
    const db = new DatabaseSync(path);
    const leaves = db
      .prepare(`SELECT pageno, ncell FROM dbstat WHERE name = 'company' AND pagetype = 'leaf' ORDER BY path`)
      .all();
    db.close();
    const after = harm(Buffer.from(before));
    const left = leaves.filter(({ pageno }) => {
      const [from, to] = [(Number(pageno) - 1) * 8192, Number(pageno) * 8192];
      return to <= after.length && before.subarray(from, to).equals(after.subarray(from, to));
    });
    const expected = left.reduce((sum, { ncell }) => sum + Number(ncell), 0);
    expect(expected).toBeGreaterThan(many / 4);
    writeFileSync(path, after);
    noteDamage(folder.path);
    const { found, notices } = await repaired();
    // One of them was replaced by the import after it, and one is in the sample.
    const replaced = left.includes(leaves[0]!) ? 1 : 0;
    expect(found.filter((name) => name.startsWith('Company'))).toHaveLength(expected - replaced);
    expect(found).toEqual(expect.arrayContaining(['Renamed', 'Sample']));
    expect(found).not.toContain('Company 000');
    expect(notices).toHaveLength(1);
    expect(await repaired()).toMatchObject({ notices: [], found: { length: found.length } });
  });

  test('of which a bit in a text has flipped is found out by its checksum alone, and mended', async () => {
    const path = join(folder.path, 'seg-2.db');
    const bytes = readFileSync(path);
    // One letter becomes another: no page and no record looks wrong.
    const at = bytes.indexOf('xxxx');
    expect(at).toBeGreaterThan(0);
    bytes[at + 2] = 'y'.charCodeAt(0);
    writeFileSync(path, bytes);
    const { companies } = await openCompaniesOrRepair(folder.path, () => Promise.resolve('2026-W48'), true);
    await companies.status();
    await vi.waitFor(() => expect(readdirSync(folder.path)).toContain('damage.met'), { timeout: 30_000, interval: 20 });
    companies.close();
    const { found, notices } = await repaired();
    expect(notices).toHaveLength(1);
    expect(found).toHaveLength(many + 1);
    expect(aside().some((name) => name.startsWith('seg-2.db.bad-'))).toBe(true);
  });

  test('that is as another Winnow has it open is left as it is', async () => {
    overwrite('seg-2.db', 1, 8192);
    const files = ['catalogue.db', 'seg-1.db', 'seg-2.db', 'seg-3.db'];
    const before = files.map((name) => readFileSync(join(folder.path, name)));
    await expect(openCompaniesOrRepair(folder.path, () => Promise.resolve('2026-W48'), false)).rejects.toMatchObject({
      code: 'storage_corrupt',
    });
    const after = files.map((name) => readFileSync(join(folder.path, name)));
    expect(after.map((bytes, index) => before[index]?.equals(bytes))).toEqual(files.map(() => true));
    expect(aside()).toEqual([]);
  });

  describe('of which segments were merged while the newest batch had replaced some of their companies', () => {
    beforeEach(async () => {
      const w = openCompanyWriter(folder.path);
      for (const name of ['A', 'B', 'C', 'D']) await addBatch(w, 'import', [{ name }]);
      const newest = w.begin('import');
      for (const [id, name] of [
        [3, 'Replaced last'],
        [many + 2, 'A, replaced last'],
      ] as const) {
        newest.replace(id, recordOf({ name }));
      }
      await newest.commit();
      w.close();
      expect(readdirSync(folder.path).filter((name) => /^seg-\d+\.db$/.test(name))).toHaveLength(3);
    });
    const harms = {
      catalogue: () => writeFileSync(join(folder.path, 'catalogue.db'), 'no database '.repeat(900)),
      sample: () => overwrite('seg-1.db', 0, 8192),
      merged: () => overwrite('seg-9.db', 1, 8192),
      newest: () => rmSync(join(folder.path, 'seg-8.db')),
    };

    test.for(['catalogue', 'sample', 'merged'] as const)('has the newest version of each (%s)', async (harm) => {
      harms[harm]();
      const { found } = await repaired();
      expect(found.filter((name) => name.endsWith('last')).toSorted()).toEqual(['A, replaced last', 'Replaced last']);
      expect(found).not.toContain('A');
      expect(found).not.toContain('Company 001');
      expect(found).toHaveLength(many + 5);
    });

    test('has the version before where the newest is lost', async () => {
      harms.newest();
      const { found } = await repaired();
      expect(found).toEqual(expect.arrayContaining(['A', 'Company 001', 'Renamed']));
      expect(found).toHaveLength(many + 5);
    });
  });

  test('whose catalogue is gone, as after a repair that was cut off, has every company', async () => {
    for (const ending of ['', '-wal', '-shm']) rmSync(join(folder.path, `catalogue.db${ending}`), { force: true });
    expect(() => openCompanyWriter(folder.path)).toThrow(expect.objectContaining({ code: 'storage_corrupt' }));
    const { found, notices } = await repaired();
    expect(found).toHaveLength(many + 1);
    expect(found).toContain('Renamed');
    expect(notices).toEqual([expect.stringContaining(`${many + 1} companies could be recovered`)]);
    openCompanyWriter(folder.path).close();
    expect((await repaired()).found).toHaveLength(many + 1);
  });

  test('a repair that is cut off has changed nothing, and the next one ends it', async () => {
    overwrite('seg-2.db', 1, 8192);
    // The state before another catalogue takes its place: the new segment is there, and part of that catalogue.
    writeFileSync(join(folder.path, 'catalogue.db.new'), 'half');
    cpSync(join(folder.path, 'seg-3.db'), join(folder.path, 'seg-4.db'));
    const { found, week } = await repaired();
    expect(found).toHaveLength(many + 1);
    expect(week).toBe('2026-W47');
    expect(readdirSync(folder.path).filter((name) => /new|seg-4/.test(name))).toEqual([]);
  });

  test.skipIf(process.platform === 'win32')('of which a file cannot be opened for now is left as it is', async () => {
    const path = join(folder.path, 'seg-2.db');
    renameSync(path, `${path}.away`);
    // A file that nobody can open, not even root.
    const socket = createServer().listen(path);
    await once(socket, 'listening');
    await expect(repaired()).rejects.toMatchObject({ code: 'unavailable' });
    expect(aside()).toEqual([]);
    socket.close();
    await once(socket, 'close');
    renameSync(`${path}.away`, path);
    expect(await repaired()).toMatchObject({ notices: [], found: { length: many + 1 } });
  });

  test('with a missing segment has the others', async () => {
    rmSync(join(folder.path, 'seg-2.db'));
    expect((await repaired()).found.toSorted()).toEqual(['Renamed', 'Sample']);
  });

  test('of a newer Winnow is refused and not touched', async () => {
    const db = new DatabaseSync(join(folder.path, 'catalogue.db'));
    db.exec(`INSERT INTO schema_migration VALUES (99, 'from the future', 'x', '')`);
    db.close();
    const before = readdirSync(folder.path);
    await expect(repaired()).rejects.toMatchObject({ code: 'storage_newer' });
    expect(readdirSync(folder.path)).toEqual(before);
  });
});
