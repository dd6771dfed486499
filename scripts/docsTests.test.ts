import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Documents that say which test proves what, as `path › test name` in backticks. */
const documents = ['docs/spec-coverage.md', 'docs/quality.md'].filter((file) => existsSync(path.join(root, file)));

interface Reference {
  readonly file: string;
  readonly names: readonly string[];
}

/** Every `path › name` of a Markdown text; a bar in a table is written `\|`. */
function referencesIn(text: string): Reference[] {
  return [...text.matchAll(/`([^`\n]+ › [^`\n]+)`/g)].map(([, reference = '']) => {
    const [file = '', ...names] = reference.replaceAll(String.raw`\|`, '|').split(' › ');
    return { file, names };
  });
}

/** The names that tests and groups of tests have in a source text, as they are written there. */
function namesIn(source: string): Set<string> {
  const first =
    /(?:\b(?:test|it|describe)(?:\.\w+)*|\))\(\s*(?:'((?:\\.|[^'\\\n])*)'|"((?:\\.|[^"\\\n])*)"|`((?:\\.|[^`\\])*)`)/g;
  const names = new Set<string>();
  for (const [, single, double, template] of source.matchAll(first)) {
    names.add((single ?? double ?? template ?? '').replaceAll(/\\(['"`\\])/g, '$1'));
  }
  return names;
}

const known = new Map<string, Set<string> | null>();

/** What is wrong with a reference; `''` if its file and its test are there. */
function problemOf({ file, names }: Reference): string {
  if (!known.has(file)) {
    const full = path.join(root, file);
    known.set(file, existsSync(full) ? namesIn(readFileSync(full, 'utf8')) : null);
  }
  const there = known.get(file) ?? null;
  if (there === null) return `${file}: there is no such file`;
  const missing = names.filter((name) => !there.has(name));
  return missing.map((name) => `${file}: there is no test called "${name}"`).join('; ');
}

describe('what the documents say is tested', () => {
  test('there is a document of what proves the specification', () => {
    expect(documents).toContain('docs/spec-coverage.md');
  });

  test.for(documents)('%s names only tests that there are', (document) => {
    const references = referencesIn(readFileSync(path.join(root, document), 'utf8'));
    expect(references.length).toBeGreaterThan(20);
    expect(references.map((reference) => problemOf(reference)).filter((problem) => problem !== '')).toEqual([]);
  });

  test('docs/spec-coverage.md gives every row a key of its own and a state, and every proved row its proof', () => {
    const rows = readFileSync(path.join(root, 'docs/spec-coverage.md'), 'utf8')
      .split('\n')
      .filter((line) => /^\| (?:SPEC|UX) /.test(line))
      .map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim()));
    expect(rows.length).toBeGreaterThan(150);
    const keys = rows.map(([, key]) => key);
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
    const wrong = rows.filter(([, , , proof = '', state = '']) => {
      if (!/^(?:proved|partly: .+|needs Electron|no rule)$/.test(state)) return true;
      return state === 'proved' && referencesIn(proof).length === 0;
    });
    expect(wrong.map(([, key]) => key)).toEqual([]);
  });

  test('a reference to a file or a test that is not there is found', () => {
    const self = 'scripts/docsTests.test.ts';
    const [good, bad, none] = referencesIn(
      `\`${self} › what the documents say is tested › a reference to a file or a test that is not there is found\`
       and \`${self} › nobody wrote this\`, \`scripts/nowhere.test.ts › whatever\``,
    );
    expect(problemOf(good ?? { file: '', names: [] })).toBe('');
    expect(problemOf(bad ?? { file: '', names: [] })).toContain('nobody wrote this');
    expect(problemOf(none ?? { file: '', names: [] })).toContain('no such file');
  });
});
