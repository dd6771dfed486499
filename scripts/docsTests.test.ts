import { existsSync, globSync, readFileSync } from 'node:fs';
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

/** Every `path › name` in a Markdown text; a bar in a table is written `\|`. */
function referencesIn(text: string): Reference[] {
  return [...text.matchAll(/`([^`\n]+ › [^`\n]+)`/g)].map(([, reference = '']) => {
    const [file = '', ...names] = reference.replaceAll(String.raw`\|`, '|').split(' › ');
    return { file, names };
  });
}

/** The names of tests and groups of tests in a source text, as written there. */
function namesIn(source: string): Set<string> {
  const first =
    /(?:\b(?:test|it|describe)(?:\.\w+)*|\))\(\s*(?:'((?:\\.|[^'\\\n])*)'|"((?:\\.|[^"\\\n])*)"|`((?:\\.|[^`\\])*)`)/g;
  const names = new Set<string>();
  for (const [, single, double, template] of source.matchAll(first)) {
    names.add((single ?? double ?? template ?? '').replaceAll(/\\(['"`\\])/g, '$1'));
  }
  return names;
}

/** The tests whose names are those of files: inputs of the import, by kind, and each by itself. */
const ofFixtures = 'tests/import/fixtures.test.ts';

function namesOfFixtures(): Set<string> {
  const inputs = globSync('*/*', { cwd: path.join(root, path.dirname(ofFixtures)) })
    .map((file) => file.split(path.sep))
    .filter(([, name = '']) => !name.endsWith('.expected.json'));
  return new Set(
    inputs.flatMap(([folder = '', name = '']) => {
      const kind = folder.replaceAll('-', ' ');
      return [kind, `${kind} / ${name}`];
    }),
  );
}

const known = new Map<string, Set<string> | null>();

/** What is wrong with a reference; `''` if its file and its test exist. */
function problemOf({ file, names }: Reference): string {
  if (!known.has(file)) {
    const full = path.join(root, file);
    const cases = file === ofFixtures ? namesOfFixtures() : [];
    known.set(file, existsSync(full) ? new Set([...namesIn(readFileSync(full, 'utf8')), ...cases]) : null);
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
      .filter((line) => /^\| \d/.test(line))
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

/** The comments in a source, and the names of its tests. */
function proseOf(source: string): string {
  const comments = [...source.matchAll(/\/\*[\s\S]*?\*\/|(?<![:'"`\w/])\/\/ .*/g)].map(([comment]) => comment);
  return [...comments, ...namesIn(source)].join('\n');
}

/** The numbers of a document's sections, and of the rules in them: `4`, `4.1`, `4.2` … */
function numbersIn(document: string): Set<string> {
  const numbers = new Set<string>();
  let section = '';
  for (const line of document.split('\n')) {
    section = /^## (\d+)\. /.exec(line)?.[1] ?? section;
    if (section === '') continue;
    numbers.add(section);
    const rule = /^(?:(\d+)\. |\| (\d+\.\d+)[ ,])/.exec(line);
    if (rule !== null) numbers.add(rule[2] ?? `${section}.${rule[1] ?? ''}`);
  }
  return numbers;
}

const product = numbersIn(readFileSync(path.join(root, 'docs/product.md'), 'utf8'));
const api = numbersIn(readFileSync(path.join(root, 'docs/api.md'), 'utf8'));
const decisions = new Set(
  globSync('docs/adr/*.md', { cwd: root }).map((file) => Number(path.basename(file).slice(0, 4))),
);

/** One name may be followed by several numbers: `product 4, 17.4`. */
function numbered(cited: readonly string[]): string[] {
  return cited.flatMap((list) => list.split(', '));
}

/** The API's calls are rules of the product too: they are numbered in the table of docs/api.md. */
function isRule(number: string): boolean {
  return product.has(number) || /^7\.(?:[1-9]|1\d)$/.test(number);
}

/** What a text cites that does not exist. */
function missingIn(text: string): string[] {
  const all = (pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, cited = '']) => cited);
  return [
    ...all(/\b(SPEC|DECISIONS|DESIGN|QUALITY|UX|HOUSE|MODELS)\b/g),
    ...numbered(all(/\bproduct (\d[\d.]*\d|\d(?:, \d[\d.]*)*)/g)).filter((number) => !isRule(number)),
    ...numbered(all(/\bdocs\/api\.md (\d+)/g)).filter((number) => !api.has(number)),
    ...all(/\bADR (\d+)/g).filter((number) => !decisions.has(Number(number))),
    ...all(/\b(docs\/[\w/-]+\.md)\b/g).filter((file) => !existsSync(path.join(root, file))),
  ];
}

/** The source files that a text names in backticks. */
function filesNamedIn(text: string): string[] {
  return [...text.matchAll(/`((?:[\w.-]+\/)*[\w.-]+\.(?:tsx?|mjs|css|wat|tsv))`/g)].map(([, file = '']) => file);
}

describe('what comments and tests cite', () => {
  const sources = globSync('{src,scripts,tests}/**/*.{ts,tsx,mjs}', {
    cwd: root,
    exclude: (file) => file.split(path.sep).includes('node_modules'),
  });

  test('is there: documents, their sections, rules and decisions', () => {
    expect(sources.length).toBeGreaterThan(500);
    const self = path.join('scripts', 'docsTests.test.ts');
    const wrong = sources
      .filter((file) => file !== self)
      .flatMap((file) => {
        const missing = missingIn(proseOf(readFileSync(path.join(root, file), 'utf8')));
        return missing.map((cited) => `${file}: ${cited}`);
      });
    expect(wrong).toEqual([]);
  });

  test('is there: the files that READMEs, documents and comments name', () => {
    const documentFiles = globSync('{README.md,docs/**/*.md,{src,scripts,tests,resources}/**/README.md}', {
      cwd: root,
    });
    const there = globSync('{*.ts,{src,scripts,tests,resources,types}/**/*.{ts,tsx,mjs,mts,css,wat,tsv}}', {
      cwd: root,
      exclude: (file) => file.split(path.sep).includes('node_modules'),
    }).map((file) => `/${file.split(path.sep).join('/')}`);
    const ends = new Set(there.flatMap((file) => [...file.matchAll(/\//g)].map(({ index }) => file.slice(index + 1))));
    // A README names files of its own folder, and those directly in the folders around it; all others with a folder.
    const isNear = (file: string, name: string): boolean => {
      const folder = `/${path.dirname(file).split(path.sep).join('/')}/`;
      return there.some(
        (each) =>
          each.endsWith(`/${name}`) && (each.startsWith(folder) || folder.startsWith(each.slice(0, -name.length))),
      );
    };
    expect(documentFiles.length).toBeGreaterThan(80);
    const wrong = [...documentFiles, ...sources].flatMap((file) => {
      const text = readFileSync(path.join(root, file), 'utf8');
      const prose = file.endsWith('.md') ? text : proseOf(text);
      return filesNamedIn(prose)
        .map((name) => path.posix.normalize(name).replace(/^(?:\.\.\/)+/, ''))
        .filter((name) => !(/[/\\]README\.md$/.test(file) && !name.includes('/') ? isNear(file, name) : ends.has(name)))
        .map((name) => `${file}: ${name}`);
    });
    expect(wrong).toEqual([]);
  });

  test('is missed where it is not there', () => {
    const cited = 'SPEC 4, product 4.99, product 4.5, docs/api.md 77, docs/api.md 4, ADR 9999, ADR 11, docs/nowhere.md';
    expect(missingIn(cited)).toEqual(['SPEC', '4.99', '77', '9999', 'docs/nowhere.md']);
  });
});
