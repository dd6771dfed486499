import type { DatabaseSync } from 'node:sqlite';
import { companyFields } from '#shared/fields/companyFields.ts';
import { storedJson } from '../../record/companyJson.ts';
import type { CompanyOrigin, RecordValue } from '../../record/companyRecord.ts';
import { numberColumns, numbersOfRecord, type NumberColumn } from '../analysis/numberColumns.ts';
import { bitmapPostings, type Postings } from '../bits/postings.ts';
import { hasBit, setBit, type Bitmap } from '../bits/bitmap.ts';
import { damaged, readRecord } from './facetIndex.ts';
import { chunkLength } from './segmentFormat.ts';
import type { Numbers } from './lookup.ts';

/** How many companies are read per step. */
const companiesAStep = 128;

interface ReadSegment {
  readonly origin: CompanyOrigin;
  readonly size: number;
  readonly isOpen: boolean;
  idAt(position: number): number;
  documentOf(id: number): number;
}

/**
 * The numbers that ranges look at, of a file that was written before there were any: worked out from the stored
 * companies, in steps, and kept as long as the file is open.
 */
export class LackingNumbers {
  readonly segment: ReadSegment;
  readonly #recordsOf: (from: number, to: number) => readonly (readonly [id: number, record: string])[];
  readonly #columns = new Map<NumberColumn, Float64Array>();
  #count = 0;

  constructor(segment: ReadSegment, db: DatabaseSync) {
    const statement = db.prepare('SELECT id, record FROM company WHERE id BETWEEN ? AND ? ORDER BY id');
    statement.setReturnArrays(true);
    this.segment = segment;
    this.#recordsOf = (from, to) => statement.all(from, to) as unknown as (readonly [number, string])[];
  }

  /** Does some more of the work; false if all is done. Throws `storage_*`. */
  step(): boolean {
    const { segment } = this;
    if (this.#count >= segment.size) return false;
    const last = Math.min(this.#count + companiesAStep, segment.size) - 1;
    for (const [id, text] of this.#recordsOf(segment.idAt(this.#count), segment.idAt(last))) {
      const document = segment.documentOf(id);
      numbersOfRecord(readRecord(segment.origin, text), (column, value) => {
        this.#column(numberColumns[column]!)[document] = value;
      });
      this.#count += 1;
    }
    if (this.#count <= last) throw damaged();
    return true;
  }

  /** A part of a column, finishing the work if necessary. */
  chunk(column: NumberColumn, number: number): Numbers {
    while (this.step());
    return this.#columns.get(column)?.subarray(number * chunkLength, (number + 1) * chunkLength) ?? new Float64Array(0);
  }

  #column(name: NumberColumn): Float64Array {
    let column = this.#columns.get(name);
    if (column === undefined) {
      column = new Float64Array(this.segment.size).fill(Number.NaN);
      this.#columns.set(name, column);
    }
    return column;
  }
}

/** The segment of a column of imported files. */
interface OwnSegment extends ReadSegment {
  chunk(column: 'byIdDocument', number: number): Numbers;
  newBitmap(): Bitmap;
  encodedRecords(documents: readonly number[]): string[];
}

/** Records read by one statement. */
const readTogether = 64;

/**
 * The values of one column of imported files, and who has them: read from the stored companies in steps, in the order
 * in which they lie in the file, and kept as long as few other columns are asked for.
 */
export class OwnColumn {
  readonly segment: OwnSegment;
  /** Each value once. */
  readonly values: string[] = [];
  readonly #name: string;
  readonly #having: Bitmap;
  readonly #places = new Map<string, number>();
  readonly #documents: number[] = [];
  readonly #placeOf: number[] = [];
  #pending: number[] = [];
  #position = 0;

  /** `having` are the documents with something in the column; nobody else may have the bitmap. */
  constructor(segment: OwnSegment, name: string, having: Bitmap) {
    this.segment = segment;
    this.#name = name;
    this.#having = having;
  }

  /** Reads some more companies; false if all are read. Throws `storage_*`. */
  step(): boolean {
    if (this.#pending.length === 0 && !this.#walk()) return false;
    const documents = this.#pending.splice(0, readTogether);
    for (const [index, record] of this.segment.encodedRecords(documents).entries()) {
      const value = ownValueOf(record, this.#name);
      if (value !== '') this.#add(documents[index]!, value);
    }
    return true;
  }

  /** Goes a stretch through all companies; false at their end. */
  #walk(): boolean {
    if (this.#position >= this.segment.size) return false;
    const stretch = this.segment.chunk('byIdDocument', this.#position / chunkLength);
    for (const document of stretch) if (hasBit(this.#having, document)) this.#pending.push(document);
    this.#position += chunkLength;
    // The next stretch is looked at in the next step.
    return true;
  }

  #add(document: number, value: string): void {
    let place = this.#places.get(value);
    if (place === undefined) {
      place = this.values.push(value) - 1;
      this.#places.set(value, place);
    }
    this.#documents.push(document);
    this.#placeOf.push(place);
  }

  /** The documents whose value passes. */
  having(passes: (value: string) => boolean): Postings {
    while (this.step());
    const wanted = this.values.map((value) => passes(value));
    const bits = this.segment.newBitmap();
    let count = 0;
    for (const [index, document] of this.#documents.entries()) {
      if (wanted[this.#placeOf[index]!] !== true) continue;
      setBit(bits, document);
      count += 1;
    }
    return bitmapPostings(bits, count);
  }

  /** How many of `among` have each value, by its place in `values`. */
  counts(among: Bitmap): Uint32Array {
    while (this.step());
    const counts = new Uint32Array(this.values.length);
    for (const [index, document] of this.#documents.entries()) {
      if (hasBit(among, document)) counts[this.#placeOf[index]!]! += 1;
    }
    return counts;
  }
}

const ownPlace = companyFields.own.id as RecordValue;

/** What an encoded record has in a column; `''` for nothing. */
function ownValueOf(record: string, name: string): string {
  const [json = '[]'] = storedJson(record, [ownPlace]);
  const parts = JSON.parse(json) as string[];
  const at = parts.findIndex((text, index) => index % 2 === 0 && text === name);
  return at === -1 ? '' : (parts[at + 1] ?? '').trim();
}
