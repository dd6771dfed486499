import { expect, it } from 'vitest';
import { reportTitle, statedQuery } from './reportTexts.ts';

it('a report is called as its file will be (SPEC 9), and states what it counts', () => {
  expect(reportTitle({ sector: 'FinTech' })).toBe('Sector Report on FinTech');
  expect(statedQuery({ sector: 'FinTech' })).toBe('All companies of the sector FinTech');
});
