import { expect, test } from 'vitest';
import { parseEmployees } from './employees.ts';

test.each([
  ['1-10', 6],
  ['11-50', 31],
  ['Nov-50', 31],
  ['10 à 50 salariés', 30],
  ['De 11 a 50', 31],
  ['Más de 500', 501],
  ['50人以下', 26],
  ['<50', 26],
  ['少于50人', 26],
  ['10k+', 10_000],
  ['1K-5K', 3000],
  ['c_00011_00050', 31],
  ['c_10001_max', 10_001],
  ['~25', 25],
  ['approx. 40', 40],
  ['25 (2023)', 25],
  ['(2023)', null],
  ['Self-employed', 1],
  ['201-500 employees on LinkedIn', 351],
  ['11〜50名', 31],
  ['10-Jan', 6],
  ['101-250', 176],
  ['1,001-5,000 employees', 3001],
  ['10001+', 10_001],
  ['> 500', 501],
  ['51 to 200', 126],
  ['42', 42],
  ['0', null],
  ['many', null],
])('%j employees are %j', (text, count) => {
  expect(parseEmployees(text)).toBe(count);
});
