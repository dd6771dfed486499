import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openCompanyReader, openCompanyWriter } from '#server/index/open.ts';
import type { ChangedCompany, ChangeLog, CompanyChange } from '#server/index/port.ts';
import { addBatch, monday, names } from '#server/index/testing/companyFolder.ts';
import { followLog } from '#server/jobs/followLog.ts';
import { CompanyLog } from '#server/postgres/companyLog.ts';
import { PostgresServer } from '#server/postgres/server.ts';
import { TestTeam } from '../../postgres/testTeam.ts';

const team = new TestTeam();
let server: PostgresServer;
let log: CompanyLog<CompanyChange>;

beforeEach(() => {
  server = new PostgresServer(team.address, () => undefined);
  log = new CompanyLog(server);
});
afterEach(() => server.close());

const batch: CompanyChange = {
  kind: 'batch',
  origin: 'import',
  at: monday.toISOString(),
  firstRelease: null,
  instead: null,
  isFinal: false,
  counts: { added: 1, replaced: 0, removed: 0 },
  nextCompanyId: 2,
};

function* companies(count: number, at = -1, then: () => void = () => undefined): Generator<ChangedCompany> {
  for (let id = 1; id <= count; id++) {
    if (id === at) then();
    yield { id, kind: 'added', record: `["Company ${id}"]` };
  }
}

async function rowsIn(table: string): Promise<number> {
  const [row] = await team.cluster.ask(team.address, `SELECT count(*) FROM ${table}`);
  return Number(row?.['count']);
}

/** Fetches all that the log has into the index of a server. */
async function follow(name: string): Promise<number> {
  const writer = openCompanyWriter(join(team.folder, name));
  try {
    return await followLog(writer, log, { onProgress: () => undefined, signal: new AbortController().signal });
  } finally {
    writer.close();
  }
}

async function namesOn(name: string): Promise<string[]> {
  const reader = openCompanyReader(join(team.folder, name));
  try {
    return await names(reader);
  } finally {
    reader.close();
  }
}

describe('N5 a batch that is cut off', () => {
  test('where it is made is nowhere, and the next one has its number', async () => {
    const broken = log.append(
      0,
      batch,
      companies(5000, 3000, () => {
        throw new Error('The file ended.');
      }),
    );
    await expect(broken).rejects.toThrow('The file ended.');
    expect([await rowsIn('company_change'), await rowsIn('company_version')]).toEqual([0, 0]);
    expect(await log.append(0, batch, companies(2))).toBe(1);
    expect(await rowsIn('company_version')).toBe(2);
  });

  test('with its connection is nowhere', async () => {
    const cut = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = 'winnow'`;
    let cutting: Promise<unknown> = Promise.resolve();
    const broken = log.append(
      0,
      batch,
      companies(200_000, 20_000, () => {
        cutting = team.cluster.ask(team.address, cut);
      }),
    );
    await expect(broken).rejects.toMatchObject({ code: 'unavailable' });
    await cutting;
    expect([await rowsIn('company_change'), await rowsIn('company_version')]).toEqual([0, 0]);
  });

  test('after the database has it and before the index does is fetched back', async () => {
    const dies: ChangeLog = {
      append: async (last, change, rows) => {
        await log.append(last, change, rows);
        throw new Error('The process ended.');
      },
    };
    const writer = openCompanyWriter(join(team.folder, 'one'), { log: dies });
    await expect(addBatch(writer, 'import', [{ name: 'Alpha' }])).rejects.toThrow('The process ended.');
    writer.close();
    expect(await namesOn('one')).toEqual([]);
    expect(await follow('one')).toBe(1);
    const again = openCompanyWriter(join(team.folder, 'one'), { log });
    await again.release('2026-W47', monday);
    again.close();
    await follow('two');
    expect([await namesOn('one'), await namesOn('two')]).toEqual([['Alpha'], ['Alpha']]);
  });
});

test('two servers cannot both make the next change', async () => {
  await log.append(0, batch, companies(1));
  await expect(log.append(0, batch, companies(1))).rejects.toMatchObject({ code: 'busy' });
  const both = await Promise.allSettled([log.append(1, batch, []), log.append(1, batch, [])]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(await log.newest()).toBe(2);
});

test('texts come back as they were, whatever signs they have', async () => {
  const name = 'Tab\t, line\n, return\r, \\N \\. “quotes" and 名前 \u{1F600}';
  const writer = openCompanyWriter(join(team.folder, 'one'), { log });
  await writer.release('2026-W47', monday);
  const { ids } = await addBatch(writer, 'import', [{ name }]);
  const there = writer.record(ids[0]!);
  writer.close();
  await follow('two');
  const other = openCompanyWriter(join(team.folder, 'two'));
  expect(other.record(ids[0]!)).toEqual(there);
  other.close();
});

test('an index that has merged what is undone begins anew', async () => {
  const writer = openCompanyWriter(join(team.folder, 'one'), { log });
  await writer.release('2026-W47', monday);
  const batches = [];
  for (const name of ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H']) {
    batches.push((await addBatch(writer, 'import', [{ name }])).batchId);
  }
  writer.close();
  await follow('two');
  const last = await log.newest();
  await log.append(last, { kind: 'undo', batchId: batches[2]! }, []);
  await follow('two');
  await follow('three');
  const left = ['A', 'B', 'D', 'E', 'F', 'G', 'H'];
  expect([await namesOn('two'), await namesOn('three')]).toEqual([left, left]);
});

test('an index that is ahead of a database that was put back begins anew', async () => {
  const writer = openCompanyWriter(join(team.folder, 'one'), { log });
  await writer.release('2026-W47', monday);
  await addBatch(writer, 'import', [{ name: 'Alpha' }]);
  await addBatch(writer, 'import', [{ name: 'Beta' }]);
  writer.close();
  await team.cluster.ask(team.address, 'DELETE FROM company_version WHERE batch = 3');
  await team.cluster.ask(team.address, 'DELETE FROM company_change WHERE seq = 3');
  await follow('one');
  expect(await namesOn('one')).toEqual(['Alpha']);
});
