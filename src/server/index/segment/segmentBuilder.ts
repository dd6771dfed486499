import { closeSync, fsyncSync, openSync, rmSync } from 'node:fs';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { storageError } from '#node/sqlite.ts';
import type { ReadRecord } from '../port.ts';
import type { CompanyRecord } from '../../record/companyRecord.ts';
import { decodeRecord } from '../../record/recordCodec.ts';
import {
  type GrowableFloat64,
  type GrowableUint32,
  type NumberLists,
  NumberMap,
  packedBytes,
} from '../bits/growable.ts';
import {
  aliasesOf,
  AnalysedTerms,
  hasSameWords,
  RecordAnalyser,
  type AnalysedRecords,
  type NumberedLists,
} from '../analysis/recordAnalysis.ts';
import { numberColumns } from '../analysis/numberColumns.ts';
import { RowLookup } from './lookup.ts';
import { SegmentContents } from './segmentColumns.ts';
import { noteKinds } from './segmentFile.ts';
import { segmentIndexes, segmentSchema } from './segmentFormat.ts';
import { writeContents, writeContentsWith, type PostingsMaker } from './segmentSealing.ts';

const selectRecord = 'SELECT record FROM company WHERE id = ?';

/**
 * Builds one segment file. Records go into the file as they come; what makes them findable is gathered in memory (about
 * 350 bytes a company) and written by `seal`. Until then the file belongs to nobody and may vanish at any time.
 */
export class SegmentBuilder {
  readonly path: string;
  readonly #db: DatabaseSync;
  readonly #older: StatementSync;
  readonly #insert: StatementSync;
  #select: StatementSync;
  readonly #contents = new SegmentContents();
  readonly #analyser = new RecordAnalyser();
  readonly #ownTerms = new AnalysedTerms();
  readonly #maps = new Map<AnalysedTerms, NumberMaps>();
  readonly #rowById = new Map<number, number>();
  #lookup: RowLookup | undefined;

  constructor(path: string) {
    this.path = path;
    try {
      closeSync(openSync(path, 'wx', 0o600));
      this.#db = new DatabaseSync(path, { allowExtension: false, defensive: true });
      // No journal on disk: a segment is complete and synced before anything points to it. (A defensive connection
      // refuses OFF.)
      this.#db.exec(
        'PRAGMA page_size = 8192; PRAGMA journal_mode = MEMORY; ' +
          'PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE',
      );
      this.#db.exec(`${segmentSchema} BEGIN`);
      noteKinds(this.#db);
      this.#insert = this.#db.prepare(
        'INSERT OR REPLACE INTO company (id, sort_name, record) VALUES (?, ?, CAST(? AS TEXT))',
      );
      this.#older = this.#db.prepare('INSERT INTO older (id) VALUES (?)');
      this.#select = this.#db.prepare(selectRecord);
    } catch (error) {
      throw storageError(error);
    }
  }

  get size(): number {
    return this.#contents.rows.ids.length;
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

  /**
   * Adds a company, or replaces it if it is already in this segment. If its searched texts are those of `read`, the
   * words need not be cut again.
   */
  put(id: number, record: CompanyRecord, read?: ReadRecord): void {
    const words = read !== undefined && hasSameWords(record, read.record) ? read : undefined;
    this.#analyser.add(record, words === undefined);
    const records = this.#analyser.lend();
    this.#ownTerms.learn(records);
    this.putAnalysed(id, records, 0, this.#ownTerms, words);
  }

  /**
   * Adds a version of a company that has a newer one in another file, and marks it as older for anyone who has nothing
   * but the files.
   */
  putOlder(id: number, record: CompanyRecord): void {
    this.put(id, record);
    try {
      this.#older.run(id);
    } catch (error) {
      throw storageError(error);
    }
  }

  /**
   * `put` for the record in a row of `records`, which has already been analysed; `terms` has learnt from them. Its
   * words are those of `words`.
   */
  putAnalysed(
    id: number,
    records: AnalysedRecords,
    from: number,
    terms: AnalysedTerms,
    words: Omit<ReadRecord, 'record'> = { records, row: from, terms },
  ): void {
    const known = this.#rowById.get(id);
    const row = known ?? this.size;
    try {
      this.#insert.run(id, records.sortNames[from]!.toWellFormed(), packedBytes(records.records, from));
    } catch (error) {
      throw storageError(error);
    }
    this.#rowById.set(id, row);
    this.#setColumns(row, id, records, from);
    const wordMaps = this.#mapsOf(words.terms);
    const { text, name, facets } = this.#contents;
    put(text.lists, row, words.records.text, words.row, wordMaps.text);
    put(name.lists, row, words.records.name, words.row, wordMaps.name);
    put(facets.lists, row, records.facets, from, this.#mapsOf(terms).facets);
  }

  /** Ids of companies of this segment that may be the same, by these hashes (see `RowLookup`). */
  candidates(domainHash: number, nameHash: number): Set<number> {
    return new Set(
      this.#lookUp()
        .rowsOf(domainHash, nameHash)
        .map((row) => this.#contents.rows.ids.data[row]!),
    );
  }

  /** Whether there is any such company. */
  hasCandidates(domainHash: number, nameHash: number): boolean {
    return this.#lookUp().has(domainHash, nameHash);
  }

  /** Writes what makes the companies findable, closes the file and syncs it to disk. */
  seal(): void {
    try {
      writeContents(this.#db, this.#contents);
      this.#finish();
    } catch (error) {
      throw storageError(error);
    }
  }

  /** The same, while `make` does a large part of it. */
  async sealWith(make: PostingsMaker): Promise<void> {
    try {
      await writeContentsWith(this.#db, this.#contents, make);
      this.#finish();
    } catch (error) {
      throw storageError(error);
    }
  }

  /** Closes the file, which stays. */
  close(): void {
    if (this.#db.isOpen) this.#db.close();
  }

  /** Gives up: nothing remains. */
  discard(): void {
    this.close();
    rmSync(this.path, { force: true });
  }

  #finish(): void {
    this.#db.exec(`${segmentIndexes}; COMMIT`);
    this.#db.close();
    const file = openSync(this.path, 'r+');
    fsyncSync(file);
    closeSync(file);
  }

  #setColumns(row: number, id: number, records: AnalysedRecords, from: number): void {
    const rows = this.#contents.rows;
    const [domain, name] = [records.domains[from]!, records.names[from]!];
    const isSame = row < this.size && rows.domains.data[row] === domain && rows.names.data[row] === name;
    if (!isSame) this.#lookup?.add(row, domain, name);
    const aliases = aliasesOf(records, from);
    if (aliases.length === 0) rows.aliases.delete(row);
    else rows.aliases.set(row, aliases);
    for (const alias of aliases) this.#lookup?.add(row, alias.domain, alias.name);
    set(rows.ids, row, id);
    set(rows.merits, row, records.merits[from]!);
    set(rows.discovered, row, records.discovered[from]!);
    set(rows.funded, row, records.funded[from]!);
    set(rows.founded, row, records.founded[from]!);
    set(rows.filled, row, records.filled[from]!);
    for (let place = 0; place < numberColumns.length; place++) {
      set(rows.numbers, row * numberColumns.length + place, records.numbers[from * numberColumns.length + place]!);
    }
    set(rows.domains, row, domain);
    set(rows.names, row, name);
    set(rows.cores, row, records.cores[from]!);
    rows.sortNames[row] = records.sortNames[from]!;
  }

  #mapsOf(terms: AnalysedTerms): NumberMaps {
    let maps = this.#maps.get(terms);
    if (maps === undefined) {
      const { text, name, facets } = this.#contents;
      maps = {
        text: new NumberMap((number) => text.dictionary.idOfText(terms.text[number]!)),
        name: new NumberMap((number) => name.dictionary.idOfText(terms.name[number]!)),
        facets: new NumberMap((number) => facets.dictionary.idOf(terms.facets[number]!)),
      };
      this.#maps.set(terms, maps);
    }
    return maps;
  }

  #lookUp(): RowLookup {
    if (this.#lookup === undefined) {
      const { domains, names, aliases } = this.#contents.rows;
      this.#lookup = new RowLookup();
      for (let row = 0; row < this.size; row++) this.#lookup.add(row, domains.data[row]!, names.data[row]!);
      for (const [row, others] of aliases) for (const { domain, name } of others) this.#lookup.add(row, domain, name);
    }
    return this.#lookup;
  }
}

interface NumberMaps {
  readonly text: NumberMap;
  readonly name: NumberMap;
  readonly facets: NumberMap;
}

function put(lists: NumberLists, row: number, { values, ends }: NumberedLists, from: number, map: NumberMap): void {
  lists.put(row, values, from === 0 ? 0 : ends[from - 1]!, ends[from]!, map);
}

function set(column: GrowableUint32 | GrowableFloat64, row: number, value: number): void {
  if (row === column.length) column.push(value);
  else column.data[row] = value;
}
