import { formatDay, formatMonth } from './formats.ts';
import type { KnownMark, KnownOfCompany } from './known.ts';

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

/** All that a source says of a company but the note: `Passed · Ann Roe · last contact 12 Mar 2025`. */
export function knownLine({ status, owner, contact }: Pick<KnownOfCompany, 'status' | 'owner' | 'contact'>): string {
  const last = contact === '' ? '' : `last contact ${formatDay(contact)}`;
  return [status, owner, last].filter((part) => part !== '').join(' · ');
}
