import { expect, test } from 'vitest';
import { titleText } from './title.ts';

test('the title names the screen, and before it how many companies are to be reviewed', () => {
  expect(titleText('', 0)).toBe('Winnow');
  expect(titleText('Fintech', 0)).toBe('Fintech · Winnow');
  expect(titleText('Fintech', 12)).toBe('(12) Fintech · Winnow');
});
