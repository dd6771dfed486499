import { fold } from './text.ts';

/** Endings that say nothing about which company it is. */
const formWords = new Set(
  (
    'inc incorporated llc ltd limited corp corporation co company plc gmbh ag kg ug sa sas sarl srl spa bv nv ab ' +
    'as oy oyj aps pty pvt private lp llp holdings holding group technologies technology labs com io net org ai ' +
    'app the'
  ).split(' '),
);

/**
 * Whether two names may be one company's: equal but for form words, one within the other, or nearly the same letters.
 */
export function areSimilarNames(a: string, b: string): boolean {
  const first = coreOf(a);
  const second = coreOf(b);
  if (first === second) return true;
  const [short, long] = first.length <= second.length ? [first, second] : [second, first];
  if (short.length >= 3 && long.startsWith(short)) return true;
  if (short.length >= 5 && long.includes(short)) return true;
  return short.length >= 4 && editsWithin(short, long, Math.floor(long.length / 5));
}

/** A name without form words, punctuation and case: `acme` of `Acme, Inc.`. */
export function coreOf(name: string): string {
  const folded = fold(name);
  // Most names are a word or two.
  if (/^[a-z0-9]+$/.test(folded)) return folded;
  const words = folded.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
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
