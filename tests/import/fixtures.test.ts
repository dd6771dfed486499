import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { cellsLeftOut } from './leftOut.ts';
import { expectLike, importFixture, readExpectation } from './fixtureRun.ts';

const folder = fileURLToPath(new URL('.', import.meta.url));

/** What a file is besides an input: the answer to one. */
const ending = '.expected.json';

const kinds = (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isDirectory());
const cases = await Promise.all(
  kinds.map(async ({ name: kind }) => {
    const files = await readdir(join(folder, kind));
    return { kind, files: files.toSorted(), inputs: files.filter((file) => !file.endsWith(ending)).toSorted() };
  }),
);

test('there are fixtures, and each has an answer', () => {
  expect(cases.length).toBeGreaterThan(0);
  for (const { kind, files, inputs } of cases) {
    const answers = inputs.map((input) => answerOf(input));
    expect([kind, files]).toEqual([kind, [...inputs, ...answers].toSorted()]);
  }
});

describe.each(cases)('$kind', ({ kind, inputs }) => {
  test.each(inputs)(`${kind.replaceAll('-', ' ')} / %s`, async (input) => {
    const path = join(folder, kind, input);
    const expected = readExpectation(await readFile(join(folder, kind, answerOf(input)), 'utf8'));
    const outcome = await importFixture(path, expected);
    expectLike(outcome, expected);
    if (outcome.refused === '') expect(await cellsLeftOut(path, expected)).toEqual([]);
  });
});

function answerOf(input: string): string {
  return `${input.slice(0, input.lastIndexOf('.'))}${ending}`;
}
