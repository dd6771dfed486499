import type { BitArena } from './bitArena.ts';
import type { Bitmap } from './bitmap.ts';
import { addPostings, lastingPostings, type Postings } from './postings.ts';
import type { Scratch } from './scratch.ts';

/** The documents of any of these postings, which nobody else holds; undefined where there are none. */
export function unionOf(each: Iterable<Postings>, scratch: Scratch, arena: BitArena): Postings | undefined {
  const mark = scratch.mark();
  let only: Postings | undefined;
  let bits: Bitmap | undefined;
  const add = (target: Bitmap, postings: Postings): void => {
    addPostings(target, postings);
    if (postings.form === 'bitmap') arena.giveAtOnce(postings.bits);
  };
  for (const postings of each) {
    if (only === undefined) {
      only = postings;
      continue;
    }
    if (bits === undefined) {
      bits = scratch.empty();
      add(bits, only);
    }
    add(bits, postings);
  }
  if (bits === undefined) return only;
  const union = lastingPostings(bits, arena);
  scratch.release(mark);
  return union;
}
