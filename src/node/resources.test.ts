import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { namesIn, once, parseTable, readTable, resourceText } from './resources.ts';

const columns = ['field', 'language', 'name'] as const;
const heading = 'field\tlanguage\tname\n';
const parse = (lines: string) => parseTable(heading + lines, 'resources/import/some.tsv', columns);
const read = (lines: string) =>
  namesIn(
    parse(lines),
    ({ name }) => name.toLowerCase().replaceAll('!', ''),
    ({ field }) => field,
  );

describe('a table', () => {
  test('gives its rows by the names in the heading', () => {
    expect(parse('city\tde\tStadt\ncity\tfr\tville\n').rows).toEqual([
      { field: 'city', language: 'de', name: 'Stadt' },
      { field: 'city', language: 'fr', name: 'ville' },
    ]);
    expect(parse('').rows).toEqual([]);
  });

  test('may come out of an editor with CRLF and a byte order mark', () => {
    const table = parseTable('\uFEFFfield\tlanguage\tname\r\ncity\tde\tStadt\r\n', 'a.tsv', columns);
    expect(table.rows).toEqual([{ field: 'city', language: 'de', name: 'Stadt' }]);
  });

  test.each([
    ['too few cells', 'city\tde\tStadt\ncity\tStadt\n', 3, 'has 2 cells; it needs 3: field, language, name'],
    ['too many cells', 'city\tde\tStadt\t1\n', 2, 'has 4 cells'],
    ['spaces for tabs', 'city de Stadt\n', 2, 'has 1 cells'],
    ['an empty cell', 'city\t\tStadt\n', 2, 'the cell “language” is empty'],
    ['an empty line', 'city\tde\tStadt\n\ncity\tfr\tville\n', 3, 'the line is empty'],
    ['an empty line at the end', 'city\tde\tStadt\n\n', 3, 'the line is empty'],
    ['stray spaces', 'city\tde\tStadt\ncity\tfr\tville \n', 3, 'spaces around “ville”'],
  ])('tells %s by file and line', (_, lines, line, what) => {
    expect(() => parse(lines)).toThrow(`resources/import/some.tsv, line ${String(line)}: `);
    expect(() => parse(lines)).toThrow(what);
  });

  test('tells a wrong heading as line 1', () => {
    expect(() => parseTable('field\tname\n', 'a.tsv', columns)).toThrow(
      'a.tsv, line 1: the heading must be field, language, name',
    );
    expect(() => parseTable('', 'a.tsv', columns)).toThrow('a.tsv, line 1');
  });
});

describe('the names in a table', () => {
  test('may repeat in another language, for the same thing', () => {
    expect(read('city\tde\tOrt\ncity\tnl\tort\n')).toEqual(new Map([['ort', 'city']]));
  });

  test.each([
    [
      'stands for two things',
      'city\tde\tOrt\nstate\tnl\tORT\n',
      3,
      '“ort” stands for “city” in a line above, and for “state” here',
    ],
    [
      'stands twice in a language',
      'city\tde\tOrt\nstate\tde\tLand\ncity\tde\tort!\n',
      4,
      '“ort” is in a line above already',
    ],
    ['comes to nothing', 'city\tde\t!\n', 2, 'no letters or digits'],
  ])('tells one that %s by file and line', (_, lines, line, what) => {
    expect(() => read(lines)).toThrow(`resources/import/some.tsv, line ${String(line)}: `);
    expect(() => read(lines)).toThrow(what);
  });
});

test('a file is found from the source, and one that is missing is named', () => {
  expect(resourceText('README.md')).toMatch(/^# resources\n/);
  expect(() => readTable('import/none.tsv', columns)).toThrow(/resources.import.none\.tsv/);
});

test('a value is made once, and not before it is asked for', () => {
  let made = 0;
  const value = once(() => ({ number: ++made }));
  expect(made).toBe(0);
  expect(value()).toBe(value());
  expect(made).toBe(1);
});

test.each(['out/main', 'out/main/chunks', 'src/node'])(
  'files are found from code in %s, of a package too',
  async (code) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'winnow-resources-'));
    onTestFinished(() => {
      rmSync(folder, { recursive: true });
    });
    // In a package the archive lies in a folder that is called resources as well.
    const app = path.join(folder, 'resources', 'app.asar');
    mkdirSync(path.join(app, 'resources', 'import'), { recursive: true });
    mkdirSync(path.join(app, code), { recursive: true });
    writeFileSync(path.join(app, 'package.json'), '{ "type": "module" }');
    writeFileSync(path.join(app, 'resources', 'import', 'some.tsv'), `${heading}city\tde\tStadt\n`);
    const source = readFileSync(new URL('resources.ts', import.meta.url), 'utf8');
    const file = path.join(app, code, 'resources.js');
    writeFileSync(file, stripTypeScriptTypes(source));
    const packed = (await import(pathToFileURL(file).href)) as { readonly readTable: typeof readTable };
    expect(packed.readTable('import/some.tsv', columns).rows).toEqual([
      { field: 'city', language: 'de', name: 'Stadt' },
    ]);
    writeFileSync(path.join(app, 'resources', 'import', 'some.tsv'), `${heading}city\tStadt\n`);
    expect(() => packed.readTable('import/some.tsv', columns)).toThrow('resources/import/some.tsv, line 2: ');
  },
);
