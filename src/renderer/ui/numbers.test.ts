import { expect, it } from 'vitest';
import { counted, formatBytes, formatCount, formatDay } from './numbers.ts';

it('groups digits and chooses the noun', () => {
  expect(formatCount(1_234_567)).toBe('1,234,567');
  expect(counted(1, 'company', 'companies')).toBe('1 company');
  expect(counted(0, 'company', 'companies')).toBe('0 companies');
});

it('writes sizes in the unit a person expects', () => {
  expect(formatBytes(0)).toBe('0 bytes');
  expect(formatBytes(386_000_000)).toBe('386 MB');
  expect(formatBytes(1_500)).toBe('1.5 KB');
});

it('leaves an unknown day empty', () => {
  expect(formatDay('')).toBe('');
  expect(formatDay('2026-11-16')).toBe('16 Nov 2026');
});
