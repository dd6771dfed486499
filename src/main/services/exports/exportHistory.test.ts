import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ExportJob, ExportRequest } from '#shared/bridge/fileJobs.ts';
import { RecordingLog } from '../testing/recordingLog.ts';
import { ExportHistory } from './exporter.ts';

let path: string;
beforeEach(() => {
  path = join(mkdtempSync(join(tmpdir(), 'winnow-history-')), 'exports.json');
});
afterEach(() => rmSync(join(path, '..'), { recursive: true }));

const request: ExportRequest = { source: { kind: 'collection', id: 1 }, name: 'Mine', columns: [], bom: false };
const job: ExportJob = {
  id: '',
  name: 'Mine',
  file: 'Mine.csv',
  state: 'done',
  rows: 3,
  total: 3,
  reason: '',
  downloadUrl: 'http://127.0.0.1/once',
  startedAt: '2026-11-20T12:00:00.000Z',
  folder: '',
  columns: 0,
  repeatable: true,
};
const open = (): ExportHistory => new ExportHistory(path, new RecordingLog());

it('remembers the newest 50 exports of each account over a restart, but no address that was good once', async () => {
  const history = open();
  await history.add('bob', { ...job, id: 'his' }, request);
  for (let id = 1; id <= 55; id++) await history.add('ada', { ...job, id: String(id) }, request);
  const ids = Array.from({ length: 50 }, (_, index) => String(index + 6));
  expect(
    open()
      .of('ada')
      .map(({ id }) => id),
  ).toEqual(ids);
  expect(open().of('bob')).toEqual([{ ...job, id: 'his', downloadUrl: '' }]);
  expect(open().request('ada', '55')).toEqual(request);
  expect(open().request('bob', '55')).toBeNull();
});

it('does not remember what a very large selection was of', async () => {
  const ids = Array.from({ length: 5001 }, (_, index) => index + 1);
  await open().add('ada', { ...job, id: 'large' }, { ...request, source: { kind: 'ids', ids } });
  expect(open().of('ada')).toHaveLength(1);
  expect(open().request('ada', 'large')).toBeNull();
});

it('starts without a history that is damaged, and says so in the log', () => {
  writeFileSync(path, '{"exports": [{');
  const log = new RecordingLog();
  expect(new ExportHistory(path, log).of('ada')).toEqual([]);
  expect(log.lines.map(({ event }) => event)).toEqual(['exports.history']);
});
