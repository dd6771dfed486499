import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLog, lastErrorsOf, openFileLog, type LogFields } from './log.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'winnow-log-'));
  file = path.join(folder, 'winnow.log');
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const lines = (name = file): Record<string, unknown>[] =>
  readFileSync(name, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

test('S47 a line has the fields of the list and no others', () => {
  const log = openFileLog(file);
  log.info('started', { port: 8750, query: 'secret project', note: 'a note', token: 'abc' } as LogFields);
  log.warn('tray.refresh', { code: 'busy' });
  expect(lines()).toMatchObject([
    { event: 'started', port: 8750 },
    { event: 'tray.refresh', code: 'busy' },
  ]);
  expect(readFileSync(file, 'utf8')).not.toMatch(/secret|a note|abc/);
});

test('S37 errors and fields are written without credentials', () => {
  const log = openFileLog(file);
  log.warn('keychain.unavailable', { reason: 'winnow://auth?access_token=abc&state=abc' });
  log.error('signIn.failed', new Error('GET https://x.test/?access_token=abc', { cause: new Error('Bearer abc') }));
  expect(readFileSync(file, 'utf8')).not.toContain('abc');
});

test('S47 whoever writes it, a text of a line is short, on one line and without what an address asks for', () => {
  const written: string[] = [];
  const stream = createLog((line) => written.push(line));
  const inFile = openFileLog(file);
  const reason = `first\nsecond\u202E GET /api/x?text_search=plan failed ${'y'.repeat(300)}`;
  for (const log of [stream, inFile]) log.warn('note.failed', { reason, client: '127.0.0.1', user: 7 });
  inFile.close();
  inFile.warn('after.close');
  for (const line of [JSON.parse(written.join('')) as Record<string, unknown>, ...lines()]) {
    expect(line).toMatchObject({ level: 'warn', event: 'note.failed', client: '127.0.0.1', user: 7 });
    expect(line['reason']).toMatch(/^firstsecond GET \/api\/x\?… failed y+$/);
    expect(line['reason']).toHaveLength(200);
  }
  expect(lines()).toHaveLength(1);
});

test('the log is private and turns into an old one when it has grown', () => {
  const log = openFileLog(file, 2000);
  for (let count = 0; count < 100; count += 1) log.info('started', { count });
  expect(statSync(file).size).toBeLessThan(4000);
  expect(statSync(`${file}.old`).size).toBeLessThan(4000);
  for (const name of [file, `${file}.old`]) expect(statSync(name).mode & 0o777).toBe(0o600);
  // The newest line is in the newest file.
  expect(lines().at(-1)).toMatchObject({ count: 99 });
  // The next start goes on in the same file.
  openFileLog(file, 2000).info('started', { count: 100 });
  expect(lines().at(-1)).toMatchObject({ count: 100 });
});

test('an error of a log that Winnow 1.2 wrote is found too', () => {
  writeFileSync(
    file,
    '{"level":50,"time":1764061200000,"pid":1,"event":"crash","error":"Error: old"}\n{"level":50,"ti',
  );
  expect(lastErrorsOf(file)).toEqual(['2025-11-25T09:00:00.000Z crash: Error: old']);
});

test('the newest errors are found again, also those of the start before', () => {
  expect(lastErrorsOf(file)).toEqual([]);
  const log = openFileLog(file, 3000);
  for (let count = 0; count < 30; count += 1) {
    log.info('started', { count });
    log.error('queue.write', new Error(`number ${count}`));
  }
  expect(existsSync(`${file}.old`)).toBe(true);
  const errors = lastErrorsOf(file, 5);
  expect(errors.map((error) => /number \d+/.exec(error)?.[0])).toEqual([
    'number 25',
    'number 26',
    'number 27',
    'number 28',
    'number 29',
  ]);
  expect(errors[0]).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z queue\.write: Error: number 25\n/);
});

test.skipIf(!existsSync('/dev/full'))('F5 on a full disk nothing is thrown, nothing is told, and others go on', () => {
  const told = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  try {
    const log = openFileLog('/dev/full');
    for (let count = 0; count < 20; count += 1) {
      expect(() => log.info('started')).not.toThrow();
      expect(() => log.error('queue.write', new Error('The disk is full.'))).not.toThrow();
    }
    expect(told).not.toHaveBeenCalled();
  } finally {
    told.mockRestore();
  }
  // What can be written elsewhere is.
  openFileLog(file).info('started', { count: 7 });
  expect(lines().map((line) => line['count'])).toEqual([7]);
});

test('F5 a log that cannot begin anew goes on in its old file', () => {
  const log = openFileLog(file, 200);
  // Nothing can take the place of a folder that is not empty.
  mkdirSync(path.join(`${file}.old`, 'there'), { recursive: true });
  for (let count = 0; count < 10; count += 1) log.info('started', { count });
  expect(lines().map((line) => line['count'])).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
});
