import { fold } from '#shared/domain/text.ts';
import type { CompanyRecord } from '#server/store/companyRecord.ts';
import type { CompanyCandidate, CompanyWriter } from '#server/store/companies.ts';
import { ownDomain } from '../values/web.ts';
import { mergeCompanies } from './merge.ts';

/** What is to become of a record: nothing (it adds nothing), a change to a stored company, or a new one. */
export type Placement =
  { readonly kind: 'duplicate' | 'new' } | { readonly kind: 'update'; id: number; record: CompanyRecord };

/**
 * Finds the stored company a record is about (API.md `Import`): same domain of its own and a similar folded name, else
 * same folded name and country. Two different domains of their own say that companies of one name are two: in real lists
 * they always were. Sample companies are never matched.
 *
 * A company may have got its country from a later row than the one at hand, so a record that some company has taken in
 * already is a duplicate even where the rule no longer holds: importing a file twice changes nothing.
 */
export function placeRecord(record: CompanyRecord, writer: CompanyWriter): Placement {
  const domain = domainOfRecord(record);
  const name = fold(record.name);
  const byDomain = domain === '' ? [] : imported(writer.findByDomain(domain));
  const byName = imported(writer.findByName(name));
  const related = byDomain.filter((candidate) => areSimilarNames(candidate.record.name, record.name));
  const namesakes = byName.filter((candidate) => areCompatible(domainOfRecord(candidate.record), domain));
  const same = related[0] ?? namesakes.find((candidate) => candidate.record.countryCode === record.countryCode);
  const change = same === undefined ? null : mergeCompanies(same.record, record);
  if (same !== undefined && change === null) return { kind: 'duplicate' };
  const holders = [...related, ...namesakes.filter((candidate) => mayHold(candidate, record))];
  if (holders.some((candidate) => candidate !== same && isHeldBy(candidate, record, domain)))
    return { kind: 'duplicate' };
  return same === undefined || change === null ? { kind: 'new' } : { kind: 'update', id: same.id, record: change };
}

/** A namesake in the same country, or one with a site, by which it may have got its country after it took this record. */
function mayHold({ record: holder }: CompanyCandidate, record: CompanyRecord): boolean {
  return holder.countryCode === record.countryCode || (record.countryCode === '' && domainOfRecord(holder) !== '');
}

/** Whether a company has everything a record says, its place and site included. */
function isHeldBy({ record: holder }: CompanyCandidate, record: CompanyRecord, domain: string): boolean {
  return (domain === '' || domain === domainOfRecord(holder)) && mergeCompanies(holder, record) === null;
}

function areCompatible(a: string, b: string): boolean {
  return a === '' || b === '' || a === b;
}

/** Imported candidates, the oldest first, whatever order the store gives. */
function imported(candidates: readonly CompanyCandidate[]): CompanyCandidate[] {
  return candidates.filter((candidate) => candidate.origin === 'import').toSorted((a, b) => a.id - b.id);
}

function domainOfRecord(record: CompanyRecord): string {
  return ownDomain(record.links.find((link) => link.type === 'website')?.url ?? '');
}

/** Endings that say nothing about which company it is. */
const formWords = new Set(
  (
    'inc incorporated llc ltd limited corp corporation co company plc gmbh ag kg ug sa sas sarl srl spa bv nv ab as oy oyj aps pty pvt ' +
    'private lp llp holdings holding group technologies technology labs com io net org ai app the'
  ).split(' '),
);

/** Whether two names may be one company's: equal but for form words, one within the other, or nearly the same letters. */
export function areSimilarNames(a: string, b: string): boolean {
  const first = coreOf(a);
  const second = coreOf(b);
  if (first === second) return true;
  const [short, long] = first.length <= second.length ? [first, second] : [second, first];
  if (short.length >= 3 && long.startsWith(short)) return true;
  if (short.length >= 5 && long.includes(short)) return true;
  return short.length >= 4 && editsWithin(short, long, Math.floor(long.length / 5));
}

function coreOf(name: string): string {
  const words = fold(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
  const telling = words.filter((word) => !formWords.has(word));
  return (telling.length > 0 ? telling : words).join('');
}

/** Whether at most `most` letters have to be added, left out or changed. */
function editsWithin(a: string, b: string, most: number): boolean {
  if (b.length - a.length > most || b.length > 100) return false;
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = (row[j - 1] ?? 0) + (a.charAt(i - 1) === b.charAt(j - 1) ? 0 : 1);
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return (row.at(-1) ?? 0) <= most;
}
