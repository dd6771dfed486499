import { expect, it } from 'vitest';
import { recordCsv } from './WeekRecord.tsx';

it('S39 the week as CSV has a row for each count, and no text of it is a formula', () => {
  const tally = {
    day: '2026-11-23',
    list: 'Archive',
    smart_list: '=cmd',
    reason: 'Too early, again',
    companies: 2,
  } as const;
  expect(recordCsv([tally]).split('\r\n')).toEqual([
    'Day,List,Reason,Smart list,Companies',
    `2026-11-23,Archive,"Too early, again",'=cmd,2`,
  ]);
});
