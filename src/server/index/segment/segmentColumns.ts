import type { DatabaseSync } from 'node:sqlite';
import { FacetDictionary } from '../analysis/facetFields.ts';
import type { AliasHashes } from '../analysis/recordAnalysis.ts';
import { numberColumns } from '../analysis/numberColumns.ts';
import { setBit, wordsFor } from '../bits/bitmap.ts';
import { GrowableFloat64, GrowableUint32, NumberLists } from '../bits/growable.ts';
import { bytesOf } from '../bits/postings.ts';
import { TermDictionary } from '../words/termDictionary.ts';
import { chunkLength, columnId, documentOfKey, lookupKey, type ColumnName } from './segmentFormat.ts';

/** Writes all columns. `documentRows` gives the row of each document. */
export function writeColumns(db: DatabaseSync, rows: SegmentRows, documentRows: Uint32Array): void {
  const { length } = documentRows;
  const byDocument = (data: Uint32Array): Uint32Array => documentRows.map((row) => data[row]!);
  const write = columnWriter(db);
  const ids = byDocument(rows.ids.data);
  write('id', ids);
  write(
    'merit',
    filled(new Float64Array(length), (document) => rows.merits.data[documentRows[document]!]!),
  );
  const discovered = byDocument(rows.discovered.data);
  const founded = byDocument(rows.founded.data);
  write('discovered', discovered);
  write('funded', byDocument(rows.funded.data));
  write('founded', founded);

  const documentsById = orderBy(length, (document) => ids[document]!);
  const sortedIds = documentsById.map((document) => ids[document]!);
  const firstId = sortedIds[0] ?? 0;
  const contiguous = length === 0 || sortedIds[length - 1] === firstId + length - 1;
  write('byIdDocument', documentsById);
  if (!contiguous) write('byId', sortedIds);
  db.prepare('INSERT INTO info (documents, first_id, contiguous) VALUES (?, ?, ?)').run(length, firstId, +contiguous);

  const writeOrder = (order: ColumnName, start: ColumnName, documents: Uint32Array, key: (d: number) => unknown) => {
    write(order, documents);
    write(start, startsOf(documents, key));
  };
  // Newest first: the larger the date, the earlier.
  const newest = orderBy(length, (document) => 100_000_000 - discovered[document]!);
  writeOrder('orderDiscovered', 'startDiscovered', newest, (document) => discovered[document]);
  const youngest = orderBy(length, (document) => founded[document]!);
  writeOrder('orderFounded', 'startFounded', youngest, (document) => founded[document]);
  const nameOf = (document: number): string => rows.sortNames[documentRows[document]!]!;
  writeOrder('orderName', 'startName', inNameOrder(length, nameOf), nameOf);

  const aliases = aliasesOf(rows, documentRows);
  write('domains', lookupKeys(byDocument(rows.domains.data), aliases, 'domain'));
  write('names', lookupKeys(byDocument(rows.names.data), aliases, 'name'));
  write('cores', lookupKeys(byDocument(rows.cores.data)));
  for (const [place, column] of numberColumns.entries()) {
    const valueOf = (document: number): number =>
      rows.numbers.data[documentRows[document]! * numberColumns.length + place]!;
    write(column, filled(new Float64Array(length), valueOf), (values) => values.some((value) => !Number.isNaN(value)));
  }
}

/** Fills an array by position: `from` of typed arrays goes through an iterator and takes five times as long. */
function filled<T extends Uint32Array | Float64Array>(values: T, valueAt: (position: number) => number): T {
  for (let position = 0; position < values.length; position++) values[position] = valueAt(position);
  return values;
}

/** Numbers the documents: the row of each, in the default order (merit descending, then id). */
export function documentRowsOf({ ids, merits }: SegmentRows): Uint32Array {
  const rows = filled(new Uint32Array(ids.length), (row) => row);
  const merit = merits.data;
  const id = ids.data;
  return rows.toSorted((a, b) => merit[b]! - merit[a]! || id[a]! - id[b]!);
}

/** All documents by an integer key below 2^33, ties in document order. */
function orderBy(length: number, key: (document: number) => number): Uint32Array {
  const keys = filled(new Float64Array(length), (document) => lookupKey(key(document), document));
  const sorted = keys.toSorted();
  return filled(new Uint32Array(length), (place) => documentOfKey(sorted[place]!));
}

/** A to Z, blanks last, ties in document order. The first four characters are sorted as numbers, which is faster. */
function inNameOrder(length: number, nameOf: (document: number) => string): Uint32Array {
  const keys = filled(new Float64Array(length), (document) => leadingKey(nameOf(document)));
  const order = orderBy(length, (document) => keys[document]!);
  for (let from = 0; from < length;) {
    let to = from + 1;
    while (to < length && keys[order[to]!] === keys[order[from]!]) to += 1;
    if (to - from > 1) order.subarray(from, to).sort((a, b) => compareText(nameOf(a), nameOf(b)) || a - b);
    from = to;
  }
  return order;
}

/**
 * The first four characters as a number. From the first character that does not fit a byte on, names count as equal.
 */
function leadingKey(name: string): number {
  if (name === '') return 0xffffffff + 1;
  let key = 0;
  for (let i = 0, fits = true; i < 4; i++) {
    const unit: number = fits && i < name.length ? name.charCodeAt(i) : 0;
    key = key * 256 + Math.min(unit, 255);
    fits &&= unit < 255;
  }
  return key;
}

/** Compares by code units, as every part of the engine does. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Compares names as they sort: A to Z, blanks last. */
export function compareNames(a: string, b: string): number {
  return Number(a === '') - Number(b === '') || compareText(a, b);
}

/** One bit for each position of an order where the sort value differs from the one before. */
function startsOf(order: Uint32Array, key: (document: number) => unknown): Uint32Array {
  const bits = new Uint32Array(wordsFor(order.length));
  for (let position = 0; position < order.length; position++) {
    if (position === 0 || key(order[position]!) !== key(order[position - 1]!)) setBit(bits, position);
  }
  return bits;
}

/** What else the companies of documents go by. */
function aliasesOf(
  { aliases }: SegmentRows,
  documentRows: Uint32Array,
): (readonly [document: number, alias: AliasHashes])[] {
  if (aliases.size === 0) return [];
  return [...documentRows].flatMap((row, document) => {
    return aliases.get(row)?.map((alias) => [document, alias] as const) ?? [];
  });
}

/** The sorted keys of documents by their hashes (0 for none) and by those of what else they go by. */
function lookupKeys(
  hashes: Uint32Array,
  aliases: ReturnType<typeof aliasesOf> = [],
  part: keyof AliasHashes = 'domain',
): Float64Array {
  const keys = new Float64Array(hashes.length + aliases.length);
  let count = 0;
  for (let document = 0; document < hashes.length; document++) {
    const hash = hashes[document]!;
    if (hash !== 0) keys[count++] = lookupKey(hash, document);
  }
  for (const [document, alias] of aliases) {
    if (alias[part] !== 0) keys[count++] = lookupKey(alias[part], document);
  }
  return keys.subarray(0, count).toSorted();
}

type ColumnWriter = (
  name: ColumnName,
  values: Uint32Array | Float64Array,
  isWorthIt?: (chunk: Uint32Array | Float64Array) => boolean,
) => void;

/** Writes a column in chunks, those left out that are not worth it. */
function columnWriter(db: DatabaseSync): ColumnWriter {
  const insert = db.prepare('INSERT INTO chunk (column_id, number, data) VALUES (?, ?, ?)');
  return (name, values, isWorthIt = () => true) => {
    for (let from = 0; from < values.length; from += chunkLength) {
      const chunk = values.subarray(from, from + chunkLength);
      if (isWorthIt(chunk)) insert.run(columnId(name), from / chunkLength, bytesOf(chunk));
    }
  };
}

/** What the builder of a segment knows of its companies, by row (the order in which they came). */
class SegmentRows {
  readonly ids = new GrowableUint32();
  readonly merits = new GrowableFloat64();
  readonly discovered = new GrowableUint32();
  readonly funded = new GrowableUint32();
  readonly founded = new GrowableUint32();
  readonly filled = new GrowableUint32();
  /** Those of all `numberColumns` of a row together. */
  readonly numbers = new GrowableFloat64();
  /** Names as they sort: folded as for searching, and trimmed. */
  readonly sortNames: string[] = [];
  /** Hashes of own domain, of the name's key and of its core; 0 for none. */
  readonly domains = new GrowableUint32();
  readonly names = new GrowableUint32();
  readonly cores = new GrowableUint32();
  /** Of the few rows that go by anything else. */
  readonly aliases = new Map<number, readonly AliasHashes[]>();
}

/** The words of one kind of text, and who has them. */
export class TermField {
  readonly dictionary = new TermDictionary();
  readonly lists = new NumberLists();
}

/** What makes the companies of a segment findable, gathered until it is sealed. */
export class SegmentContents {
  readonly rows = new SegmentRows();
  readonly text = new TermField();
  readonly name = new TermField();
  readonly facets = { dictionary: new FacetDictionary(), lists: new NumberLists() };
}
