import type { DatabaseSync } from 'node:sqlite';
import { AppError } from '#shared/errors.ts';
import type { CompanyRecord } from '../../record/companyRecord.ts';
import { decodeRecord } from '../../record/recordCodec.ts';
import { FacetDictionary, isStored, type StoredField } from '../analysis/facetFields.ts';
import { invertLists } from '../bits/listInversion.ts';
import { NumberLists } from '../bits/numberLists.ts';
import { encodePostings } from '../bits/postings.ts';
import type { PostingKind } from './segmentFormat.ts';

/** Companies that are read in one step. */
const companiesAStep = 128;

/** The documents that have a value, as a file has them. */
interface StoredPostings {
  readonly count: number;
  readonly data: Uint8Array;
}

/** A value and who has it. */
type ValuesOfFacet = ReadonlyMap<string, StoredPostings>;

/** The segment whose companies are read. */
interface ReadSegment {
  readonly size: number;
  readonly isOpen: boolean;
  idAt(position: number): number;
  documentOf(id: number): number;
}

/** What has been read so far: the values of each row (a company, in the order of ids), and the row of each document. */
interface Gathered {
  readonly dictionary: FacetDictionary;
  readonly lists: NumberLists;
  readonly rows: Uint32Array;
  count: number;
}

/**
 * What a file lacks that was written before a filter was there: the values of its facets, worked out from the stored
 * companies by the rules by which they are written today. So a filter has the right answer from the first search on,
 * until the file is written again. Some at a time, because a large file takes seconds; kept as long as it is open.
 */
export class LackingFacets {
  readonly segment: ReadSegment;
  readonly #fields: ReadonlySet<StoredField>;
  readonly #recordsOf: (from: number, to: number) => readonly (readonly [id: number, record: string])[];
  #gathered: Gathered | undefined;
  #result: ReadonlyMap<StoredField, ValuesOfFacet> | undefined;

  constructor(segment: ReadSegment, db: DatabaseSync, fields: ReadonlySet<StoredField>) {
    const statement = db.prepare('SELECT id, record FROM company WHERE id BETWEEN ? AND ? ORDER BY id');
    statement.setReturnArrays(true);
    this.segment = segment;
    this.#fields = fields;
    this.#recordsOf = (from, to) => statement.all(from, to) as unknown as (readonly [number, string])[];
  }

  /** The values of a kind of posting, worked out as far as they are not yet; undefined for what the file has. */
  of(kind: PostingKind): ValuesOfFacet | undefined {
    if (!isStored(kind) || !this.#fields.has(kind)) return undefined;
    while (this.step());
    return this.#result?.get(kind);
  }

  /** Does some more of the work; false if all is done. Throws `storage_*`. */
  step(): boolean {
    if (this.#result !== undefined) return false;
    this.#gathered ??= {
      dictionary: new FacetDictionary(),
      lists: new NumberLists(),
      rows: new Uint32Array(this.segment.size),
      count: 0,
    };
    if (this.#gathered.count < this.segment.size) this.#read(this.#gathered);
    else {
      this.#result = this.#byValue(this.#gathered);
      this.#gathered = undefined;
    }
    return true;
  }

  #read(gathered: Gathered): void {
    const { dictionary, lists, rows } = gathered;
    const last = Math.min(gathered.count + companiesAStep, this.segment.size) - 1;
    for (const [id, text] of this.#recordsOf(this.segment.idAt(gathered.count), this.segment.idAt(last))) {
      const values = new Set<number>();
      dictionary.visit(readRecord(text), (value) => {
        if (this.#fields.has(dictionary.values[value]!.field)) values.add(value);
      });
      lists.put(gathered.count, Uint32Array.from(values), 0, values.size, same);
      rows[this.segment.documentOf(id)] = gathered.count;
      gathered.count += 1;
    }
    if (gathered.count <= last) throw damaged();
  }

  #byValue({ dictionary, lists, rows }: Gathered): ReadonlyMap<StoredField, ValuesOfFacet> {
    const order = Uint32Array.from(dictionary.values.keys());
    const result = new Map([...this.#fields].map((field) => [field, new Map<string, StoredPostings>()]));
    invertLists(lists.rows, order, rows, (value, documents) => {
      const { field, value: text } = dictionary.values[value]!;
      result.get(field)?.set(text, { count: documents.length, data: encodePostings(documents, rows.length) });
    });
    return result;
  }
}

/** The dictionary's own numbers are the ones that are gathered. */
const same = { of: (number: number): number => number };

function readRecord(text: string): CompanyRecord {
  try {
    return decodeRecord(text);
  } catch (error) {
    throw damaged(error);
  }
}

function damaged(cause?: unknown): AppError {
  return new AppError('storage_corrupt', 'The search index is damaged.', { cause });
}
