import { expect, test } from 'vitest';
import { circlesIn, houseFigures, longTestsIn, waitsIn } from './lib/houseFigures.mjs';

function file(name: string, source: string): { file: string; source: string } {
  return { file: name, source };
}

test('folders that need each other are a circle, whatever the way between them', () => {
  const sources = [
    file('src/server/a/one.ts', "import { two } from '../b/two.ts';"),
    file('src/server/b/two.ts', "import type { Three } from '#server/c/three.ts';"),
    file('src/server/c/three.ts', "export { one } from '../a/one.ts';"),
    file('src/server/d/four.ts', "import { one } from '../a/one.ts';"),
  ];
  expect(circlesIn('server', sources)).toEqual(['a, b, c']);
  expect(circlesIn('server', sources.slice(0, 2))).toEqual([]);
});

test('a test is long over sixty lines, a group of tests is not', () => {
  const lines = '\n  expect(1).toBe(1);'.repeat(60);
  expect(longTestsIn(file('a.test.ts', `test('long', () => {${lines}\n});`))).toEqual(['a.test.ts:1 (62)']);
  expect(longTestsIn(file('a.test.ts', `test.each([1])('long', () => {${lines}\n});`))).toHaveLength(1);
  expect(longTestsIn(file('a.test.ts', `describe('group', () => {${lines}\n});`))).toEqual([]);
  expect(longTestsIn(file('a.test.ts', "test('short', () => {});"))).toEqual([]);
});

test('a wait for a time is found, a wait for an event is not', () => {
  const source = 'await sleep(100);\nawait page.waitForTimeout(50);\nawait setTimeout(1_000);\nawait sleep(until);';
  expect(waitsIn(file('a.test.ts', source))).toEqual(['a.test.ts:1', 'a.test.ts:2', 'a.test.ts:3']);
});

test('a file with a function needs a test of its name beside it, types and tables do not', () => {
  const figures = houseFigures(
    [
      file('src/node/with.ts', 'export function f() {}'),
      file('src/node/with.test.ts', ''),
      file('src/node/without.ts', 'export const f = () => 1;'),
      file('src/node/types.ts', 'export interface T { readonly a: string }'),
      file('src/node/testing/helper.ts', 'export function f() {}'),
    ],
    [],
  );
  const named = new Map(figures.map((figure) => [figure.name, figure]));
  expect(named.get('files with logic and no test beside them')?.where).toEqual(['src/node/without.ts']);
  expect(named.get('production files')?.value).toBe(3);
});
