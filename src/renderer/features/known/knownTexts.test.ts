import { expect, it } from 'vitest';
import type { KnownRow } from '#shared/domain/known.ts';
import { rowsCsv } from './knownTexts.ts';

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
