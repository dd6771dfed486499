import { expect, test } from 'vitest';
import { isolated } from './title.ts';

test('a name that turns the direction is kept by itself, any other stays as it is', () => {
  expect(isolated('Acme & Söhne 株式会社')).toBe('Acme & Söhne 株式会社');
  for (const name of ['Evil \u202egnp.exe', 'شركة', 'שלום']) expect(isolated(name)).toBe(`\u2068${name}\u2069`);
});
