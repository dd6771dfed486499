import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CompanyRecord } from '#server/record/companyRecord.ts';
import { toCompany } from '#server/record/toCompany.ts';
import { Random } from '#server/jobs/sample/random.ts';
import { Oracle } from '#server/index/testing/everyFilter.ts';
import { ageSegments } from '#server/index/testing/olderFiles.ts';
import { someRecord, someWords } from '#server/index/testing/records.ts';
import { openCompanyReader, openCompanyWriter } from '#server/index/open.ts';
import { outdatedSegments } from '#server/index/rebuild.ts';
import { bundleProcess } from './harness/bundle.ts';

const today = '2026-11-20';
const seed = Number(process.env['WINNOW_FAULT_SEED'] ?? Date.now() % 1_000_000);
const kills = 40;
const segments = 8;
const companies = 30;

let folder: string;
/** The process to kill. */
let script: string;
/** A folder of segments written by an earlier Winnow. */
let older: string;
let oracle: Oracle;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'winnow-rebuild-kill-'));
  older = join(folder, 'older');
  script = await bundleProcess('rebuildProcess', join(folder, 'program'));
  const records = fc.sample(someRecord, { seed: 11, numRuns: segments * companies });
  const stored = new Map<number, CompanyRecord>();
  const writer = openCompanyWriter(older);
  await writer.release('2026-W47', new Date('2026-11-16T06:00:00Z'));
  for (let index = 0; index < segments; index++) {
    // Alternating between sample and import, so that none are merged; each import replaces some companies of the one
    // before.
    const isSample = index % 2 === 0;
    const batch = writer.begin(isSample ? 'sample' : 'import');
    for (const [place, some] of records.slice(index * companies, (index + 1) * companies).entries()) {
      const record = { ...some, isSample: isSample || some.isSample };
      const known = index > 2 && place % 8 === 0 ? [...stored.keys()].at(-2 * companies + place)! : null;
      if (known === null) stored.set(batch.add(record), record);
      else {
        batch.replace(known, record);
        stored.set(known, record);
      }
    }
    await batch.commit();
  }
  writer.close();
  ageSegments(older);
  expect(outdatedSegments(older)).toHaveLength(segments);
  const asOf = { week: '2026-W47', date: '2026-11-16', newWeek: '2026-W47', today };
  oracle = new Oracle(
    [...stored].map(([id, record]) => toCompany(id, record, asOf)),
    stored,
    today,
    someWords.slice(0, 4),
  );
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the process and kills it `killAfter` milliseconds after it starts its work; null: lets it end. */
async function run(
  where: string,
  killAfter: number | null,
  whileItRuns: (isRunning: () => boolean) => Promise<void> = () => Promise.resolve(),
): Promise<string> {
  const child = spawn(process.execPath, [script, where], { stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => {
    said += String(chunk);
    if (killAfter !== null && said.startsWith('begun')) setTimeout(() => child.kill('SIGKILL'), killAfter);
  });
  await Promise.race([exited, once(child.stdout, 'data')]);
  await whileItRuns(() => child.exitCode === null && child.signalCode === null);
  await exited;
  return said;
}

async function expectRight(where: string, about: string): Promise<void> {
  const reader = openCompanyReader(where, { now: () => new Date(`${today}T10:00:00`) });
  try {
    expect(await oracle.differences(reader), about).toEqual([]);
  } finally {
    reader.close();
  }
}

const filesOf = (where: string): string[] => readdirSync(where).filter((name) => /^(?:seg|rebuild)-/.test(name));

test(
  'F2 I9 killed at 40 moments while segments are written again there is each old one or its new one',
  { timeout: 300_000 },
  async () => {
    process.stdout.write(`WINNOW_FAULT_SEED=${String(seed)}\n`);
    const random = new Random(seed);
    const where = join(folder, 'killed');
    const fresh = (): void => {
      rmSync(where, { recursive: true, force: true });
      cpSync(older, where, { recursive: true });
    };
    fresh();
    const longest = Number(/done (\d+)/.exec(await run(where, null))?.[1]);
    await expectRight(where, 'never killed');
    fresh();
    const left = new Set<number>();
    for (let kill = 1; kill <= kills; kill++) {
      await run(where, Math.floor((random.next() * longest) / 2));
      await expectRight(where, `after kill ${String(kill)} of seed ${String(seed)}`);
      const count = outdatedSegments(where).length;
      left.add(count);
      // When all is done, it starts over; else it continues with what the last process left.
      if (count === 0) fresh();
    }
    // Moments before, between and after single segments, not only before the first.
    expect(left.size).toBeGreaterThan(2);
    expect(await run(where, null)).toContain('done');
    expect(outdatedSegments(where)).toEqual([]);
    await expectRight(where, 'at the end');
    expect(filesOf(where).toSorted()).toEqual(Array.from({ length: segments }, (_, i) => `seg-${String(i + 1)}-e1.db`));
  },
);

test('searches go on beside it, each answered as before', { timeout: 60_000 }, async () => {
  const where = join(folder, 'searched');
  cpSync(older, where, { recursive: true });
  const reader = openCompanyReader(where, { now: () => new Date(`${today}T10:00:00`) });
  let rounds = 0;
  try {
    const said = await run(where, null, async (isRunning) => {
      while (isRunning()) {
        expect(await oracle.differences(reader)).toEqual([]);
        rounds += 1;
        // Lets the process's output in.
        await setImmediate();
      }
    });
    expect(said).toContain('done');
    expect(rounds).toBeGreaterThan(0);
    expect(await oracle.differences(reader)).toEqual([]);
  } finally {
    reader.close();
  }
});
