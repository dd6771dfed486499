import { mkdtempSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { generateCompanies } from '../jobs/sample/generate.ts';
import { SegmentBuilder } from '../index/segment/segmentBuilder.ts';
import { makePostingsInThread } from './postingsClient.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'winnow-postings-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

/** A segment of sample companies, one of them replaced, not sealed yet. */
function built(name: string): SegmentBuilder {
  const builder = new SegmentBuilder(join(folder, name));
  const records = [...generateCompanies({ count: 3000, seed: 4, today: '2026-11-20' })];
  for (const [index, record] of records.entries()) builder.put(index + 1, record);
  builder.put(7, records[8]!);
  return builder;
}

/** What makes the companies of a segment findable, whatever the order in which it was written. */
function contentOf({ path }: SegmentBuilder): unknown[] {
  const db = new DatabaseSync(path, { readOnly: true });
  try {
    return [
      'SELECT kind, term, count, data FROM posting ORDER BY kind, term',
      'SELECT * FROM chunk ORDER BY column_id, number',
      'SELECT * FROM front ORDER BY document',
      'SELECT * FROM info',
    ].map((sql) => db.prepare(sql).all());
  } finally {
    db.close();
  }
}

test('a segment is the same whether its postings are made in threads of their own or not', async () => {
  const [here, elsewhere] = [built('here.db'), built('elsewhere.db')];
  here.seal();
  await elsewhere.sealWith(makePostingsInThread);
  const content = contentOf(elsewhere);
  expect(content[0]).toHaveProperty(
    'length',
    expect.toSatisfy((length: number) => length > 5000),
  );
  expect(content).toEqual(contentOf(here));
});

test('what goes wrong while postings are written is told, and the thread ends', async () => {
  const stop = new AbortController();
  const terms = Array.from({ length: 50 }, (_, index) => `word${String(index)}`);
  const lists = { values: Uint32Array.from(terms.keys()), starts: new Uint32Array([0]), ends: new Uint32Array([50]) };
  let passed = 0;
  const made = makePostingsInThread(
    { kind: 'text', terms, lists },
    new Uint32Array([0]),
    () => {
      passed += 1;
      throw new Error('disk full');
    },
    stop.signal,
  );
  await expect(made).rejects.toThrow('disk full');
  stop.abort();
  expect(passed).toBe(1);
});

test('postings that nobody wants any more are not passed on', async () => {
  const stop = new AbortController();
  const lists = { values: new Uint32Array([0]), starts: new Uint32Array([0]), ends: new Uint32Array([1]) };
  let passed = 0;
  const pass = (): void => {
    passed += 1;
  };
  const made = makePostingsInThread({ kind: 'name', terms: ['word'], lists }, new Uint32Array([0]), pass, stop.signal);
  stop.abort();
  await expect(made).rejects.toThrow('ended with code');
  expect(passed).toBe(0);
});
