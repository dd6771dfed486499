import type { DatabaseSync } from 'node:sqlite';
import { foldLetters } from '#shared/domain/text.ts';
import { hasBit, setBit, wordsFor, type Bitmap } from '../bits/bitmap.ts';
import { compareNames } from './segmentColumns.ts';
import { chunkLength } from './segmentFormat.ts';
import type { Numbers } from './lookup.ts';

/** How many companies' names are examined per step. */
const namesAStep = 1024;

/** The documents of a segment from A to Z, and a bit for each place where a different name begins. */
export interface NameOrder {
  readonly order: Uint32Array;
  readonly start: Bitmap;
}

/** The segment whose names are put in order. */
export interface NamedSegment {
  readonly size: number;
  readonly isOpen: boolean;
  /** Part of a column as stored in the file. */
  storedChunk(column: 'orderName' | 'startName', number: number): Numbers;
  idAt(position: number): number;
  idOf(document: number): number;
  documentOf(id: number): number;
  /** A name as it sorts now. */
  sortName(id: number): string;
}

interface Moved {
  readonly document: number;
  readonly name: string;
}

/**
 * Files from before `foldedNamesFormat` have names as they sorted then: letters that are not made by an accent (`ø`,
 * `ł`, `ß`) after z. This works out their order as it is now: it takes the few companies with such letters out of the
 * stored order and inserts them again. Works in steps, because a large file takes a second or more.
 */
export class OlderNames {
  readonly segment: NamedSegment;
  readonly #namesOf: (from: number, to: number) => readonly (readonly [id: number, name: string])[];
  readonly #moved: Moved[] = [];
  #position = 0;
  #kept: { readonly documents: Uint32Array; readonly start: Bitmap } | undefined;
  /** For each company that moves, which of the others it comes before. */
  readonly #places: number[] = [];
  #result: NameOrder | null | undefined;

  constructor(segment: NamedSegment, db: DatabaseSync) {
    const statement = db.prepare('SELECT id, sort_name FROM company WHERE id BETWEEN ? AND ?');
    statement.setReturnArrays(true);
    this.segment = segment;
    this.#namesOf = (from, to) => statement.all(from, to) as unknown as (readonly [number, string])[];
  }

  /** The order, finishing the work if necessary; null if the stored one is right. */
  get(): NameOrder | null {
    while (this.step());
    return this.#result ?? null;
  }

  /** Does some more of the work; false if all is done. */
  step(): boolean {
    if (this.#result !== undefined) return false;
    if (this.#position < this.segment.size) this.#look();
    else if (this.#moved.length === 0) this.#result = null;
    else if (this.#kept === undefined) this.#takeOut();
    else if (this.#places.length < this.#moved.length) this.#place();
    else this.#result = this.#putIn(this.#kept);
    return true;
  }

  #look(): void {
    const from = this.#position;
    const last = Math.min(from + namesAStep, this.segment.size) - 1;
    for (const [id, name] of this.#namesOf(this.segment.idAt(from), this.segment.idAt(last))) {
      const folded = foldLetters(name);
      if (folded !== name) this.#moved.push({ document: this.segment.documentOf(id), name: folded });
    }
    this.#position = last + 1;
  }

  #takeOut(): void {
    const { size } = this.segment;
    const isMoved = new Uint32Array(wordsFor(size));
    for (const { document } of this.#moved) setBit(isMoved, document);
    this.#moved.sort((a, b) => compareNames(a.name, b.name) || a.document - b.document);
    const documents = new Uint32Array(size - this.#moved.length);
    const start = new Uint32Array(wordsFor(documents.length));
    let count = 0;
    // A different name has begun since the last one that stays.
    let isOther = true;
    let order: Numbers = documents;
    let starts: Numbers = start;
    for (let place = 0; place < size; place++) {
      const word = place >>> 5;
      if (place % chunkLength === 0) order = this.segment.storedChunk('orderName', place / chunkLength);
      if (place % (32 * chunkLength) === 0) starts = this.segment.storedChunk('startName', word / chunkLength);
      isOther ||= ((starts[word % chunkLength]! >>> (place & 31)) & 1) === 1;
      const document = order[place % chunkLength]!;
      if (hasBit(isMoved, document)) continue;
      if (isOther) setBit(start, count);
      documents[count++] = document;
      isOther = false;
    }
    this.#kept = { documents, start };
  }

  /** Finds the place of one that moves. */
  #place(): void {
    const { document, name } = this.#moved[this.#places.length]!;
    const { documents } = this.#kept!;
    // They come in order, so none comes before the one placed last.
    let low = this.#places.at(-1) ?? 0;
    let high = documents.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const other = documents[middle]!;
      if ((compareNames(this.#keptName(other), name) || other - document) < 0) low = middle + 1;
      else high = middle;
    }
    this.#places.push(low);
  }

  #keptName(document: number): string {
    return this.segment.sortName(this.segment.idOf(document));
  }

  #putIn({ documents, start }: { readonly documents: Uint32Array; readonly start: Bitmap }): NameOrder {
    const order = new Uint32Array(this.segment.size);
    const starts = new Uint32Array(wordsFor(order.length));
    let count = 0;
    let before: string | undefined;
    const put = (document: number, name: string): void => {
      if (name !== before) setBit(starts, count);
      before = name;
      order[count++] = document;
    };
    for (let kept = 0, moved = 0; kept < documents.length || moved < this.#moved.length;) {
      if (moved < this.#moved.length && this.#places[moved] === kept) {
        // The one before may have the same name, and has not been asked for it.
        if (before === undefined && count > 0) before = this.#keptName(order[count - 1]!);
        const { document, name } = this.#moved[moved++]!;
        put(document, name);
      } else if (before !== undefined) {
        put(documents[kept]!, this.#keptName(documents[kept]!));
        kept += 1;
        before = undefined;
      } else {
        if (hasBit(start, kept)) setBit(starts, count);
        order[count++] = documents[kept++]!;
      }
    }
    return { order, start: starts };
  }
}
