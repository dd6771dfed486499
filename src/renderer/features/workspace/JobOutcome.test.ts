import { expect, it } from 'vitest';
import { rejectedRowsCsv } from './JobOutcome.tsx';

it('S39 writes line and reason, and no cell that a spreadsheet would run', () => {
  const csv = rejectedRowsCsv({
    rejected: [
      { line: 3, reason: 'No name.' },
      { line: 9, reason: '=HYPERLINK("x")' },
      { line: 12, reason: 'a;=1+1' },
    ],
  });
  expect(csv.split('\r\n')).toEqual(['Line,Reason', '3,No name.', `9,"'=HYPERLINK(""x"")"`, "12,a;'=1+1"]);
});
