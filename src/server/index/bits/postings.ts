import type { BitArena, Scratch } from './bitArena.ts';
import { andNotInto, countAnd, haveCommon, orInto, popcount, setBit, wordsFor, type Bitmap } from './bitmap.ts';

/**
 * The documents that have one value or word, in the form in which the segment file stores them. A set of more than a
 * sixteenth of all documents is a bitmap; a smaller one is a list of 16-bit halves, cut into runs of 65,536 documents:
 * `[run, count, low, low, …]`. At a sixteenth both take the same room; below it the list is shorter and as fast to
 * read.
 */
export type Postings =
  | { readonly form: 'bitmap'; readonly count: number; readonly bits: Bitmap }
  | { readonly form: 'list'; readonly count: number; readonly halves: Uint16Array };

/** The most documents a segment may have: keeps a run's count within 16 bits and a lookup key within 53. */
export const maxSegmentDocuments = 1 << 20;

/** Whether this many of `size` documents are stored as a bitmap, which then takes no more room than a list. */
export function isDense(count: number, size: number): boolean {
  return count * 16 >= size;
}

/** Encodes ascending document numbers of a segment with `size` documents. */
export function encodePostings(documents: Uint32Array, size: number): Uint8Array {
  if (isDense(documents.length, size)) {
    const bits = new Uint32Array(wordsFor(size));
    for (const document of documents) setBit(bits, document);
    return bytesOf(bits);
  }
  return encodeList(documents);
}

function encodeList(documents: Uint32Array): Uint8Array {
  let runs = 0;
  for (let i = 0, run = -1; i < documents.length; i++) {
    if (documents[i]! >>> 16 === run) continue;
    run = documents[i]! >>> 16;
    runs += 1;
  }
  const halves = new Uint16Array(documents.length + runs * 2);
  let at = 0;
  for (let i = 0; i < documents.length;) {
    const run = documents[i]! >>> 16;
    const start = at;
    halves[start] = run;
    at += 2;
    while (i < documents.length && documents[i]! >>> 16 === run) halves[at++] = documents[i++]! & 0xffff;
    halves[start + 1] = at - start - 2;
  }
  return bytesOf(halves);
}

/** Encodes the set bits of a bitmap, in bytes of their own: whoever fills bitmaps clears this one for the next. */
export function encodeBitmap(bits: Bitmap, count: number, size: number): Uint8Array {
  return isDense(count, size) ? bytesOf(bits.slice()) : encodeList(documentsOf(bits, count));
}

function documentsOf(bits: Bitmap, count: number): Uint32Array {
  const documents = new Uint32Array(count);
  let at = 0;
  for (let word = 0; word < bits.length; word++) {
    for (let rest = bits[word]!; rest !== 0; rest &= rest - 1) {
      documents[at++] = (word << 5) + 31 - Math.clz32(rest & -rest);
    }
  }
  return documents;
}

/** Reads what `encodePostings` wrote; a bitmap becomes one of the arena's, if there is one. */
export function decodePostings(data: Uint8Array, count: number, size: number, arena?: BitArena): Postings {
  if (!isDense(count, size)) return { form: 'list', count, halves: new Uint16Array(aligned(data)) };
  const read = new Uint32Array(aligned(data));
  if (arena === undefined) return { form: 'bitmap', count, bits: read };
  const bits = arena.take(read.length);
  bits.set(read);
  return { form: 'bitmap', count, bits };
}

/** Postings made at query time. */
export function bitmapPostings(bits: Bitmap, count: number): Postings {
  return { form: 'bitmap', count, bits };
}

/** If at most one in this many documents is set, a list is small and fast enough to keep instead of a bitmap. */
const sparseShare = 64;

/** A lasting copy of a working bitmap. */
export function lastingPostings(bits: Bitmap, arena: BitArena): Postings {
  const count = popcount(bits);
  if (count * sparseShare <= bits.length * 32) {
    const list = encodeList(documentsOf(bits, count));
    return { form: 'list', count, halves: new Uint16Array(aligned(list)) };
  }
  const copy = arena.take(bits.length);
  copy.set(bits);
  return bitmapPostings(copy, count);
}

/** How many bytes of memory the postings take. */
export function postingsBytes(postings: Postings): number {
  return postings.form === 'bitmap' ? postings.bits.byteLength : postings.halves.byteLength;
}

/** Adds the documents to a bitmap. */
export function addPostings(target: Bitmap, postings: Postings): void {
  if (postings.form === 'bitmap') return orInto(target, postings.bits);
  const { halves } = postings;
  for (let at = 0; at < halves.length;) {
    const base = halves[at]! << 11; // a run of 65,536 documents is 2,048 words
    const end = at + 2 + halves[at + 1]!;
    for (at += 2; at < end; at++) {
      const low = halves[at]!;
      target[base + (low >>> 5)] = target[base + (low >>> 5)]! | (1 << (low & 31));
    }
  }
}

/** The documents of any of these postings, shared with nobody; undefined if there are none. */
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

/** Removes the documents from a bitmap. */
export function removePostings(target: Bitmap, postings: Postings): void {
  if (postings.form === 'bitmap') return andNotInto(target, postings.bits);
  const { halves } = postings;
  for (let at = 0; at < halves.length;) {
    const base = halves[at]! << 11;
    const end = at + 2 + halves[at + 1]!;
    for (at += 2; at < end; at++) {
      const low = halves[at]!;
      target[base + (low >>> 5)] = target[base + (low >>> 5)]! & ~(1 << (low & 31));
    }
  }
}

/** How many of the documents are in a bitmap. */
export function countPostings(bits: Bitmap, postings: Postings): number {
  if (postings.form === 'bitmap') return countAnd(bits, postings.bits);
  const { halves } = postings;
  let count = 0;
  for (let at = 0; at < halves.length;) {
    const base = halves[at]! << 11;
    const end = at + 2 + halves[at + 1]!;
    for (at += 2; at < end; at++) {
      const low = halves[at]!;
      count += (bits[base + (low >>> 5)]! >>> (low & 31)) & 1;
    }
  }
  return count;
}

/** Whether any of the documents is in a bitmap; stops at the first. */
export function hasPostings(bits: Bitmap, postings: Postings): boolean {
  if (postings.form === 'bitmap') return haveCommon(bits, postings.bits);
  const { halves } = postings;
  for (let at = 0; at < halves.length;) {
    const base = halves[at]! << 11;
    const end = at + 2 + halves[at + 1]!;
    for (at += 2; at < end; at++) {
      const low = halves[at]!;
      if (((bits[base + (low >>> 5)]! >>> (low & 31)) & 1) === 1) return true;
    }
  }
  return false;
}

/** The bytes of a typed array, for binding to a statement. */
export function bytesOf(array: Uint32Array | Uint16Array | Float64Array | Int32Array): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}

/** The bytes of a blob as a buffer that a typed array of any width can view. */
export function aligned(data: Uint8Array): ArrayBuffer {
  const buffer = data.buffer as ArrayBuffer;
  if (data.byteOffset === 0 && data.byteLength === buffer.byteLength) return buffer;
  return buffer.slice(data.byteOffset, data.byteOffset + data.byteLength);
}
