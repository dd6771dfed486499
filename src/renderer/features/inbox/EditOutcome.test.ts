import { expect, it } from 'vitest';
import { editText } from './EditOutcome.tsx';

it.each([
  [{ dropped: 0, dropped_kept: 0, added: 0, left_out: 0, known: 0, decided: 0 }, 'Removes no company and adds none.'],
  [
    { dropped: 0, dropped_kept: 0, added: 1200, left_out: 212, known: 0, decided: 1 },
    'Removes no company and adds 1,200. Leaves out 212 matches that you decided on before. ' +
      '1 decided company stays in the list.',
  ],
  [
    { dropped: 1, dropped_kept: 0, added: 1, left_out: 0, known: 0, decided: 0 },
    'Removes 1 undecided company and adds 1.',
  ],
  [
    { dropped: 1, dropped_kept: 1, added: 0, left_out: 0, known: 0, decided: 2 },
    'Removes 1 undecided company, which you once had in Watchlist or Opportunities, and adds none. ' +
      '2 decided companies stay in the list.',
  ],
  [
    { dropped: 34, dropped_kept: 2, added: 120, left_out: 0, known: 0, decided: 0 },
    'Removes 34 undecided companies, 2 of which you once had in Watchlist or Opportunities, and adds 120.',
  ],
  [
    { dropped: 3, dropped_kept: 3, added: 0, left_out: 0, known: 0, decided: 0 },
    'Removes 3 undecided companies, all of which you once had in Watchlist or Opportunities, and adds none.',
  ],
])('%o is “%s”', (edit, text) => {
  expect(editText(edit)).toBe(text);
});
