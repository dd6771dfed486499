import { fundedTags, type FundedTag } from './choices.ts';

/**
 * The funded tag of a company whose last funding was on `fundedOn`, as of `today` (both `YYYY-MM-DD`);
 * `''` where there was none, or where the date lies in the future. Whole calendar months are counted (docs/api.md).
 */
export function fundedTagOf(fundedOn: string, today: string): FundedTag | '' {
  if (fundedOn === '' || fundedOn > today) return '';
  const months = wholeMonthsBetween(fundedOn, today);
  return fundedTags.findLast((tag) => months >= tag.months)?.value ?? '';
}

function wholeMonthsBetween(from: string, to: string): number {
  const [y1 = 0, m1 = 0, d1 = 0] = from.split('-').map(Number);
  const [y2 = 0, m2 = 0, d2 = 0] = to.split('-').map(Number);
  return (y2 - y1) * 12 + (m2 - m1) - (d2 < d1 ? 1 : 0);
}
