import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { layerOf, layers, violation } from './lib/layers.mjs';

function why(importer: string, file: string, isTest = false): string | null {
  return violation(importer, { kind: 'own', file }, false, isTest);
}

test('every room of the table is there', () => {
  const files = globSync('src/**/*.{ts,tsx}', { cwd: join(import.meta.dirname, '..') }).map((file) =>
    file.replaceAll('\\', '/'),
  );
  const used = new Set(files.map((file) => layerOf(file)?.name));
  expect(layers.map(({ name }) => name).filter((name) => !used.has(name))).toEqual([]);
});

test('a room imports what lies below it, not what lies beside or above', () => {
  const list = 'src/renderer/lists/ListScreen.tsx';
  expect(why(list, 'src/renderer/features/company/Facts.tsx')).toBeNull();
  expect(why('src/renderer/features/company/Facts.tsx', list)).toContain('may not import renderer/lists');
  expect(why('src/renderer/features/help/HelpScreen.tsx', 'src/renderer/features/search/SortMenu.tsx')).not.toBeNull();
  expect(why('src/server/state/port.ts', 'src/server/state/sqlite/file.ts')).not.toBeNull();
  expect(why('src/server/state/sqlite/file.ts', 'src/server/state/port.ts')).toBeNull();
  expect(why('src/server/api/routes/entries.ts', 'src/server/workspace.ts')).not.toBeNull();
  expect(why('src/main/services/connection.ts', 'src/main/services/session/session.ts')).not.toBeNull();
});

test('a test may put its house together, and no other', () => {
  expect(why('src/server/insight/insight.test.ts', 'src/server/index/open.ts', true)).toBeNull();
  expect(why('src/server/insight/insight.test.ts', 'src/main/app.ts', true)).not.toBeNull();
});

test('a folder that has no place in the table is told', () => {
  expect(layerOf('src/server/misc/helpers.ts')).toBeUndefined();
  expect(why('src/server/misc/helpers.ts', 'src/server/api/app.ts')).toBe('stands in no layer');
});
