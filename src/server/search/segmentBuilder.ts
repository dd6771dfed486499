import { closeSync, fsyncSync, openSync, rmSync } from 'node:fs';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { fold, withoutPlaceholder } from '#shared/domain/text.ts';
import { storageError } from '#node/sqlite.ts';
import type { CompanyRecord } from '../store/companyRecord.ts';
import { decodeRecord, encodeRecord } from '../store/recordCodec.ts';
import { domainOfRecord } from './domain.ts';
import { dateNumber, FacetDictionary } from './facetFields.ts';
import { GrowableFloat64, GrowableUint32 } from './growable.ts';
import { NumberLists } from './numberLists.ts';
import { foundedKey, hashText, segmentIndexes, segmentSchema } from './segmentFormat.ts';
import { writeColumns } from './segmentColumns.ts';
import { writeFacetPostings, writeTermPostings } from './segmentPostings.ts';
import { TermDictionary } from './termDictionary.ts';
import { searchForm, WordScanner } from './tokenizer.ts';

const selectRecord = 'SELECT record FROM company WHERE id = ?';

/** What the builder knows of its companies, by row (the order in which they came). */
export interface SegmentRows {
  readonly ids: GrowableUint32;
  readonly scores: GrowableFloat64;
  readonly discovered: GrowableUint32;
  readonly funded: GrowableUint32;
  readonly founded: GrowableUint32;
  /** Names as they sort: folded and trimmed. */
  readonly sortNames: string[];
  /** Hashes of domain and folded name; 0 for none. */
  readonly domains: GrowableUint32;
  readonly names: GrowableUint32;
}

/** The words of one kind of text. */
export interface TermField {
  readonly dictionary: TermDictionary;
  readonly lists: NumberLists;
}

/**
 * Builds one segment file: records go into the file as they come, what makes them findable is gathered in memory
 * (about 350 bytes a company) and written by `seal`. Until then the file is nobody's and may vanish at any time.
 */
export class SegmentBuilder {
  readonly path: string;
  readonly #db: DatabaseSync;
  readonly #insert: StatementSync;
  #select: StatementSync;
  readonly #rows: SegmentRows = {
    ids: new GrowableUint32(),
    scores: new GrowableFloat64(),
    discovered: new GrowableUint32(),
    funded: new GrowableUint32(),
    founded: new GrowableUint32(),
    sortNames: [],
    domains: new GrowableUint32(),
    names: new GrowableUint32(),
  };
  readonly #text: TermField = { dictionary: new TermDictionary(), lists: new NumberLists() };
  readonly #name: TermField = { dictionary: new TermDictionary(), lists: new NumberLists() };
  readonly #facets = { dictionary: new FacetDictionary(), lists: new NumberLists() };
  readonly #scanner = new WordScanner('index');
  readonly #rowById = new Map<number, number>();
  #chains: { byDomain: Map<number, number[]>; byName: Map<number, number[]> } | undefined;

  constructor(path: string) {
    this.path = path;
    try {
      closeSync(openSync(path, 'wx', 0o600));
      this.#db = new DatabaseSync(path, { allowExtension: false, defensive: true });
      // No journal on the disk: a segment is complete and synced before anything points to it. (A defensive connection
      // refuses OFF.)
      this.#db.exec(
        'PRAGMA page_size = 8192; PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE',
      );
      this.#db.exec(`${segmentSchema} BEGIN`);
      this.#insert = this.#db.prepare('INSERT OR REPLACE INTO company (id, sort_name, record) VALUES (?, ?, ?)');
      this.#select = this.#db.prepare(selectRecord);
    } catch (error) {
      throw storageError(error);
    }
  }

  get size(): number {
    return this.#rows.ids.length;
  }

  has(id: number): boolean {
    return this.#rowById.has(id);
  }

  /** A record of this segment. */
  record(id: number): CompanyRecord {
    // Sealing has closed the file for writing.
    if (!this.#db.isOpen) this.#openAgain();
    return decodeRecord(String(this.#select.get(id)?.['record']));
  }

  #openAgain(): void {
    this.#db.open();
    this.#select = this.#db.prepare(selectRecord);
  }

  /** Adds a company, or replaces it where it is in this segment already. */
  put(id: number, record: CompanyRecord): void {
    const known = this.#rowById.get(id);
    const row = known ?? this.size;
    const foldedName = fold(record.name);
    try {
      this.#insert.run(id, foldedName.trim().toWellFormed(), encodeRecord(record));
    } catch (error) {
      throw storageError(error);
    }
    this.#rowById.set(id, row);
    this.#setColumns(row, id, record, foldedName);
    this.#setWords(row, record);
    this.#facets.lists.begin(row);
    this.#facets.dictionary.visit(record, (value) => this.#facets.lists.take(value));
    this.#facets.lists.end(row);
  }

  /** Ids of companies of this segment whose domain or folded name has this hash. */
  candidates(by: 'domain' | 'name', hash: number): readonly number[] {
    this.#chains ??= this.#makeChains();
    const chain = (by === 'domain' ? this.#chains.byDomain : this.#chains.byName).get(hash) ?? [];
    return chain.map((row) => this.#rows.ids.data[row]!);
  }

  /** Writes what makes the companies findable, closes the file and brings it safely to the disk. */
  seal(): void {
    try {
      const documentRows = writeColumns(this.#db, this.#rows);
      writeTermPostings(this.#db, this.#text, 'text', documentRows);
      writeTermPostings(this.#db, this.#name, 'name', documentRows);
      writeFacetPostings(this.#db, this.#facets.dictionary, this.#facets.lists, documentRows);
      this.#db.exec(`${segmentIndexes}; COMMIT`);
      this.#db.close();
      const file = openSync(this.path, 'r+');
      fsyncSync(file);
      closeSync(file);
    } catch (error) {
      throw storageError(error);
    }
  }

  /** Lets go of the file, which stays. */
  close(): void {
    if (this.#db.isOpen) this.#db.close();
  }

  /** Gives up: nothing remains. */
  discard(): void {
    this.close();
    rmSync(this.path, { force: true });
  }

  #setColumns(row: number, id: number, record: CompanyRecord, foldedName: string): void {
    const rows = this.#rows;
    const domain = domainOfRecord(record);
    const values = [
      [rows.ids, id],
      [rows.scores, record.score ?? -1],
      [rows.discovered, dateNumber(record.discoveredDate)],
      [rows.funded, dateNumber(record.fundedOn)],
      [rows.founded, foundedKey(record.founded)],
      [rows.domains, domain === '' ? 0 : hashText(domain)],
      [rows.names, foldedName === '' ? 0 : hashText(foldedName)],
    ] as const;
    for (const [column, value] of values) {
      if (row === column.length) column.push(value);
      else column.data[row] = value;
    }
    rows.sortNames[row] = foldedName.trim();
    if (this.#chains !== undefined) this.#chain(this.#chains, row);
  }

  #setWords(row: number, record: CompanyRecord): void {
    const { llm, long, short } = record.description;
    this.#text.lists.begin(row);
    for (const text of [record.name, record.city, llm, long, short]) this.#takeWords(this.#text, text);
    this.#text.lists.end(row);
    this.#name.lists.begin(row);
    this.#takeWords(this.#name, record.name);
    this.#name.lists.end(row);
  }

  #takeWords({ dictionary, lists }: TermField, raw: string): void {
    const text = searchForm(withoutPlaceholder(raw));
    const scanner = this.#scanner;
    scanner.scan(text);
    for (let i = 0; i < scanner.count; i++) lists.take(dictionary.idOf(text, scanner.starts[i]!, scanner.ends[i]!));
  }

  #makeChains(): { byDomain: Map<number, number[]>; byName: Map<number, number[]> } {
    const chains = { byDomain: new Map<number, number[]>(), byName: new Map<number, number[]>() };
    for (let row = 0; row < this.size; row++) this.#chain(chains, row);
    return chains;
  }

  #chain(chains: { byDomain: Map<number, number[]>; byName: Map<number, number[]> }, row: number): void {
    const link = (chain: Map<number, number[]>, hash: number): void => {
      if (hash === 0) return;
      const rows = chain.get(hash);
      if (rows === undefined) chain.set(hash, [row]);
      else if (!rows.includes(row)) rows.push(row);
    };
    link(chains.byDomain, this.#rows.domains.data[row]!);
    link(chains.byName, this.#rows.names.data[row]!);
  }
}
