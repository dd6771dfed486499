import type { DatabaseSync } from 'node:sqlite';
import { bytes, valuesOf } from '#node/rows.ts';
import { HashChains } from '../bits/growable.ts';
import { aligned } from '../bits/postings.ts';
import {
  chunkLength,
  columnId,
  isDoubleColumn,
  type ColumnName,
  documentOfKey,
  hashOfKey,
  lookupKey,
} from './segmentFormat.ts';

/** Values of a column, or some of them. */
export type Numbers = Uint32Array | Float64Array;

/** The first place in ascending values that is not below `value`; their length if there is none. */
function lowerBound(values: Numbers, value: number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (values[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * The first position in an ascending column that is not below `value`. The column is cut into chunks, all full but the
 * last; `firsts` are their first values.
 */
export function searchChunks(firsts: Numbers, chunkAt: (number: number) => Numbers, value: number): number {
  // The last chunk that begins below the value. If all of it is below, the place is the first of the next chunk.
  const number = Math.max(0, lowerBound(firsts, value) - 1);
  return number * chunkLength + lowerBound(chunkAt(number), value);
}

/** The values of a column, or some of them, as stored in a file. */
export function numbersOf(column: ColumnName, data: Uint8Array): Numbers {
  const bytes = aligned(data);
  return isDoubleColumn(column) ? new Float64Array(bytes) : new Uint32Array(bytes);
}

/** The first value of each chunk of a column, so that the chunk of a value is known without reading any other. */
export function firstValuesOf(db: DatabaseSync, column: ColumnName): Numbers {
  const size = isDoubleColumn(column) ? Float64Array.BYTES_PER_ELEMENT : Uint32Array.BYTES_PER_ELEMENT;
  const rows = db
    .prepare('SELECT substr(data, 1, ?) AS data FROM chunk WHERE column_id = ? ORDER BY number')
    .all(size, columnId(column));
  return joined(column, rows);
}

/** A whole column. */
export function wholeColumn(db: DatabaseSync, column: ColumnName): Numbers {
  return joined(column, db.prepare('SELECT data FROM chunk WHERE column_id = ? ORDER BY number').all(columnId(column)));
}

function joined(column: ColumnName, rows: readonly Record<string, unknown>[]): Numbers {
  return numbersOf(column, Buffer.concat(valuesOf(bytes, rows)));
}

/** Finds documents of a segment that may be the same company, by the hashes of own domain and folded name. */
export class DocumentLookup {
  readonly #domains: Float64Array;
  readonly #names: Float64Array;
  /** Of each document; 0 for none. */
  readonly #domainOf: Uint32Array;

  /** `domains` and `names` are the columns of those names; `ownDomains` says whether shared sites are left out. */
  constructor(size: number, domains: Float64Array, names: Float64Array, ownDomains: boolean) {
    this.#domains = domains;
    this.#names = names;
    this.#domainOf = new Uint32Array(size);
    // What may be a shared site does not tell companies apart.
    if (!ownDomains) return;
    for (const key of domains) this.#domainOf[documentOfKey(key)] = hashOfKey(key);
  }

  /** Documents with the domain, and those with the name unless both have a domain: two domains are two companies. */
  documentsOf(domain: number, name: number): number[] {
    const documents = withHash(this.#domains, domain);
    for (const document of withHash(this.#names, name)) {
      const own = this.#domainOf[document];
      if (domain === 0 || own === 0) documents.push(document);
    }
    return documents;
  }

  /** Documents with the domain. */
  withDomain(domain: number): number[] {
    return withHash(this.#domains, domain);
  }

  /** Whether there is any. */
  hasDomain(domain: number): boolean {
    return hasHash(this.#domains, domain);
  }
}

/** Whether a sorted column of lookup keys has a hash; never 0. */
export function hasHash(keys: Float64Array, hash: number): boolean {
  if (hash === 0) return false;
  const at = lowerBound(keys, lookupKey(hash, 0));
  return at < keys.length && hashOfKey(keys[at]!) === hash;
}

/** The documents that a sorted column of lookup keys has for a hash; none for 0. */
export function withHash(keys: Float64Array, hash: number): number[] {
  const documents: number[] = [];
  if (hash === 0) return documents;
  const end = lookupKey(hash + 1, 0);
  for (let i = lowerBound(keys, lookupKey(hash, 0)); i < keys.length && keys[i]! < end; i++) {
    documents.push(documentOfKey(keys[i]!));
  }
  return documents;
}

/** Finds rows of a segment being built that may be the same company, by the hashes of own domain and folded name. */
export class RowLookup {
  readonly #domains = new HashChains();
  readonly #names = new HashChains();
  /** Names of companies without a domain: few per name, however many companies share it. */
  readonly #namesAlone = new HashChains();

  /** Adds a row, which may already be there under other hashes; 0 for none. */
  add(row: number, domain: number, name: number): void {
    this.#domains.add(domain, row);
    this.#names.add(name, row);
    if (domain === 0) this.#namesAlone.add(name, row);
  }

  /** Whether `rowsOf` finds any. */
  has(domain: number, name: number): boolean {
    return domain === 0 ? this.#names.has(name) : this.#domains.has(domain) || this.#namesAlone.has(name);
  }

  /**
   * Rows with the domain, and those with the name unless both have a domain: two domains are two companies. A row that
   * was added again is also found by its old hashes, and may come twice.
   */
  rowsOf(domain: number, name: number): readonly number[] {
    if (domain === 0) return this.#names.rowsOf(name);
    return [...this.#domains.rowsOf(domain), ...this.#namesAlone.rowsOf(name)];
  }
}
