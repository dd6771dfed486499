import { counted, formatCount, formatDay, formatMonth } from './formats.ts';
import type { KnownCounts, KnownMark, KnownOfCompany } from './known.ts';

/** A mark in short: `Affinity: Passed · Mar 2025`. */
export function markText({ source, status, contact }: Pick<KnownMark, 'source' | 'status' | 'contact'>): string {
  const said = [status, formatMonth(contact)].filter((part) => part !== '').join(' · ');
  return said === '' ? source : `${source}: ${said}`;
}

/** Marks of one company in short. */
export function marksText(marks: readonly KnownMark[]): string {
  return marks.map(markText).join('; ');
}

/** The same for a file, with days as files have them: `Affinity: Passed (2025-03-12)`. */
export function knownCell(marks: readonly Pick<KnownMark, 'source' | 'status' | 'contact'>[]): string {
  return marks
    .map(({ source, status, contact }) => {
      const said = [status, contact === '' ? '' : `(${contact})`].filter((part) => part !== '').join(' ');
      return said === '' ? source : `${source}: ${said}`;
    })
    .join('; ');
}

/** What becomes of a file's rows: `2,140 rows: 1,874 matched, 31 to choose from, 235 not in the database.` */
export function countsText({ rows, matched, to_choose: toChoose, missing, skipped }: KnownCounts): string {
  const parts = [`${formatCount(matched)} matched`];
  if (toChoose > 0) parts.push(`${formatCount(toChoose)} to choose from`);
  if (missing > 0) parts.push(`${formatCount(missing)} not in the database`);
  const left = skipped === 0 ? '' : ` ${counted(skipped, 'row is', 'rows are')} skipped.`;
  return `${counted(rows, 'row', 'rows')}: ${parts.join(', ')}.${left}`;
}

/** How many rows nothing but their name matches: `12 of them are matched by name alone:` */
export function namedText({ count }: { readonly count: number }): string {
  return `${formatCount(count)} of them ${count === 1 ? 'is' : 'are'} matched by name alone:`;
}

/**
 * What lists leave out of what matches, after a sentence: ` 212 decided before: left out. 18 known: left out.`, or
 * nothing.
 */
export function leftOutText(lists: readonly { readonly leftOut: number; readonly known: number }[]): string {
  const decided = lists.reduce((sum, { leftOut }) => sum + leftOut, 0);
  const known = lists.reduce((sum, list) => sum + list.known, 0);
  const parts = [
    ...(decided === 0 ? [] : [`${formatCount(decided)} decided before: left out.`]),
    ...(known === 0 ? [] : [`${formatCount(known)} known: left out.`]),
  ];
  return parts.map((part) => ` ${part}`).join('');
}

/** All that a source says of a company but the note: `Passed · Ann Roe · last contact 12 Mar 2025`. */
export function knownLine({ status, owner, contact }: Pick<KnownOfCompany, 'status' | 'owner' | 'contact'>): string {
  const last = contact === '' ? '' : `last contact ${formatDay(contact)}`;
  return [status, owner, last].filter((part) => part !== '').join(' · ');
}
