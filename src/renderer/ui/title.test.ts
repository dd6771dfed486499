import { expect, test } from 'vitest';
import { titleText, isolated } from './title.ts';

test('the title names the screen, and before it how many companies are to be reviewed', () => {
  expect(titleText('', 0)).toBe('Winnow');
  expect(titleText('Fintech', 0)).toBe('Fintech · Winnow');
  expect(titleText('Fintech', 12)).toBe('(12) Fintech · Winnow');
});

test('a name that turns the direction is kept by itself, any other stays as it is', () => {
  expect(isolated('Acme & Söhne 株式会社')).toBe('Acme & Söhne 株式会社');
  for (const name of ['Evil \u202egnp.exe', 'شركة', 'שלום']) expect(isolated(name)).toBe(`\u2068${name}\u2069`);
});
