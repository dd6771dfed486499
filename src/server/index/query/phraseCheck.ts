import { hasBit, nextBit, popcount, setBit, type Bitmap } from '../bits/bitmap.ts';
import { PhraseMatcher } from '../words/phraseMatcher.ts';
import type { PhraseKnowledge } from '../words/phraseMemory.ts';
import type { Segment } from '../segment/segment.ts';
import { chunkLength } from '../segment/segmentFormat.ts';

/** So few documents are sorted by their ids; more are found on a way through all ids. */
const fewDocuments = 4096;
/** Records read by one statement. */
const readTogether = 64;

const newline = 0x0a;

/** Looks at the stored texts of documents for phrases, a few at a time, in the order in which they lie in the file. */
export class PhraseCheck {
  readonly segment: Segment;
  readonly #knowledge: PhraseKnowledge;
  readonly #matcher: PhraseMatcher;
  readonly #pending: Bitmap;
  /** Documents to look at and their ids, and how many of them have been taken. */
  #documents: number[] = [];
  #ids: number[] = [];
  #taken = 0;
  /** Where the way through all ids goes on. */
  #position = 0;

  /** `pending` are the documents to look at, which must stay as they are. */
  constructor(segment: Segment, phrases: readonly string[], pending: Bitmap) {
    this.segment = segment;
    this.#knowledge = segment.phrases.of(phrases);
    this.#matcher = new PhraseMatcher(phrases);
    this.#pending = pending;
    if (popcount(pending) <= fewDocuments) this.#sort();
  }

  /** Looks at some more documents; false where all have been looked at. Throws `storage_*`. */
  step(): boolean {
    const { seen, having } = this.#knowledge;
    if (this.#taken === this.#documents.length && !this.#walk()) return false;
    const documents: number[] = [];
    const ids: number[] = [];
    for (; documents.length < readTogether && this.#taken < this.#documents.length; this.#taken++) {
      const document = this.#documents[this.#taken]!;
      // Another call with the same phrases may have been here meanwhile.
      if (hasBit(seen, document)) continue;
      documents.push(document);
      ids.push(this.#ids[this.#taken]!);
    }
    if (documents.length === 0) return true;
    const read = this.segment.recordLines(ids);
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

  #sort(): void {
    for (let document = nextBit(this.#pending, 0); document !== -1; document = nextBit(this.#pending, document + 1)) {
      this.#documents.push(document);
    }
    const idOf = new Map(this.#documents.map((document) => [document, this.segment.idOf(document)]));
    this.#documents.sort((a, b) => idOf.get(a)! - idOf.get(b)!);
    this.#ids = this.#documents.map((document) => idOf.get(document)!);
    this.#position = this.segment.size;
  }

  /** Goes a stretch through all ids; false at their end. */
  #walk(): boolean {
    const from = this.#position;
    if (from >= this.segment.size) return false;
    this.#documents = [];
    this.#ids = [];
    this.#taken = 0;
    const stretch = this.segment.chunk('byIdDocument', from / chunkLength);
    for (let i = 0; i < stretch.length; i++) {
      if (!hasBit(this.#pending, stretch[i]!)) continue;
      this.#documents.push(stretch[i]!);
      this.#ids.push(this.segment.idAt(from + i));
    }
    this.#position += chunkLength;
    return true;
  }
}
