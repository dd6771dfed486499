import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { safeFileName, plainNote } from './texts.ts';
import { describeError, withoutSecrets } from '#node/log.ts';

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
    'Con. Fintech',
    'Aux . old',
    'COM¹',
  ]) {
    const name = safeFileName(bad, 'csv');
    expect(name).toMatch(/^[^./\\:*?"<>|][^/\\:*?"<>|]*\.csv$/);
    expect(name).not.toMatch(/^(?:con|nul|aux|com¹) *\./i);
    expect(name).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u);
  }
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const name = safeFileName(text, 'pdf');
      expect(name.endsWith('.pdf') && name.length > 4 && !/[/\\]/.test(name) && !name.startsWith('.')).toBe(true);
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(184);
    }),
  );
});

test('S40 a long name is short enough in every writing, and ends with a whole character', () => {
  for (const sign of ['a', 'ä', 'ع', '東', '🚀', '👩🏽‍🚀']) {
    const name = safeFileName(sign.repeat(300), 'csv');
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(184);
    expect(name.slice(0, -4).replaceAll(sign, '')).toBe('');
    expect(name.length).toBeGreaterThan(4);
  }
  // Half a character, as a name that was cut off may end with.
  expect(safeFileName('Rockets \ud83d', 'csv')).toBe('Rockets.csv');
});

test('S37 what looks like a credential does not reach the log', () => {
  const error = new Error('GET https://x.test/?access_token=abc123&page=1 failed', {
    cause: new Error('Authorization: Bearer abc.123-x and http://127.0.0.1:1/#launch=abc123'),
  });
  const text = describeError(error);
  expect(text).not.toContain('abc');
  expect(text).toContain('https://x.test/');
  expect(text).toContain('caused by');
  expect(withoutSecrets('nothing to hide')).toBe('nothing to hide');
  for (const secret of [
    'winnow://auth?access_token=abc&state=abc',
    'winnow://auth?code=abc&state=abc failed',
    '{"access_token":"abc"}',
    'token: abc',
    "password = 'abc'",
    'Basic abc==',
    'http://127.0.0.1:1/#launch=abc',
  ]) {
    expect(withoutSecrets(secret)).not.toContain('abc');
  }
});

test('S47 what an address asks for does not reach the log, because it is what the user searches for', () => {
  for (const text of [
    'GET http://127.0.0.1:1/api/latest_companies/preview/?text_search=secret+project&page=0 failed',
    'GET /api/latest_companies/preview/?text_search=secret%20project failed',
  ]) {
    expect(withoutSecrets(text)).not.toContain('secret');
    expect(withoutSecrets(text)).toContain('/api/latest_companies/preview/');
    expect(withoutSecrets(text)).toContain('failed');
  }
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
