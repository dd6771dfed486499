import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SegmentBuilder } from './segmentBuilder.ts';
import { recordLength } from '../../record/companyRecord.ts';
import { isOutdated, lackedFacets, Mapping, openSegmentFile } from './segmentFile.ts';
import { kindsBeforeNoted, segmentFormat } from './segmentFormat.ts';
import { storedFieldIds, storedFields } from '../analysis/facetFields.ts';
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

test('a file of an older format lacks the facets whose values have changed since, and is outdated', () => {
  const path = join(folder, 'seg-1.db');
  const builder = new SegmentBuilder(path);
  builder.put(1, recordOf({ name: 'Alma' }));
  builder.seal();
  const db = new DatabaseSync(path);
  try {
    expect([isOutdated(db), lackedFacets(db, { regions: segmentFormat })]).toEqual([false, new Set()]);
    // One more field in a company than this file knows.
    expect(isOutdated(db, recordLength + 1)).toBe(true);
    db.exec(`PRAGMA user_version = ${String(segmentFormat - 1)}`);
    expect([isOutdated(db), lackedFacets(db)]).toEqual([true, new Set()]);
    expect(lackedFacets(db, { regions: segmentFormat, stages: segmentFormat - 1 })).toEqual(new Set(['regions']));
    db.exec(`PRAGMA user_version = ${String(segmentFormat)}; DELETE FROM holds WHERE name = 'stages'`);
    expect([isOutdated(db), lackedFacets(db)]).toEqual([true, new Set(['stages'])]);
    // From before files said what they have: they have what existed then.
    db.exec('DROP TABLE holds');
    const later = storedFields.filter((field) => !kindsBeforeNoted.includes(storedFieldIds[field]));
    expect(lackedFacets(db)).toEqual(new Set(later));
  } finally {
    db.close();
  }
});
