import { expect, it } from 'vitest';
import { sourceNameSchema } from './knownSource.ts';
import { countsText, knownCell, knownLine, leftOutText, markText } from './knownText.ts';

it.each([
  [{ source: 'Affinity', status: 'Passed', contact: '2025-03-12' }, 'Affinity: Passed · Mar 2025'],
  [{ source: 'Affinity', status: 'Passed', contact: '' }, 'Affinity: Passed'],
  [{ source: 'Affinity', status: '', contact: '2025-03-12' }, 'Affinity: Mar 2025'],
  [{ source: 'Affinity', status: '', contact: '' }, 'Affinity'],
])('the mark of %o is “%s”', (mark, text) => {
  expect(markText(mark)).toBe(text);
});

it('a file has every mark of a company, with days as files have them', () => {
  const marks = [
    { source: 'Affinity', status: 'Passed', contact: '2025-03-12' },
    { source: 'HubSpot', status: '', contact: '' },
  ];
  expect(knownCell(marks)).toBe('Affinity: Passed (2025-03-12); HubSpot');
  expect(knownCell([])).toBe('');
});

it('a line says status, owner and last contact, as far as they are known', () => {
  expect(knownLine({ status: 'Passed', owner: 'Ann Roe', contact: '2025-03-12' })).toBe(
    'Passed · Ann Roe · last contact 12 Mar 2025',
  );
  expect(knownLine({ status: '', owner: '', contact: '' })).toBe('');
});

it.each(['', '  ', 'any', 'Any', 'a,b', '-x', 'x'.repeat(41), 'a\nb'])('a source is not called “%s”', (name) => {
  expect(sourceNameSchema.safeParse(name).success).toBe(false);
});

it('a source’s name is without blanks around it', () => {
  expect(sourceNameSchema.parse(' Our list ')).toBe('Our list');
});

it.each([
  [
    { rows: 2140, matched: 1874, to_choose: 31, missing: 235, skipped: 0 },
    '2,140 rows: 1,874 matched, 31 to choose from, 235 not in the database.',
  ],
  [{ rows: 1, matched: 1, to_choose: 0, missing: 0, skipped: 1 }, '1 row: 1 matched. 1 row is skipped.'],
  [
    { rows: 3, matched: 0, to_choose: 0, missing: 3, skipped: 2 },
    '3 rows: 0 matched, 3 not in the database. 2 rows are skipped.',
  ],
])('%o is “%s”', (counts, text) => {
  expect(countsText(counts)).toBe(text);
});

it('what lists leave out is said of all of them together, and nothing where that is nothing', () => {
  expect(leftOutText([{ leftOut: 0, known: 0 }])).toBe('');
  const both = [
    { leftOut: 1200, known: 0 },
    { leftOut: 3, known: 18 },
  ];
  expect(leftOutText(both)).toBe(' 1,203 decided before: left out. 18 known: left out.');
  expect(leftOutText([{ leftOut: 0, known: 2 }])).toBe(' 2 known: left out.');
});
