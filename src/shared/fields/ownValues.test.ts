import { expect, it } from 'vitest';
import { ownTitle, ownValueText } from './ownValues.ts';

it.each([
  ['launched_at', '1760987305', '20 Oct 2025'],
  ['createdAt', '1760987305123', '20 Oct 2025'],
  ['Founding date', '315532800', '1 Jan 1980'],
  ['timestamp', '1760987305.0', '20 Oct 2025'],
  ['last seen (unix)', ' 1760987305 ', '20 Oct 2025'],
])('E6 the time that %s says as %s is read as a day: %s', (name, value, text) => {
  expect(ownValueText({ name, value })).toBe(text);
});

it.each([
  ['id', '1760987305'],
  ['phone', '1760987305'],
  ['template', '1760987305'],
  ['launched_at', '2025-10-20'],
  ['launched_at', '20251020'],
  ['launched_at', '0'],
  ['updated_at', '176098730'],
  ['launched_at', '9999999999999'],
])('E6 what %s says as %s is left as it is', (name, value) => {
  expect(ownValueText({ name, value })).toBe(value);
});

it('E6 underscores are blanks in the name of a column', () => {
  expect(ownTitle('demo_day_video_public')).toBe('demo day video public');
  expect(ownTitle('Batch')).toBe('Batch');
});
