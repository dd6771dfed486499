import { flag, integer, json, orElse, text, type Column } from '#node/rows.ts';
import { filterSetSchema, type FilterSet } from '#shared/domain/filters.ts';
import type { KnownPart } from '#shared/domain/known.ts';
import { anySource } from '#shared/domain/knownSource.ts';
import type {
  CompanyIdentity,
  Counted,
  KnownFacts,
  KnownMatch,
  KnownRowRecord,
  KnownSourceRecord,
  KnownStore,
  NewKnownRow,
  NewKnownSource,
  Slice,
} from '../port.ts';
import type { StateDatabase } from './database.ts';
import { identify } from './identity.ts';

const idsColumn: Column<number[]> = (value) =>
  text(value) === '' ? [] : json((parsed) => (parsed as unknown[]).map(integer))(value);

const sourceRow = {
  id: integer,
  name: text,
  file: text,
  day: text,
  digest: text,
  importedAt: text,
  skipped: integer,
  rows: integer,
  matched: integer,
  toChoose: integer,
  beforeFile: orElse(text, ''),
  beforeDay: orElse(text, ''),
};
const factColumns = 'r.name, r.website, r.status, r.owner, r.contact, r.note, r.their_id';
const factShape = { name: text, website: text, status: text, owner: text, contact: text, note: text, theirId: text };
const rowShape = {
  id: integer,
  line: integer,
  ...factShape,
  companyId: integer,
  candidates: idsColumn,
  isChosen: flag,
};
const rowColumns = `r.id, r.line, ${factColumns}, r.company_id, r.candidates, r.chosen AS is_chosen`;
const markShape = { companyId: integer, source: text, status: text, contact: text };
const openShape = { id: integer, name: text, website: text, companyId: integer, candidates: idsColumn };
const chosenShape = { theirId: text, name: text, website: text, companyId: integer };
const filtersColumn = json((value) => filterSetSchema.parse(value));

/** Of the rows that somebody has to look at, those of each part. */
const partWhere: Readonly<Record<KnownPart, string>> = {
  to_choose: `r.company_id = 0 AND r.chosen = 0 AND r.candidates <> ''`,
  missing: `r.company_id = 0 AND (r.chosen = 1 OR r.candidates = '')`,
};

/** Rows of the newest files of a user's sources. */
const standing = `known_source s JOIN known_row r ON r.source_id = s.id
  WHERE s.user_id = ? AND s.replaced_by = 0`;

/** Known companies in SQLite. */
export class SqliteKnown implements KnownStore {
  readonly #db: StateDatabase;

  constructor(db: StateDatabase) {
    this.#db = db;
  }

  async sources(userId: number): Promise<KnownSourceRecord[]> {
    return this.#sources('s.user_id = ?', userId);
  }

  async add(
    userId: number,
    source: NewKnownSource,
    rows: readonly NewKnownRow[],
  ): Promise<KnownSourceRecord | undefined> {
    return this.#db.transaction(() => {
      const { name, file, day, digest, skipped, now } = source;
      const before = this.#sources('s.user_id = ?', userId).find((one) => isSameName(one.name, name));
      if (before?.digest === digest) return undefined;
      const id = this.#db.insert(
        `INSERT INTO known_source (user_id, name, file, day, digest, imported_at, skipped)
         VALUES (?, ?, ?, ?, ?, ?, ?)`,
        userId,
        name,
        file,
        day,
        digest,
        now,
        skipped,
      );
      const chosen = this.#choicesOf(before?.id ?? 0);
      for (const row of rows) this.#insert(id, row, chosen.get(choiceKey(row)));
      if (before !== undefined) this.#db.run('UPDATE known_source SET replaced_by = ? WHERE id = ?', id, before.id);
      leaveOutKnown(this.#db, userId);
      return this.#sources('s.user_id = ? AND s.id = ?', userId, id)[0];
    });
  }

  async undo(userId: number, sourceId: number): Promise<boolean> {
    return this.#db.transaction(() => {
      const own = 'SELECT id FROM known_source WHERE id = ? AND user_id = ? AND replaced_by = 0';
      const [id] = this.#db.column(integer, own, sourceId, userId);
      if (id === undefined) return false;
      this.#db.run('DELETE FROM known_row WHERE source_id = ?', id);
      this.#db.run('DELETE FROM known_source WHERE id = ?', id);
      this.#db.run('UPDATE known_source SET replaced_by = 0 WHERE replaced_by = ?', id);
      leaveOutKnown(this.#db, userId);
      return true;
    });
  }

  async rows(
    userId: number,
    sourceId: number,
    part: KnownPart,
    { offset, limit }: Slice,
  ): Promise<Counted<KnownRowRecord>> {
    const from = `FROM ${standing} AND s.id = ? AND ${partWhere[part]}`;
    const count = this.#db.number(`SELECT COUNT(*) ${from}`, userId, sourceId);
    const page = `SELECT ${rowColumns} ${from} ORDER BY r.id LIMIT ? OFFSET ?`;
    return { count, rows: this.#db.all(rowShape, page, userId, sourceId, limit, offset) };
  }

  async row(userId: number, rowId: number): Promise<KnownRowRecord | undefined> {
    return this.#db.get(rowShape, `SELECT ${rowColumns} FROM ${standing} AND r.id = ?`, userId, rowId);
  }

  async choose(
    userId: number,
    rowId: number,
    companyId: number | null | 'open',
    identity?: CompanyIdentity,
  ): Promise<void> {
    this.#db.transaction(() => {
      const [id, isChosen] = companyId === 'open' ? [0, false] : [companyId ?? 0, true];
      if (id > 0 && identity !== undefined) identify(this.#db, id, identity);
      this.#db.run(
        `UPDATE known_row SET company_id = ?, chosen = ?
         WHERE id = ? AND source_id IN (SELECT id FROM known_source WHERE user_id = ?)`,
        id,
        Number(isChosen),
        rowId,
        userId,
      );
      leaveOutKnown(this.#db, userId);
    });
  }

  async marks(userId: number): Promise<{ companyId: number; source: string; status: string; contact: string }[]> {
    return this.#db.all(
      markShape,
      `SELECT r.company_id, s.name AS source, r.status, r.contact FROM ${standing} AND r.company_id > 0
       ORDER BY r.company_id, s.name, r.id`,
      userId,
    );
  }

  async ofCompany(userId: number, companyId: number): Promise<(KnownFacts & { source: string; day: string })[]> {
    return this.#db.all(
      { ...factShape, source: text, day: text },
      `SELECT ${factColumns}, s.name AS source, s.day FROM ${standing} AND r.company_id = ? ORDER BY s.name, r.id`,
      userId,
      companyId,
    );
  }

  async companyIds(userId: number, sources: readonly string[]): Promise<number[]> {
    return knownIds(this.#db, userId, sources);
  }

  async unchosen(
    after: number,
    limit: number,
  ): Promise<(KnownMatch & { id: number; name: string; website: string })[]> {
    return this.#db.all(
      openShape,
      `SELECT r.id, r.name, r.website, r.company_id, r.candidates FROM known_row r
       JOIN known_source s ON s.id = r.source_id AND s.replaced_by = 0
       WHERE r.chosen = 0 AND r.id > ? ORDER BY r.id LIMIT ?`,
      after,
      limit,
    );
  }

  async rematch(matches: readonly (KnownMatch & { readonly id: number })[]): Promise<void> {
    this.#db.transaction(() => {
      for (const { id, companyId, candidates } of matches) {
        const update = 'UPDATE known_row SET company_id = ?, candidates = ? WHERE id = ? AND chosen = 0';
        this.#db.run(update, companyId, candidatesText(candidates), id);
      }
      const users = this.#db.column(
        integer,
        `SELECT DISTINCT s.user_id FROM json_each(?) c JOIN known_row r ON r.id = c.value
         JOIN known_source s ON s.id = r.source_id`,
        JSON.stringify(matches.map(({ id }) => id)),
      );
      for (const userId of users) leaveOutKnown(this.#db, userId);
    });
  }

  #sources(where: string, ...values: number[]): KnownSourceRecord[] {
    return this.#db
      .all(
        sourceRow,
        `SELECT s.id, s.name, s.file, s.day, s.digest, s.imported_at, s.skipped, ${rowsWhere('1')} AS rows,
           ${rowsWhere('r.company_id > 0')} AS matched, ${rowsWhere(partWhere.to_choose)} AS to_choose,
           b.file AS before_file, b.day AS before_day
         FROM known_source s LEFT JOIN known_source b ON b.replaced_by = s.id
         WHERE ${where} AND s.replaced_by = 0 ORDER BY s.name, s.id`,
        ...values,
      )
      .map(({ beforeFile, beforeDay, ...source }) => ({
        ...source,
        replaced: beforeFile === '' ? null : { file: beforeFile, day: beforeDay },
      }));
  }

  /** What the user has chosen in a file of a source, by what a row is recognised by in the next one. */
  #choicesOf(sourceId: number): ReadonlyMap<string, number> {
    const rows = this.#db.all(
      chosenShape,
      'SELECT their_id, name, website, company_id FROM known_row WHERE source_id = ? AND chosen = 1',
      sourceId,
    );
    return new Map(rows.map((row) => [choiceKey(row), row.companyId]));
  }

  #insert(sourceId: number, row: NewKnownRow, chosen: number | undefined): void {
    this.#db.run(
      `INSERT INTO known_row (source_id, line, their_id, name, website, status, owner, contact, note, company_id,
         candidates, chosen) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      sourceId,
      row.line,
      row.theirId,
      row.name,
      row.website,
      row.status,
      row.owner,
      row.contact,
      row.note,
      chosen ?? row.companyId,
      candidatesText(row.candidates),
      Number(chosen !== undefined),
    );
  }
}

/** How many rows of a source are like that. */
function rowsWhere(part: string): string {
  return `(SELECT COUNT(*) FROM known_row r WHERE r.source_id = s.id AND ${part})`;
}

/** What a row is recognised by in the next file of its source. */
function choiceKey({ theirId, name, website }: Pick<KnownFacts, 'theirId' | 'name' | 'website'>): string {
  return theirId === '' ? JSON.stringify([name, website]) : theirId;
}

function candidatesText(ids: readonly number[]): string {
  return ids.length === 0 ? '' : JSON.stringify(ids);
}

/** Whether two names are those of one source. */
function isSameName(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

/** The companies that a user knows from these sources, `any` for all; `companyId` asks about a single one. */
function knownIds(db: StateDatabase, userId: number, sources: readonly string[], companyId?: number): number[] {
  const isAny = sources.includes(anySource);
  const named = isAny ? '' : ' AND lower(s.name) IN (SELECT lower(value) FROM json_each(?))';
  const single = companyId === undefined ? '' : ' AND r.company_id = ?';
  return db.column(
    integer,
    `SELECT DISTINCT r.company_id FROM ${standing} AND r.company_id > 0${named}${single}`,
    userId,
    ...(isAny ? [] : [JSON.stringify(sources)]),
    ...(companyId === undefined ? [] : [companyId]),
  );
}

/** The known companies that a list with these filters leaves out; null if it leaves none out. */
export function knownLeftOut(db: StateDatabase, userId: number, { exclude }: FilterSet): ReadonlySet<number> | null {
  return exclude.known.length === 0 ? null : new Set(knownIds(db, userId, exclude.known));
}

/**
 * What lists do with known companies: an undecided entry of one that its list leaves out has `left_out` 2, and no other
 * has. What came back by itself is shown all the same, because the user has asked to see it again. Runs inside the
 * caller's transaction, after everything that changes what is known, what lists leave out, or what is decided;
 * `smartListId` or `companyId` says where alone something has changed.
 */
export function leaveOutKnown(
  db: StateDatabase,
  userId: number,
  { smartListId, companyId }: { readonly smartListId?: number; readonly companyId?: number } = {},
): void {
  const [ofList, list] = smartListId === undefined ? ['', []] : [' AND id = ?', [smartListId]];
  const [ofCompany, company] = companyId === undefined ? ['', []] : [' AND company_id = ?', [companyId]];
  const having = `EXISTS (SELECT 1 FROM entry WHERE smart_list_id = smart_list.id${ofCompany})`;
  const lists = db.all(
    { id: integer, filters: filtersColumn },
    `SELECT id, filters FROM smart_list WHERE user_id = ?${ofList} AND ${having}`,
    userId,
    ...list,
    ...company,
  );
  for (const { id, filters } of lists) {
    const left = filters.exclude.known;
    const known = JSON.stringify(left.length === 0 ? [] : knownIds(db, userId, left, companyId));
    db.run(
      `UPDATE entry SET left_out = CASE list WHEN 0 THEN 0 ELSE 1 END
       WHERE smart_list_id = ? AND left_out = 2${ofCompany}
         AND company_id NOT IN (SELECT value FROM json_each(?))`,
      id,
      ...company,
      known,
    );
    if (known === '[]') continue;
    db.run(
      `UPDATE entry SET left_out = 2
       WHERE smart_list_id = ? AND left_out < 2 AND back = '' AND (list = 0 OR left_out = 1)
         AND company_id IN (SELECT value FROM json_each(?))`,
      id,
      known,
    );
  }
}

/** The same for one company, whose entries have just been given another decision. */
export function leaveOutIfKnown(db: StateDatabase, userId: number, companyId: number): void {
  const isKnown = db.has(`SELECT 1 FROM ${standing} AND r.company_id = ?`, userId, companyId);
  if (isKnown) leaveOutKnown(db, userId, { companyId });
}

/** The same for all users with entries of a company, which is another one now. */
export function leaveOutKnownOf(db: StateDatabase, companyId: number): void {
  const users = db.column(
    integer,
    `SELECT DISTINCT e.user_id FROM entry e JOIN known_source s ON s.user_id = e.user_id WHERE e.company_id = ?`,
    companyId,
  );
  for (const userId of users) leaveOutKnown(db, userId, { companyId });
}
