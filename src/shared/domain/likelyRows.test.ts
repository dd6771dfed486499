import { expect, test } from 'vitest';
import { addedLikelyText, likelyText, type LikelyRows } from './likelyRows.ts';

function of(count: number, ...names: string[]): LikelyRows {
  const rows = names.map((name, id) => {
    const companies = [{ id: id + 1, name, says: '', by: 'name' as const }];
    return { name: 'row', domain: '', country: '', says: '', companies };
  });
  return { count, rows };
}

test.each([
  [of(1, 'Dime'), '1 row may be a company that is here already: Dime.'],
  [of(2, 'Dime', 'Origami'), '2 rows may be companies that are here already: Dime and Origami.'],
  [of(3, 'Dime', 'Origami', 'Kite'), '3 rows may be companies that are here already: Dime, Origami and Kite.'],
  [of(3, 'Dime', 'Dime', 'Kite'), '3 rows may be companies that are here already: Dime and Kite.'],
  [
    of(4, 'Dime', 'Origami', 'Kite', 'Lytix'),
    '4 rows may be companies that are here already: Dime, Origami and 2 more.',
  ],
  [of(1_204, 'Dime', 'Dime'), '1,204 rows may be companies that are here already: Dime and 1,202 more.'],
])('E15 says which companies they may be (%#)', (likely, text) => {
  expect(likelyText(likely)).toBe(text);
});

test('E15 says of what was added that it may have been here', () => {
  expect([addedLikelyText(of(1, 'Dime')), addedLikelyText(of(2, 'Dime', 'Origami'))]).toEqual([
    '1 added company may be one that was here already: Dime.',
    '2 added companies may be ones that were here already: Dime and Origami.',
  ]);
});
