import { wordsFor, type Bitmap } from '../bits/bitmap.ts';

/** What has been found out about the phrases of a query in one segment, whose records never change. */
export interface PhraseKnowledge {
  /** Documents that have been looked at. */
  readonly seen: Bitmap;
  /** Those that have all phrases within their texts. */
  readonly having: Bitmap;
}

/** Room for what a segment remembers, in bytes, and for how many queries at most. */
const mostBytes = 4 * 1024 * 1024;
const mostQueries = 32;
/** Queries that are remembered however large the segment is: those that are being worked on. */
const fewestQueries = 4;

/** Remembers which documents have which phrases, for the queries that were asked last. */
export class PhraseMemory {
  readonly #words: number;
  readonly #most: number;
  readonly #known = new Map<string, PhraseKnowledge>();

  /** For a segment of `size` documents. */
  constructor(size: number) {
    this.#words = wordsFor(size);
    const fitting = Math.floor(mostBytes / (2 * Uint32Array.BYTES_PER_ELEMENT * Math.max(1, this.#words)));
    this.#most = Math.max(fewestQueries, Math.min(mostQueries, fitting));
  }

  /** What is known about some phrases (in `phraseForm`) together. */
  of(phrases: readonly string[]): PhraseKnowledge {
    const key = phrases.join('\n');
    let knowledge = this.#known.get(key);
    // Not in the arena: a check holds them from turn to turn, while other calls come and go.
    if (knowledge === undefined)
      knowledge = { seen: new Uint32Array(this.#words), having: new Uint32Array(this.#words) };
    else this.#known.delete(key);
    this.#known.set(key, knowledge);
    // A Map keeps the order of insertion, so the first one has not been asked for longest.
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= this.#most) break;
      this.#known.delete(oldest);
    }
    return knowledge;
  }
}
