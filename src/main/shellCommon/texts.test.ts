import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { safeFileName } from './fileName.ts';
import { describeError, withoutSecrets } from './fileLog.ts';
import { plainNote } from './plainNote.ts';

test('a suggested file name keeps what it can', () => {
  expect(safeFileName('Sector Report on Fintech (Europe, DE, Seed)', 'pdf')).toBe(
    'Sector Report on Fintech (Europe, DE, Seed).pdf',
  );
  expect(safeFileName('Übersicht – 東京', 'csv')).toBe('Übersicht – 東京.csv');
  expect(safeFileName('list.CSV', 'csv')).toBe('list.csv');
});

test('S40 a suggested file name is a name on every system and nothing else', () => {
  for (const bad of [
    '../../etc/passwd',
    String.raw`..\..\x`,
    'C:\\x',
    '.hidden',
    'a\0b',
    'con',
    'NUL.csv',
    '',
    '   ',
    'a\u202Evsc.exe',
  ]) {
    const name = safeFileName(bad, 'csv');
    expect(name).toMatch(/^[^./\\:*?"<>|][^/\\:*?"<>|]*\.csv$/);
    expect(name).not.toMatch(/^(?:con|nul)\.csv$/i);
    expect(name).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u);
  }
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const name = safeFileName(text, 'pdf');
      expect(name.endsWith('.pdf') && name.length > 4 && !/[/\\]/.test(name) && !name.startsWith('.')).toBe(true);
      expect(Array.from(name).length).toBeLessThanOrEqual(184);
    }),
  );
});

test('S37 what looks like a credential does not reach the log', () => {
  const error = new Error('GET https://x.test/?access_token=abc123&page=1 failed', {
    cause: new Error('Authorization: Bearer abc.123-x and http://127.0.0.1:1/#launch=abc123'),
  });
  const text = describeError(error);
  expect(text).not.toContain('abc');
  expect(text).toContain('page=1');
  expect(text).toContain('caused by');
  expect(withoutSecrets('nothing to hide')).toBe('nothing to hide');
});

test('S45 a notification is plain, short text', () => {
  const note = plainNote({
    title: `a\u202Eb\u0007${'x'.repeat(300)}`,
    body: `one\ntwo ${'😀'.repeat(600)}`,
    path: '/',
  });
  expect(note.title).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u);
  expect(Array.from(note.title).length).toBe(100);
  expect(note.body.startsWith('one\ntwo 😀')).toBe(true);
  expect(Array.from(note.body).length).toBe(400);
  expect(note.body.isWellFormed()).toBe(true);
});
