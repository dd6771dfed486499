import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync, Visitor } from 'oxc-parser';
import { expect, test } from 'vitest';
import { loggedFields } from '../src/node/log.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The names of the fields that a source passes to `log.info`, `log.warn` and `log.error`. */
function fieldsOf(file: string, source: string): string[] {
  const found: string[] = [];
  new Visitor({
    CallExpression: ({ callee, arguments: given }) => {
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return;
      if (!['info', 'warn', 'error'].includes(callee.property.name)) return;
      if (!/log$/i.test(source.slice(callee.object.start, callee.object.end))) return;
      const fields = given[callee.property.name === 'error' ? 2 : 1];
      if (fields?.type !== 'ObjectExpression') return;
      for (const property of fields.properties) {
        if (property.type === 'Property' && property.key.type === 'Identifier') found.push(property.key.name);
      }
    },
  }).visit(parseSync(file, source).program);
  return found;
}

test('S47 every field that is logged is on the list, so that none is left out unseen', () => {
  const files = globSync('src/{main,server,node}/**/*.ts', { cwd: root }).filter(
    (file) => !/\.test\.ts$|testing/.test(file),
  );
  const missing = files.flatMap((file) =>
    fieldsOf(file, readFileSync(path.join(root, file), 'utf8'))
      .filter((name) => !(loggedFields as readonly string[]).includes(name))
      .map((name) => `${file}: ${name} is not in loggedFields (src/node/log.ts)`),
  );
  expect(missing).toEqual([]);
  expect(files.length).toBeGreaterThan(50);
});

test('S47 the list is what is looked for', () => {
  expect(fieldsOf('a.ts', "this.#deps.log.warn('x', { a, b: 1 }); log.error('x', error, { c });")).toEqual([
    'a',
    'b',
    'c',
  ]);
});
