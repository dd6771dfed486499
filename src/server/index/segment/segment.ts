import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { bytes, integer, rowOf, rowsOf, text, valuesOf } from '#node/rows.ts';
import { foldLetters, nameKey } from '#shared/domain/text.ts';
import { AppError } from '#shared/errors.ts';
import { storageError } from '#node/sqlite.ts';
import type { CompanyOrigin, CompanyRecord } from '../../record/companyRecord.ts';
import type { NotedField } from '../../record/knownOf.ts';
import { decodeRecordOf } from '../../record/recordCodec.ts';
import { BitArena, Scratch } from '../bits/bitArena.ts';
import type { ByteCache } from '../bits/byteCache.ts';
import {
  DocumentLookup,
  firstValuesOf,
  hasHash,
  numbersOf,
  searchChunks,
  wholeColumn,
  withHash,
  type Numbers,
} from './lookup.ts';
import { hashText } from '../analysis/recordAnalysis.ts';
import { storedFields, type StoredField } from '../analysis/facetFields.ts';
import { isNumberColumn } from '../analysis/numberColumns.ts';
import {
  frontLengthOf,
  readEach,
  recordLinesOf,
  type RecordLines,
  formatOf,
  hasNumbers,
  lackedFacets,
  Mapping,
  openSegmentFile,
} from './segmentFile.ts';
import { addPostings, decodePostings, isDense, postingsBytes, unionOf, type Postings } from '../bits/postings.ts';
import { wordsFor, type Bitmap } from '../bits/bitmap.ts';
import { PhraseMemory } from '../words/phraseMatcher.ts';
import { OlderNames } from './olderNames.ts';
import { FacetIndex, LackingFacets } from './facetIndex.ts';
import { LackingNumbers, OwnColumn } from './recordColumns.ts';
import {
  chunkBits,
  chunkLength,
  columnId,
  coresFormat,
  filledFormat,
  foldedNamesFormat,
  lookupKey,
  nameKeysFormat,
  ownDomainsFormat,
  soundPrefixesFormat,
  postingKindId,
  type ColumnName,
  type PostingKind,
} from './segmentFormat.ts';

interface FieldValue {
  readonly value: string;
  readonly count: number;
}

/** The values of stored fields that few documents have, in the order in which `index` knows them. */
interface SparseFacets {
  readonly index: FacetIndex;
  readonly values: readonly FieldValue[];
  /** The range of places of each field's values. */
  readonly ranges: ReadonlyMap<StoredField, readonly [number, number]>;
}

interface SegmentOptions {
  readonly arena?: BitArena;
  readonly mapped?: boolean;
  /** Where its companies came from, as the catalogue says. */
  readonly origin?: CompanyOrigin;
}

/** Columns of imported files whose values are kept. */
const mostOwnColumns = 8;

const postingRow = { count: integer, data: bytes };
const companyRow = { id: integer, record: text };

/** An open segment file. Reads from it on demand; what is read stays in the cache that all segments share. */
export class Segment {
  readonly id: number;
  readonly origin: CompanyOrigin;
  /** Number of documents, including replaced and unreleased ones. */
  readonly size: number;
  /** The `segmentFormat` of the file. */
  readonly format: number;
  /** Working room for calls on this segment; whatever is taken from it lasts for one call. */
  readonly scratch: Scratch;
  /** What has been found out about phrases. */
  readonly phrases: PhraseMemory;
  readonly recordLines: RecordLines;
  readonly #frontLines: RecordLines;
  readonly #frontLength: number;
  readonly #db: DatabaseSync;
  readonly #mapping: Mapping | undefined;
  readonly #cache: ByteCache;
  /** Its own, because the same companies may be open in two files. */
  readonly #keys: string;
  readonly #arena: BitArena;
  readonly #firstId: number;
  readonly #contiguous: boolean;
  /** The most recently read chunk of each column: walks stay within one for long. */
  readonly #recent: { [C in ColumnName]?: { readonly number: number; readonly values: Numbers } } = {};
  #sparse: SparseFacets | undefined;
  readonly #values = new Map<StoredField, readonly FieldValue[]>();
  readonly #posting: StatementSync;
  readonly #prefixed: StatementSync;
  readonly #chunk: StatementSync;
  readonly #record: StatementSync;
  readonly #sortName: StatementSync;

  /** `mapped` is for callers that read many records, one at a time. */
  constructor(
    id: number,
    path: string,
    cache: ByteCache,
    { arena = new BitArena(), mapped = false, origin = 'import' }: SegmentOptions = {},
  ) {
    this.id = id;
    this.origin = origin;
    this.#cache = cache;
    this.#keys = cache.newOwner();
    this.#arena = arena;
    try {
      this.#db = openSegmentFile(path);
      this.#mapping = mapped ? new Mapping(this.#db) : undefined;
      const info = this.#db.prepare('SELECT documents, first_id, contiguous FROM info').get();
      if (info === undefined) throw new AppError('storage_corrupt', 'The search index is damaged.');
      this.size = Number(info['documents']);
      this.scratch = new Scratch(this.size, arena);
      this.phrases = new PhraseMemory(this.size);
      this.#firstId = Number(info['first_id']);
      this.#contiguous = info['contiguous'] === 1;
      this.format = formatOf(this.#db);
      this.recordLines = recordLinesOf(this.#db);
      this.#frontLines = recordLinesOf(this.#db, 'front');
      this.#frontLength = frontLengthOf(this.#db);
      this.#posting = this.#db.prepare('SELECT count, data FROM posting WHERE kind = ? AND term = ?');
      this.#prefixed = this.#db.prepare(
        'SELECT term, count, data FROM posting WHERE kind = ? AND term >= ? ORDER BY term',
      );
      this.#chunk = this.#db.prepare('SELECT data FROM chunk WHERE column_id = ? AND number = ?');
      this.#record = this.#db.prepare('SELECT record FROM company WHERE id = ?');
      this.#record.setReturnArrays(true);
      this.#sortName = this.#db.prepare('SELECT sort_name FROM company WHERE id = ?');
      if (this.format < foldedNamesFormat) this.olderNames = new OlderNames(this, this.#db);
      const lacked = lackedFacets(this.#db);
      if (lacked.size > 0) this.lackingFacets = new LackingFacets(this, this.#db, lacked);
      if (!hasNumbers(this.#db)) this.lackingNumbers = new LackingNumbers(this, this.#db);
    } catch (error) {
      throw storageError(error);
    }
  }

  /** The documents with a word or facet value; undefined if there are none. */
  postings(kind: PostingKind, term: string): Postings | undefined {
    return this.#cached(`${kind}:${term}`, () => this.readPostings(kind, term));
  }

  /** The same, read from the file. */
  readPostings(kind: PostingKind, term: string): Postings | undefined {
    const workedOut = this.lackingFacets?.of(kind);
    if (workedOut === undefined) {
      const row = this.#posting.get(postingKindId(kind), term);
      return row === undefined ? undefined : this.#decode(row);
    }
    const { count = 0, data } = workedOut.get(term) ?? {};
    return data === undefined ? undefined : decodePostings(data, count, this.size, this.#arena);
  }

  /** The documents with something in a field; null if this older file does not say. */
  filled(field: NotedField): Postings | undefined | null {
    return this.format < filledFormat ? null : this.postings('filled', field);
  }

  /** The documents with a word that begins with `prefix`. */
  prefixPostings(kind: 'text' | 'name', prefix: string): Postings | undefined {
    const stored = kind === 'text' ? 'textPrefix' : 'namePrefix';
    return (
      (this.format < soundPrefixesFormat ? undefined : this.postings(stored, prefix)) ??
      this.#cached(`${kind}Union:${prefix}`, () => unionOf(this.#beginning(kind, prefix), this.scratch, this.#arena))
    );
  }

  *#beginning(kind: 'text' | 'name', prefix: string): Generator<Postings> {
    for (const row of this.#prefixed.iterate(postingKindId(kind), prefix)) {
      if (!text(row['term']).startsWith(prefix)) break;
      yield this.#decode(row);
    }
  }

  /** An empty bitmap for this segment's documents that lasts until `giveBack`. */
  newBitmap(): Bitmap {
    return this.#arena.take(wordsFor(this.size)).fill(0);
  }

  giveBack(bits: Bitmap): void {
    this.#arena.give(bits);
  }

  /** Something worked out from this segment that is worth keeping as long as there is room. */
  derived(key: string, make: () => Postings): Postings {
    return this.#cached(key, make) ?? make();
  }

  #cached(key: string, load: () => Postings | undefined): Postings | undefined {
    return this.#cache.get(`${this.#keys}${key}`, load, (value) => (value === undefined ? 0 : postingsBytes(value)));
  }

  #decode(row: Record<string, unknown>): Postings {
    const { count, data } = rowOf(postingRow, row);
    return decodePostings(data, count, this.size, this.#arena);
  }

  /** What counts facet values that few documents have; made on first use. */
  sparseFacets(): SparseFacets {
    return (this.#sparse ??= sparseFacetsOf(this));
  }

  /** All values of a stored field with the number of their documents. */
  values(field: StoredField): readonly FieldValue[] {
    let values = this.#values.get(field);
    if (values === undefined) {
      values = this.#readValues(field);
      this.#values.set(field, values);
    }
    return values;
  }

  #readValues(field: StoredField): FieldValue[] {
    const workedOut = this.lackingFacets?.of(field);
    if (workedOut !== undefined) return [...workedOut].map(([value, { count }]) => ({ value, count }));
    const rows = this.#db.prepare('SELECT term AS value, count FROM posting WHERE kind = ?').all(postingKindId(field));
    return rowsOf({ value: text, count: integer }, rows);
  }

  /**
   * Values of a stored field after `value`. Uses only the file's index, so that a start reads a page, not every week.
   */
  valuesAfter(field: StoredField, value: string): string[] {
    const workedOut = this.lackingFacets?.of(field);
    if (workedOut !== undefined) return [...workedOut.keys()].filter((each) => each > value);
    const rows = this.#db
      .prepare('SELECT term FROM posting WHERE kind = ? AND term > ?')
      .all(postingKindId(field), value);
    return valuesOf(text, rows);
  }

  /** Values of a stored field up to `value`, the last one first; uses only the file's index, too. */
  *valuesUpTo(field: StoredField, value: string): Generator<string> {
    const workedOut = this.lackingFacets?.of(field);
    if (workedOut !== undefined) {
      yield* [...workedOut.keys()].filter((each) => each <= value).toSorted((a, b) => (a < b ? 1 : -1));
      return;
    }
    const select = 'SELECT term FROM posting WHERE kind = ? AND term <= ? ORDER BY term DESC';
    for (const row of this.#db.prepare(select).iterate(postingKindId(field), value)) yield text(row['term']);
  }

  /** One value of a column. */
  at(column: ColumnName, index: number): number {
    const number = index >>> chunkBits;
    const recent = this.#recent[column];
    if (recent?.number === number) return recent.values[index & (chunkLength - 1)]!;
    const values = this.chunk(column, number);
    this.#recent[column] = { number, values };
    return values[index & (chunkLength - 1)]!;
  }

  /** The values of a column from `number * chunkLength` on. */
  chunk(column: ColumnName, number: number): Numbers {
    if (this.lackingNumbers !== undefined && isNumberColumn(column)) return this.lackingNumbers.chunk(column, number);
    const inMemory = this.#nameColumn(column);
    if (inMemory !== undefined) return inMemory.subarray(number * chunkLength, (number + 1) * chunkLength);
    return this.storedChunk(column, number);
  }

  /** The same as stored in the file, even for names in an older file. */
  storedChunk(column: ColumnName, number: number): Numbers {
    return this.#cache.get(
      `${this.#keys}column:${column}:${number}`,
      () => {
        const row = this.#chunk.get(columnId(column), number);
        return row === undefined ? new Uint32Array(0) : numbersOf(column, bytes(row['data']));
      },
      (values) => values.byteLength,
    );
  }

  /** What a search by name needs first if the file is an older one; undefined for others. */
  readonly olderNames: OlderNames | undefined;

  /** The facets that an older file lacks, worked out from its companies; undefined if it has all. */
  readonly lackingFacets: LackingFacets | undefined;

  /** The numbers that an older file lacks, worked out likewise; undefined if it has them. */
  readonly lackingNumbers: LackingNumbers | undefined;

  /** Columns of imported files whose values have been read, those asked for last at the end. */
  readonly #ownColumns = new Map<string, OwnColumn>();

  /** A column of imported files with its values; undefined if no company here has anything in it. */
  ownColumn(name: string): OwnColumn | undefined {
    let column = this.#ownColumns.get(name);
    if (column === undefined) {
      const postings = this.postings('own_columns', name.toWellFormed());
      if (postings === undefined) return undefined;
      // Lasts longer than what is taken from scratch, and may not be given back in use.
      const having = new Uint32Array(wordsFor(this.size));
      addPostings(having, postings);
      column = new OwnColumn(this, name, having);
    }
    this.#ownColumns.delete(name);
    this.#ownColumns.set(name, column);
    const [oldest] = this.#ownColumns.keys();
    if (this.#ownColumns.size > mostOwnColumns && oldest !== undefined) this.#ownColumns.delete(oldest);
    return column;
  }

  /** A column of the order of names, if it differs from the file's. */
  #nameColumn(column: ColumnName): Uint32Array | undefined {
    if (this.olderNames === undefined || (column !== 'orderName' && column !== 'startName')) return undefined;
    const names = this.olderNames.get();
    return column === 'orderName' ? names?.order : names?.start;
  }

  /** The document of a company, or -1. */
  documentOf(id: number): number {
    const position = this.#contiguous ? id - this.#firstId : this.#search('byId', id);
    if (position < 0 || position >= this.size) return -1;
    if (!this.#contiguous && this.at('byId', position) !== id) return -1;
    return this.at('byIdDocument', position);
  }

  /** The id at a position in the order of ids. */
  idAt(position: number): number {
    return this.#contiguous ? this.#firstId + position : this.at('byId', position);
  }

  idOf(document: number): number {
    return this.at('id', document);
  }

  /** The first position in a sorted column whose value is not below `value`. */
  #search(column: ColumnName, value: number): number {
    return searchChunks(this.#firstValues(column), (number) => this.chunk(column, number), value);
  }

  /** The first value of each chunk, of the columns that are searched. */
  readonly #firsts = new Map<ColumnName, Numbers>();

  #firstValues(column: ColumnName): Numbers {
    let firsts = this.#firsts.get(column);
    if (firsts === undefined) {
      firsts = firstValuesOf(this.#db, column);
      this.#firsts.set(column, firsts);
    }
    return firsts;
  }

  #lookup: DocumentLookup | undefined;

  /** What finds the same company; made on first use, some 20 bytes a document. */
  lookup(): DocumentLookup {
    return (this.#lookup ??= new DocumentLookup(
      this.size,
      wholeColumn(this.#db, 'domains') as Float64Array,
      this.format >= nameKeysFormat ? (wholeColumn(this.#db, 'names') as Float64Array) : this.#nameKeys(),
      this.format >= ownDomainsFormat,
    ));
  }

  #cores: Float64Array | undefined;

  /** Documents with the domain, or with a name of this core, by their hashes; a file without cores has the former. */
  alike(domain: number, core: number): Set<number> {
    return new Set([...this.lookup().withDomain(domain), ...withHash(this.#knownCores(), core)]);
  }

  /** Whether there is any. */
  hasAlike(domain: number, core: number): boolean {
    return hasHash(this.#knownCores(), core) || this.lookup().hasDomain(domain);
  }

  #knownCores(): Float64Array {
    return (this.#cores ??= this.keys('cores'));
  }

  /** A sorted column of lookup keys, read anew; a file from before it was there has none. */
  keys(column: 'domains' | 'cores'): Float64Array {
    if (column === 'cores' && this.format < coresFormat) return new Float64Array(0);
    return wholeColumn(this.#db, column) as Float64Array;
  }

  /** The column `names` of a file from before it had the keys of names. */
  #nameKeys(): Float64Array {
    const rows = this.#db.prepare(`SELECT id, record ->> '$[0]' AS name FROM company`).all();
    const keys = rowsOf({ id: integer, name: text }, rows).flatMap(({ id, name }) => {
      const key = nameKey(name);
      return key === '' ? [] : [lookupKey(hashText(key), this.documentOf(id))];
    });
    return Float64Array.from(keys).toSorted();
  }

  /** A company's record, or undefined if it is not in this segment. */
  record(id: number): CompanyRecord | undefined {
    // Rows come as arrays (`setReturnArrays`), which their type does not say.
    const [text] = (this.#record.get(id) as unknown as readonly [string] | undefined) ?? [];
    this.#mapping?.read();
    return text === undefined ? undefined : decodeRecordOf(this.origin, text);
  }

  /** The records of documents as they are stored (`encodeRecord`), as byte texts. Throws `storage_corrupt`. */
  encodedRecords(documents: readonly number[]): string[] {
    const [near, far] = [
      documents.filter((d) => d < this.#frontLength),
      documents.filter((d) => d >= this.#frontLength),
    ];
    const front = readEach(this.#frontLines, near).values();
    const others = readEach(
      this.recordLines,
      far.map((document) => this.idOf(document)),
    ).values();
    return documents.map((document) => (document < this.#frontLength ? front : others).next().value ?? '');
  }

  /** All companies in the file, including replaced ones. */
  *all(): Generator<{ id: number; record: CompanyRecord }> {
    for (const row of this.#db.prepare('SELECT id, record FROM company').iterate()) {
      const { id, record } = rowOf(companyRow, row);
      yield { id, record: decodeRecordOf(this.origin, record) };
    }
  }

  /** All companies in the file with their records as they are stored (`encodeRecord`). */
  *stored(): Generator<{ id: number; record: string }> {
    for (const row of this.#db.prepare('SELECT id, record FROM company ORDER BY id').iterate()) {
      yield rowOf(companyRow, row);
    }
  }

  /** A company's name as it sorts. */
  sortName(id: number): string {
    const [name = ''] = valuesOf(text, this.#sortName.all(id));
    return this.olderNames === undefined ? name : foldLetters(name);
  }

  /** Whether the segment can still be read. */
  get isOpen(): boolean {
    return this.#db.isOpen;
  }

  close(): void {
    this.#cache.forget(this.#keys);
    this.scratch.close();
    this.#db.close();
  }
}

/** Reads the facets of all documents once; a tenth of a second for a million companies. */
function sparseFacetsOf(segment: Segment): SparseFacets {
  const values: (FieldValue & { readonly field: StoredField })[] = [];
  const ranges = new Map<StoredField, readonly [number, number]>();
  for (const field of storedFields) {
    const from = values.length;
    for (const { value, count } of segment.values(field)) {
      if (!isDense(count, segment.size)) values.push({ field, value, count });
    }
    ranges.set(field, [from, values.length]);
  }
  const readable = values.map(({ field, value }) => ({
    // Bypasses the cache, which this would fill with what is never asked for again.
    postings: () => segment.readPostings(field, value),
  }));
  return { index: new FacetIndex(readable, segment.size), values, ranges };
}
