import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answerFor, readPageFiles, type PageFiles } from './pageFiles.ts';

let folder: string;
let files: PageFiles;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'winnow-pages-'));
  const root = path.join(folder, 'renderer');
  mkdirSync(path.join(root, 'assets'), { recursive: true });
  writeFileSync(path.join(folder, 'secret.txt'), 'secret');
  writeFileSync(path.join(root, 'index.html'), 'page');
  writeFileSync(path.join(root, 'icon.svg'), 'icon');
  writeFileSync(path.join(root, 'assets', 'main-ab12.js'), 'code');
  writeFileSync(path.join(root, 'assets', 'strange.exe'), 'code');
  symlinkSync(path.join(folder, 'secret.txt'), path.join(root, 'assets', 'link.txt'));
  symlinkSync(folder, path.join(root, 'outside'));
  files = readPageFiles(root);
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('S2 what a path leads to', () => {
  test('S2 files by their exact name', () => {
    expect(answerFor('/icon.svg', files)).toMatchObject({
      kind: 'file',
      file: { type: 'image/svg+xml', hashed: false },
    });
    expect(answerFor('/assets/main-ab12.js', files)).toMatchObject({ kind: 'file', file: { hashed: true } });
  });

  test.for(['/', '/list/search', '/company/12', '/collections/', '/nowhere/at/all', '/a%20b'])(
    'S2 %s is the page',
    (where) => {
      expect(answerFor(where, files).kind).toBe('page');
    },
  );

  test.for([
    '',
    'list/search',
    '/index.html',
    '/../secret.txt',
    '/assets/../../secret.txt',
    '/..',
    '/%2e%2e/secret',
    '/%2E%2E%2fsecret',
    '/assets/%2e%2e%2f%2e%2e%2fsecret.txt',
    String.raw`/..\secret.txt`,
    '/%5c..%5csecret',
    '/assets%2fmain-ab12.js',
    '/icon.svg%00',
    '/icon.svg\0',
    '/%00',
    '//etc/passwd',
    '/etc//passwd',
    '/C:/secret.txt',
    '/assets/link.txt',
    '/outside/secret.txt',
    '/assets/strange.exe',
    '/assets/missing.js',
    '/ASSETS/MAIN-AB12.JS',
    '/assets/main-ab12.js/',
    '/é',
    '/line\nbreak',
    `/${'x'.repeat(2001)}`,
  ])('S2 %j is not found', (where) => {
    expect(answerFor(where, files).kind).toBe('notFound');
  });

  test('S2 no path whatever leads out of the folder or throws', () => {
    const piece = fc.constantFrom(
      '..',
      '.',
      '%2e',
      '%2E%2e',
      '\\',
      '%5c',
      '%00',
      '\0',
      '/',
      '%2f',
      'assets',
      'secret.txt',
    );
    const anyPath = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(piece).map((parts) => `/${parts.join('/')}`),
    );
    fc.assert(
      fc.property(anyPath, (where) => {
        const answer = answerFor(where, files);
        if (answer.kind === 'file') expect(answer.file.path.startsWith(path.join(folder, 'renderer'))).toBe(true);
        if (answer.kind === 'page')
          expect(decodeURIComponent(where.replaceAll(/%(?![\da-f]{2})/gi, '%25'))).not.toMatch(/\.\.|\\|\0/);
      }),
      { numRuns: 2000 },
    );
  });
});
