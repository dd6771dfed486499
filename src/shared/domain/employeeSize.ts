import type { EmployeeSize } from './choices.ts';

/** Size category of a number of employees; `unknown` for none or for a count that is not positive. */
export function sizeCategoryOf(count: number | null): EmployeeSize {
  if (count === null || count < 1) return 'unknown';
  if (count <= 10) return '1-10';
  if (count <= 50) return '11-50';
  if (count <= 200) return '51-200';
  if (count <= 500) return '201-500';
  return 'more';
}
