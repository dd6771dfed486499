import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Pair } from '../../postgres/pair.ts';
import { TestCluster } from '../../postgres/testCluster.ts';
import { importFile, writeCompanies, type Imported } from './importing.ts';
import { TeamRun, type TeamRunFigures } from './teamRun.ts';

// An import gives way to everything else: on a busy machine it takes as long as that lasts.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 120_000 });

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'winnow-team-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Nothing is lost, twice or out of order, and every server tells the same. */
function expectSound(figures: TeamRunFigures): void {
  expect(figures.findings).toEqual([]);
  expect(figures).toMatchObject({ lost: 0, twice: 0, outOfOrder: 0, unheard: 0, refused: 0 });
  expect(new Set(figures.ledgers).size).toBe(1);
}

test('N2 servers that are killed lose no move, and make none twice', async () => {
  const cluster = await TestCluster.start();
  const address = await cluster.newDatabase({ isEmpty: true });
  const run = new TeamRun({
    store: `postgres://postgres@/${address.database}?host=${encodeURIComponent(cluster.cluster.host)}`,
    folder,
    seed: 20261127,
    servers: 2,
    users: 8,
    moves: 800,
    listeners: 6,
    kills: 3,
    ask: (sql) => cluster.ask(address, sql),
  });
  try {
    await run.prepare();
    const figures = await run.run();
    expectSound(figures);
    expect(figures.moves).toBeGreaterThanOrEqual(800);
    expect(figures.kills).toBe(3);
    expect(figures.cuts).toBeGreaterThan(10);
  } finally {
    await run.close();
    await cluster.stop();
  }
});

test('N3 a primary that is killed loses nothing that was acknowledged, and decisions go on within ten seconds', async () => {
  const pair = await Pair.start();
  const run = new TeamRun({
    store: pair.address,
    folder,
    seed: 20261128,
    servers: 2,
    users: 8,
    moves: 800,
    listeners: 6,
    kills: 0,
    ask: (sql) => pair.ask(sql),
  });
  const companies = 8_000;
  try {
    await run.prepare();
    const path = writeCompanies(folder, companies);
    let importing: Promise<Imported> | undefined;
    const figures = await run.run(async () => {
      importing = importFile(pair.address, folder, path);
      await sleep(2500);
      await pair.failOver(1000);
      await sleep(3000);
    });
    const first = await importing;
    expectSound(figures);
    expect(figures.longestGapMs).toBeLessThan(10_000);
    // Whole or not at all, and asked again there are all of them once.
    const count = `SELECT count(*) AS count FROM company_version AS v JOIN company_change AS c ON c.seq = v.batch
      WHERE c.origin = 'import'`;
    const after = Number((await pair.ask(count))[0]?.['count']);
    expect([0, companies]).toContain(after);
    if (first?.code === 0) expect(after).toBe(companies);
    const again = await importFile(pair.address, folder, path);
    expect(again, again.said).toMatchObject({ code: 0 });
    expect(Number((await pair.ask(count))[0]?.['count'])).toBe(companies);
  } finally {
    await run.close();
    await pair.stop();
  }
});
