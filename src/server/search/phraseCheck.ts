import { hasBit, nextBit, setBit, type Bitmap } from './bitmap.ts';
import { PhraseMatcher } from './phraseMatcher.ts';
import type { PhraseKnowledge } from './phraseMemory.ts';
import type { Segment } from './segment.ts';

/** Documents whose ids are sorted together, so that their records are read in the order in which they lie. */
const sortedTogether = 16_384;
/** Records read by one statement. */
const readTogether = 64;

const newline = 0x0a;

/** Looks at the stored texts of documents for phrases, a few at a time. */
export class PhraseCheck {
  readonly segment: Segment;
  readonly #knowledge: PhraseKnowledge;
  readonly #matcher: PhraseMatcher;
  readonly #pending: Bitmap;
  #next = 0;
  #documents: Uint32Array = new Uint32Array(0);
  #at = 0;

  /** `pending` are the documents to look at, which must stay as they are. */
  constructor(segment: Segment, phrases: readonly string[], pending: Bitmap) {
    this.segment = segment;
    this.#knowledge = segment.phrases.of(phrases);
    this.#matcher = new PhraseMatcher(phrases);
    this.#pending = pending;
  }

  /** Looks at some more documents; false where all have been looked at. Throws `storage_*`. */
  step(): boolean {
    const { seen, having } = this.#knowledge;
    const documents: number[] = [];
    while (documents.length < readTogether) {
      if (this.#at === this.#documents.length && !this.#gather()) break;
      const document = this.#documents[this.#at++]!;
      // Another call with the same phrases may have been here meanwhile.
      if (!hasBit(seen, document)) documents.push(document);
    }
    if (documents.length === 0) return false;
    const read = this.segment.recordLines(documents.map((document) => this.segment.idOf(document)));
    const bytes = Buffer.from(read.buffer, read.byteOffset, read.byteLength);
    let start = 0;
    for (const document of documents) {
      const line = bytes.indexOf(newline, start);
      const end = line === -1 ? bytes.length : line;
      if (this.#matcher.matches(bytes, start, end)) setBit(having, document);
      setBit(seen, document);
      start = end + 1;
    }
    return true;
  }

  /** The next documents, by their ids; false where there are none. */
  #gather(): boolean {
    const byId = new Float64Array(sortedTogether);
    let count = 0;
    while (count < sortedTogether) {
      const document = this.#next === -1 ? -1 : nextBit(this.#pending, this.#next);
      this.#next = document === -1 ? -1 : document + 1;
      if (document === -1) break;
      byId[count++] = this.segment.idOf(document) * documentSpan + document;
    }
    this.#documents = Uint32Array.from(byId.subarray(0, count).toSorted(), (key) => key % documentSpan);
    this.#at = 0;
    return count > 0;
  }
}

/** More than a segment has documents. */
const documentSpan = 2 ** 20;
