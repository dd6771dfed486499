import * as fc from 'fast-check';
import iconv from 'iconv-lite';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { asciiRuns, decodeText, detectEncoding } from './encoding.ts';
import type { ByteSource } from './byteSource.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'winnow-encoding-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

/** Bytes that come in chunks of this size. */
function sourceOf(bytes: Buffer, chunk: number): ByteSource {
  const path = join(folder, 'list.csv');
  writeFileSync(path, bytes);
  return {
    path,
    name: 'list.csv',
    compressed: false,
    zipped: false,
    bytes: bytes.length,
    async *read() {
      for (let at = 0; at < bytes.length; at += chunk) yield bytes.subarray(at, at + chunk);
    },
  };
}

async function textOf(source: ByteSource, encoding: Parameters<typeof decodeText>[1]): Promise<string> {
  let text = '';
  for await (const part of decodeText(source, encoding)) text += part;
  return text;
}

const line = fc.oneof(
  fc.string({ unit: 'binary-ascii', maxLength: 3000 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
);
const lines = fc.array(line, { maxLength: 12 }).map((all) => all.join('\n'));

test('UTF-8 in chunks of any size is the text it was, whichever lines have characters beyond ASCII', async () => {
  await fc.assert(
    fc.asyncProperty(lines, fc.integer({ min: 1, max: 5000 }), async (text, chunk) => {
      const source = sourceOf(Buffer.from(text, 'utf8'), chunk);
      expect(await textOf(source, 'UTF-8')).toBe(text.toWellFormed().replace(/^\uFEFF/, ''));
    }),
    { numRuns: 300 },
  );
});

test('valid UTF-8 is seen as such wherever chunks end, and what is none is not', async () => {
  const text = 'name,city\nCafé Größe,東京 🚀\n';
  const bytes = Buffer.from(text.repeat(40), 'utf8');
  for (let chunk = 1; chunk < 60; chunk++) expect(await detectEncoding(sourceOf(bytes, chunk))).toBe('UTF-8');
  const broken = Buffer.concat([bytes, Buffer.from('caf\xe9,K\xf6ln\n'.repeat(200), 'latin1')]);
  for (let chunk = 1; chunk < 60; chunk++)
    expect(await detectEncoding(sourceOf(broken, chunk)), `chunks of ${chunk}`).not.toBe('UTF-8');
});

test('the runs of a chunk are the chunk, and ASCII is what they say', () => {
  fc.assert(
    fc.property(lines, (text) => {
      const bytes = Buffer.from(text, 'utf8');
      const runs = [...asciiRuns(bytes)];
      expect(Buffer.concat(runs.map((run) => run.bytes)).equals(bytes)).toBe(true);
      for (const run of runs) expect(run.bytes.every((byte) => byte < 0x80)).toBe(run.ascii);
    }),
  );
});

test('F23 of UTF-8 with single bytes that are none all else is read, and those as Windows-1252', async () => {
  const [head, tail] = ['name,city\nMüller,Köln\nŁódź AG,東京 🚀\n', 'École,Orléans\n'.repeat(30)];
  const bytes = Buffer.concat([
    Buffer.from(head),
    Buffer.from('Caf\xe9,Lyon\nTr\xc3,Nice\n', 'latin1'),
    Buffer.from(tail),
  ]);
  for (let chunk = 500; chunk > 0; chunk -= 7) {
    const source = sourceOf(bytes, chunk);
    expect(await textOf(source, 'UTF-8'), `chunks of ${chunk}`).toBe(`${head}Café,Lyon\nTrÃ,Nice\n${tail}`);
  }
  expect(await detectEncoding(sourceOf(bytes, 300))).toBe('UTF-8');
});

const inWindows = [
  'The suite of “benefits” for all',
  'Care that works – at home',
  '“Fast” payments, ‘simple’ pricing',
  'It’s the shops’ own tool',
  'Tools for teams — and for “everyone else.”',
  'Über „Löhne“ – ein Dienst',
  'Une équipe à l’écoute',
];
const inMacRoman = [
  'Così semplice, già pronta',
  'Asociación de Córdoba, más rápido',
  'Île-de-France, forêt et goût',
  'España: niños y señales',
  'Größe für Köln',
  'ação em São Paulo',
];

test.each(inWindows)('%j, saved as Windows-1252, is read as it was', async (text) => {
  const bytes = iconv.encode(`Name,Description\nAlma,"${text}"\n`, 'windows-1252');
  expect(await detectEncoding(sourceOf(bytes, 4096))).toBe('Windows-1252');
});

test.each(inMacRoman)('%j, saved as MacRoman, is read as it was', async (text) => {
  const bytes = iconv.encode(`Name,Description\nAlma,"${text}"\n`, 'macroman');
  expect(await detectEncoding(sourceOf(bytes, 4096))).toBe('MacRoman');
});
