import { expect, it } from 'vitest';
import type { KnownRow } from '#shared/domain/known.ts';
import { countsText, rowsCsv } from './knownTexts.ts';

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

it('S39 rows that are saved hold no formula', () => {
  const row: KnownRow = {
    id: 1,
    line: 2,
    name: '=HYPERLINK("x")',
    website: 'acme.example',
    status: '+1',
    owner: 'Ann, Bob',
    contact: '2025-03-12',
    note: '@x',
    their_id: '-7',
    company_id: null,
    is_chosen: false,
    candidates: [],
  };
  const [header, line] = rowsCsv([row]).split('\r\n');
  expect(header).toBe('Name,Website,Status,Owner,Last contact,Note,Id');
  expect(line).toBe(`"'=HYPERLINK(""x"")",acme.example,'+1,"Ann, Bob",2025-03-12,'@x,'-7`);
});
