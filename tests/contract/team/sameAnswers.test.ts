import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openCompanyReader, openCompanyWriter, type SqliteCompanyReader } from '#server/index/open.ts';
import type { CompanyChange, CompanyQuery, CompanyWriter } from '#server/index/port.ts';
import { monday } from '#server/index/testing/companyFolder.ts';
import { followLog } from '#server/jobs/followLog.ts';
import { generateCompanies } from '#server/jobs/sample/generate.ts';
import { Random } from '#server/jobs/sample/random.ts';
import { CompanyLog } from '#server/postgres/companyLog.ts';
import { PostgresServer } from '#server/postgres/server.ts';
import { longer } from '#server/testing/propertyRuns.ts';
import { sortOptions } from '#shared/domain/choices.ts';
import { emptyFilters } from '#shared/domain/filters.ts';
import { TestCluster } from '../../postgres/testCluster.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 });

const companies = 3000;

let cluster: TestCluster;
let server: PostgresServer;
let folder: string;
let readers: [alone: SqliteCompanyReader, followed: SqliteCompanyReader];
/** What can be asked for: by field, the values that companies have, and words of their names and texts. */
let values: Map<string, string[]>;
let words: string[];

beforeAll(async () => {
  cluster = await TestCluster.start();
  folder = mkdtempSync(join(tmpdir(), 'winnow-same-'));
  server = new PostgresServer(await cluster.newDatabase(), () => undefined);
  const log = new CompanyLog<CompanyChange>(server);
  const alone = openCompanyWriter(join(folder, 'alone'), { segmentDocuments: 1000 });
  const leader = openCompanyWriter(join(folder, 'leader'), { segmentDocuments: 1000, log });
  for (const writer of [alone, leader]) {
    await fill(writer);
    writer.close();
  }
  const follower = openCompanyWriter(join(folder, 'follower'));
  await followLog(follower, log, { onProgress: () => undefined, signal: new AbortController().signal });
  follower.close();
  readers = [openCompanyReader(join(folder, 'alone')), openCompanyReader(join(folder, 'follower'))];
  const [reader] = readers;
  const { facets } = await reader.facets(all());
  values = new Map(Object.entries(facets).map(([name, counts]) => [name, Object.keys(counts)]));
  const texts = (await reader.getMany(Array.from({ length: 300 }, (_, id) => id + 1))).map(({ name, description }) =>
    [name, ...Object.values(description)].join(' '),
  );
  words = [...new Set(texts.flatMap((text) => text.split(/[^\p{L}]+/u)).filter((word) => word.length > 2))];
});
afterAll(async () => {
  for (const reader of readers) reader.close();
  await server.close();
  await cluster.stop();
  rmSync(folder, { recursive: true });
});

/** Several batches, of which later ones replace companies, one goes, and one is undone. */
async function fill(writer: CompanyWriter): Promise<void> {
  await writer.release('2026-W47', monday);
  const records = [...generateCompanies({ count: companies, seed: 7, today: '2026-11-20' })];
  const first = writer.begin('import');
  for (const record of records.slice(0, 2000)) first.add(record);
  await first.commit();
  const second = writer.begin('import');
  for (const record of records.slice(2000)) second.add(record);
  for (let id = 1; id <= 2000; id += 17) second.replace(id, records[(id * 31) % companies]!);
  second.remove(5);
  await second.commit();
  const third = writer.begin('import');
  for (let id = 2; id <= 900; id += 13) third.replace(id, records[(id * 7) % companies]!);
  await writer.undoBatch((await third.commit()).batchId);
}

function all(): CompanyQuery {
  return { filters: emptyFilters(), sortBy: 'best_match', onlyIds: null, withoutIds: null };
}

function anyQuery(random: Random): CompanyQuery {
  const asked = all();
  for (const part of [asked.filters.include, asked.filters.exclude] as Record<string, unknown>[]) {
    for (const [field, chosen] of Object.entries(part)) {
      const known = values.get(field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)) ?? [];
      if (!Array.isArray(chosen) || known.length === 0 || !random.chance(0.06)) continue;
      part[field] = Array.from({ length: 1 + random.below(3) }, () => random.pick(known));
    }
  }
  if (random.chance(0.6)) {
    const some = Array.from({ length: 1 + random.below(2) }, () => random.pick(words));
    const [one = ''] = some;
    asked.filters.include.textSearch = random.pick([
      some.join(' '),
      `"${some.join(' ')}"`,
      `${one.slice(0, 3)}*`,
      `-${one}`,
    ]);
  }
  return { ...asked, sortBy: random.pick(sortOptions).value };
}

test('N1 an index that follows a database answers searches, facets, sorts and pages byte by byte as one of files', async () => {
  const random = new Random(20261127);
  const counts = new Set<number>();
  for (let round = 0; round < longer(3000); round++) {
    const asked = anyQuery(random);
    const [page, size] = [random.below(3), random.pick([5, 25, 100])];
    const answers = await Promise.all(
      readers.map(async (reader) => {
        const bytes = Buffer.from(await reader.searchJson(asked, page, size)).toString();
        const facets = round % 10 === 0 ? await reader.facets(asked) : null;
        const ids = round % 10 === 5 ? await reader.searchIds(asked, 500) : null;
        return { bytes, facets, ids };
      }),
    );
    expect(answers[1], JSON.stringify(asked)).toEqual(answers[0]);
    counts.add(Number(/"count":(\d+)/.exec(answers[0]!.bytes)?.[1]));
  }
  // They asked for something.
  expect(counts.size).toBeGreaterThan(100);
});
