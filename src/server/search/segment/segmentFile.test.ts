import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SegmentBuilder } from './segmentBuilder.ts';
import { Mapping, openSegmentFile } from './segmentFile.ts';
import { recordOf } from '#server/record/testing/records.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'winnow-segment-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('a file is mapped into memory after some thousand reads, and reads the same before and after', () => {
  const path = join(folder, 'seg-1.db');
  const builder = new SegmentBuilder(path);
  for (let id = 1; id <= 40; id++) builder.put(id, recordOf({ name: `Company ${String(id)}` }));
  builder.seal();
  const db = openSegmentFile(path);
  try {
    const mapping = new Mapping(db);
    const mapped = (): boolean => Number(db.prepare('PRAGMA mmap_size').get()?.['mmap_size']) > 0;
    const record = db.prepare('SELECT record FROM company WHERE id = ?');
    const seen: boolean[] = [];
    for (let read = 0; read < 6000; read++) {
      const id = (read % 40) + 1;
      expect(String(record.get(id)?.['record'])).toContain(`"Company ${String(id)}"`);
      mapping.read();
      if (read % 1000 === 0) seen.push(mapped());
    }
    expect(seen).toEqual([false, false, false, false, false, true]);
  } finally {
    db.close();
  }
});
