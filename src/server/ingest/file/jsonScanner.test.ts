import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { JsonScanner, type JsonText } from './jsonScanner.ts';

function scan(text: string, target: string | undefined, chunk = Infinity): { found: JsonText[]; scanner: JsonScanner } {
  const scanner = new JsonScanner(target === undefined ? [] : [target]);
  const found: JsonText[] = [];
  const size = Math.min(chunk, Math.max(text.length, 1));
  for (let at = 0; at < text.length; at += size) found.push(...scanner.push(text.slice(at, at + size)));
  return { found: [...found, ...scanner.end()], scanner };
}

test('finds the places where objects stand, with their keys', () => {
  const { scanner } = scan(
    '{"results":[{"hits":[{"name":"A","at":{"x":1}},{"name":"B","web":""}],"page":0}]}',
    undefined,
  );
  expect([...scanner.places].map(([path, { count, keys }]) => [path, count, [...keys]])).toEqual([
    ['$', 1, ['results']],
    ['results[]', 1, ['hits', 'page']],
    ['results[].hits[]', 2, ['name', 'at', 'web']],
    ['results[].hits[].at', 1, ['x']],
  ]);
});

test('cuts out the objects of one place with their lines; what is no object is reported', () => {
  const { found } = scan('[\n {"a": "x]}\\""},\n\n 5, "t",\n {"a": {"b": [1]}}\n]', '[]');
  expect(found.map(({ line, text, problem }) => [line, text, problem === ''])).toEqual([
    [2, '{"a": "x]}\\""}', true],
    [4, '', false],
    [4, '', false],
    [5, '{"a": {"b": [1]}}', true],
  ]);
});

test('F24 a document that ends too early loses only its last record', () => {
  const { found } = scan('[{"a":1},{"a":2},{"a":', '[]');
  expect(found.map(({ problem }) => problem === '')).toEqual([true, true, false]);
});

test('S23 deep nesting and wrong brackets are refused', () => {
  expect(scan('['.repeat(100), undefined).scanner.problem).toContain('64 deep');
  expect(scan('[{"a":1]}', undefined).scanner.problem).toContain('broken');
});

/**
 * Records that are nothing but one long text, key or list, of a kind that tempts code to examine all of it repeatedly.
 */
const longRecords: readonly (readonly [kind: string, record: (length: number) => string])[] = [
  ['a text', (length) => `{"text":"${'a'.repeat(length)}"}`],
  ['a text of line ends', (length) => `{"text":"${String.raw`\n`.repeat(length / 2)}"}`],
  ['a text of backslashes', (length) => `{"text":"${String.raw`\\`.repeat(length / 2)}"}`],
  ['a text of quotes', (length) => `{"text":"${String.raw`\"`.repeat(length / 2)}"}`],
  ['a text of brackets', (length) => `{"text":"${'{}[],:'.repeat(length / 6)}"}`],
  ['a key', (length) => `{"${'k'.repeat(length)}":1}`],
  ['a list', (length) => `{"list":[${'[],'.repeat(length / 3)}1]}`],
  ['blanks', (length) => `{"a":1${' '.repeat(length)}}`],
  ['short texts', (length) => `{"list":[${'"",'.repeat(length / 3)}1]}`],
];

test.each(longRecords)('F24 %s of any length is looked at a few times, in chunks of any size', (_kind, record) => {
  const chunk = 1000;
  for (const length of [chunk * 6, chunk * 60, chunk * 240]) {
    const text = `[${record(length)},{"a":2}]`;
    for (const targets of [undefined, '[]']) {
      const { found, scanner } = scan(text, targets, chunk);
      expect(scanner.work / text.length).toBeLessThan(6);
      expect(found.map((one) => one.text)).toEqual(targets === undefined ? [] : [record(length), '{"a":2}']);
    }
  }
});

test('backslashes count right wherever a chunk ends', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('\\', '"', 'a', '{', ']', '\n'), { maxLength: 200 }).map((parts) => parts.join('')),
      fc.integer({ min: 1, max: 100 }),
      fc.constantFrom('[]', undefined),
      (value, chunk, target) => {
        const list = [{ name: value, [value]: 1 }, { name: 'next' }];
        const { found, scanner } = scan(JSON.stringify(list), target, chunk);
        expect(found.map(({ text }) => JSON.parse(text) as unknown)).toEqual(target === undefined ? [] : list);
        expect([scanner.problem, scanner.places.get('[]')?.count]).toEqual(['', 2]);
      },
    ),
    { numRuns: 500 },
  );
});

test('F23 a record beyond its limit is told and let go of, and the next one is read', () => {
  const { found } = scan(`[{"text":"${'a'.repeat(33 * 1024 ** 2)}"},{"a":2}]`, '[]', 1024 ** 2);
  expect(found.map(({ text, problem }) => [text, problem])).toEqual([
    ['', 'The record is larger than 32 MB.'],
    ['{"a":2}', ''],
  ]);
});

test('I13 any list of objects is cut the same in chunks of any size', () => {
  fc.assert(
    fc.property(
      fc.array(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }))),
      fc.integer({ min: 1, max: 30 }),
      fc.constantFrom(0, 2),
      (list, chunk, indent) => {
        const text = JSON.stringify({ data: list }, null, indent);
        const records = scan(text, 'data[]', chunk).found.map((record) => JSON.parse(record.text) as unknown);
        expect(records).toEqual(JSON.parse(JSON.stringify(list)));
      },
    ),
    { numRuns: 500 },
  );
});
