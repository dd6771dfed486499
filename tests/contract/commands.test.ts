import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { commands } from '#shared/commands.ts';

const root = new URL('../../', import.meta.url).pathname;

test('every command is carried out somewhere in the page', () => {
  const files = globSync('src/renderer/**/*.{ts,tsx}', { cwd: root, exclude: (file) => file.includes('.test.') });
  const handled = new Set(
    files.flatMap((file) => [...readFileSync(`${root}${file}`, 'utf8').matchAll(/'(\w+\.\w+)':/g)].map(([, id]) => id)),
  );
  expect(commands.map(({ id }) => id).filter((id) => !handled.has(id))).toEqual([]);
});
