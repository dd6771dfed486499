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
import { listParameter, type Database, type SqlValue, type Statements } from './database.ts';
import { identify } from './identity.ts';
import { hideSettled } from './settlements.ts';

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
const standing = `known_source s JOIN known_row r ON r.team_id = :team AND r.source_id = s.id
  WHERE s.team_id = :team AND s.user_id = ? AND s.replaced_by = 0`;

/** Known companies in SQL. */
export class SqlKnown implements KnownStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async sources(userId: number): Promise<KnownSourceRecord[]> {
    return sourcesOf(this.#db, 's.user_id = ?', userId);
  }

  async add(
    userId: number,
    source: NewKnownSource,
    rows: readonly NewKnownRow[],
  ): Promise<KnownSourceRecord | undefined> {
    return this.#db.transaction(async (db) => {
      const { name, file, day, digest, skipped, now } = source;
      const before = (await sourcesOf(db, 's.user_id = ?', userId)).find((one) => isSameName(one.name, name));
      if (before?.digest === digest) return undefined;
      const id = await db.insert(
        `INSERT INTO known_source (team_id, user_id, name, file, day, digest, imported_at, skipped)
         VALUES (:team, ?, ?, ?, ?, ?, ?, ?) RETURNING id`,
        userId,
        name,
        file,
        day,
        digest,
        now,
        skipped,
      );
      await insertRows(db, id, rows, await choicesOf(db, before?.id ?? 0));
      const replace = 'UPDATE known_source SET replaced_by = ? WHERE team_id = :team AND id = ?';
      if (before !== undefined) await db.run(replace, id, before.id);
      await leaveOutKnown(db, userId);
      return (await sourcesOf(db, 's.user_id = ? AND s.id = ?', userId, id))[0];
    });
  }

  async undo(userId: number, sourceId: number): Promise<boolean> {
    return this.#db.transaction(async (db) => {
      const own = 'SELECT id FROM known_source WHERE team_id = :team AND id = ? AND user_id = ? AND replaced_by = 0';
      const [id] = await db.column(integer, own, sourceId, userId);
      if (id === undefined) return false;
      await db.run('DELETE FROM known_row WHERE team_id = :team AND source_id = ?', id);
      await db.run('DELETE FROM known_source WHERE team_id = :team AND id = ?', id);
      await db.run('UPDATE known_source SET replaced_by = 0 WHERE team_id = :team AND replaced_by = ?', id);
      await leaveOutKnown(db, userId);
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
    const count = await this.#db.number(`SELECT COUNT(*) ${from}`, userId, sourceId);
    const page = `SELECT ${rowColumns} ${from} ORDER BY r.id LIMIT ? OFFSET ?`;
    return { count, rows: await this.#db.all(rowShape, page, userId, sourceId, limit, offset) };
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
    await this.#db.transaction(async (db) => {
      const [id, isChosen] = companyId === 'open' ? [0, false] : [companyId ?? 0, true];
      if (id > 0 && identity !== undefined) await identify(db, [{ companyId: id, ...identity }]);
      await db.run(
        `UPDATE known_row SET company_id = ?, chosen = ? WHERE team_id = :team AND id = ?
           AND source_id IN (SELECT id FROM known_source WHERE team_id = :team AND user_id = ?)`,
        id,
        Number(isChosen),
        rowId,
        userId,
      );
      await leaveOutKnown(db, userId);
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
       JOIN known_source s ON s.team_id = :team AND s.id = r.source_id AND s.replaced_by = 0
       WHERE r.team_id = :team AND r.chosen = 0 AND r.id > ? ORDER BY r.id LIMIT ?`,
      after,
      limit,
    );
  }

  async rematch(matches: readonly (KnownMatch & { readonly id: number })[]): Promise<void> {
    await this.#db.transaction(async (db) => {
      await db.run(
        `UPDATE known_row SET company_id = CAST(s.value ->> 1 AS BIGINT), candidates = s.value ->> 2 FROM records(?) s
         WHERE known_row.team_id = :team AND known_row.id = CAST(s.value ->> 0 AS BIGINT) AND known_row.chosen = 0`,
        listParameter(matches.map(({ id, companyId, candidates }) => [id, companyId, candidatesText(candidates)])),
      );
      const users = await db.column(
        integer,
        `SELECT DISTINCT s.user_id FROM ids(?) c JOIN known_row r ON r.team_id = :team AND r.id = c.value
         JOIN known_source s ON s.team_id = :team AND s.id = r.source_id`,
        listParameter(matches.map(({ id }) => id)),
      );
      for (const userId of users) await leaveOutKnown(db, userId);
    });
  }
}

async function sourcesOf(db: Statements, where: string, ...values: number[]): Promise<KnownSourceRecord[]> {
  const rows = await db.all(
    sourceRow,
    `SELECT s.id, s.name, s.file, s.day, s.digest, s.imported_at, s.skipped, ${rowsWhere('true')} AS rows,
       ${rowsWhere('r.company_id > 0')} AS matched, ${rowsWhere(partWhere.to_choose)} AS to_choose,
       b.file AS before_file, b.day AS before_day
     FROM known_source s LEFT JOIN known_source b ON b.team_id = :team AND b.replaced_by = s.id
     WHERE s.team_id = :team AND ${where} AND s.replaced_by = 0 ORDER BY s.name, s.id`,
    ...values,
  );
  return rows.map(({ beforeFile, beforeDay, ...source }) => ({
    ...source,
    replaced: beforeFile === '' ? null : { file: beforeFile, day: beforeDay },
  }));
}

/** What the user has chosen in a file of a source, by what a row is recognised by in the next one. */
async function choicesOf(db: Statements, sourceId: number): Promise<ReadonlyMap<string, number>> {
  const rows = await db.all(
    chosenShape,
    `SELECT their_id, name, website, company_id FROM known_row
     WHERE team_id = :team AND source_id = ? AND chosen = 1 ORDER BY id`,
    sourceId,
  );
  return new Map(rows.map((row) => [choiceKey(row), row.companyId]));
}

async function insertRows(
  db: Statements,
  sourceId: number,
  rows: readonly NewKnownRow[],
  choices: ReadonlyMap<string, number>,
): Promise<void> {
  for (let first = 0; first < rows.length; first += insertedAtOnce) {
    const records = rows.slice(first, first + insertedAtOnce).map((row) => {
      const chosen = choices.get(choiceKey(row));
      return [
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
      ];
    });
    await db.run(
      `INSERT INTO known_row (team_id, source_id, line, their_id, name, website, status, owner, contact, note,
         company_id, candidates, chosen)
       SELECT :team, CAST(? AS BIGINT), CAST(s.value ->> 0 AS BIGINT), s.value ->> 1, s.value ->> 2, s.value ->> 3,
         s.value ->> 4, s.value ->> 5, s.value ->> 6, s.value ->> 7, CAST(s.value ->> 8 AS BIGINT), s.value ->> 9,
         CAST(s.value ->> 10 AS BIGINT)
       FROM records(?) s WHERE true ORDER BY s.key`,
      sourceId,
      listParameter(records),
    );
  }
}

/** How many rows are added by one statement. */
const insertedAtOnce = 1000;

/** How many rows of a source are like that. */
function rowsWhere(part: string): string {
  return `(SELECT COUNT(*) FROM known_row r WHERE r.team_id = :team AND r.source_id = s.id AND ${part})`;
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
async function knownIds(
  db: Statements,
  userId: number,
  sources: readonly string[],
  companyId?: number,
): Promise<number[]> {
  const isAny = sources.includes(anySource);
  const named = isAny ? '' : ' AND lower(s.name) IN (SELECT lower(value) FROM texts(?))';
  const single = companyId === undefined ? '' : ' AND r.company_id = ?';
  return db.column(
    integer,
    `SELECT DISTINCT r.company_id FROM ${standing} AND r.company_id > 0${named}${single}`,
    userId,
    ...(isAny ? [] : [listParameter(sources)]),
    ...(companyId === undefined ? [] : [companyId]),
  );
}

/** The known companies that a list with these filters leaves out; null if it leaves none out. */
export async function knownLeftOut(
  db: Statements,
  userId: number,
  { exclude }: FilterSet,
): Promise<ReadonlySet<number> | null> {
  return exclude.known.length === 0 ? null : new Set(await knownIds(db, userId, exclude.known));
}

/**
 * What lists do with known companies: an undecided entry of one that its list leaves out has `left_out` 2, and no other
 * has. What came back by itself is shown all the same, because the user has asked to see it again. Runs inside the
 * caller's transaction, after everything that changes what is known, what lists leave out, or what is decided;
 * `smartListId` or `companyId` says where alone something has changed.
 */
export async function leaveOutKnown(
  db: Statements,
  userId: number,
  { smartListId, companyId }: { readonly smartListId?: number; readonly companyId?: number } = {},
): Promise<void> {
  const [ofList, list]: [string, SqlValue[]] = smartListId === undefined ? ['', []] : [' AND l.id = ?', [smartListId]];
  const [ofCompany, company]: [string, SqlValue[]] =
    companyId === undefined ? ['', []] : [' AND company_id = ?', [companyId]];
  const having = `EXISTS (SELECT 1 FROM entry WHERE team_id = :team AND smart_list_id = l.id${ofCompany})`;
  const lists = await db.all(
    { id: integer, filters: filtersColumn },
    `SELECT l.id, l.filters FROM smart_list l WHERE l.team_id = :team AND l.user_id = ?${ofList} AND ${having}`,
    userId,
    ...list,
    ...company,
  );
  for (const { id, filters } of lists) {
    const left = filters.exclude.known;
    const known = listParameter(left.length === 0 ? [] : await knownIds(db, userId, left, companyId));
    await db.run(
      `UPDATE entry SET left_out = CASE list WHEN 0 THEN 0 ELSE 1 END
       WHERE team_id = :team AND smart_list_id = ? AND left_out = 2${ofCompany}
         AND company_id NOT IN (SELECT value FROM ids(?))`,
      id,
      ...company,
      known,
    );
    if (known === '[]') continue;
    await db.run(
      `UPDATE entry SET left_out = 2
       WHERE team_id = :team AND smart_list_id = ? AND left_out < 2 AND back = '' AND (list = 0 OR left_out = 1)
         AND company_id IN (SELECT value FROM ids(?))`,
      id,
      known,
    );
  }
  for (const { id } of lists) await hideSettled(db, { smartListId: id });
}

/** The same for one company, whose entries have just been given another decision. */
export async function leaveOutIfKnown(db: Statements, userId: number, companyId: number): Promise<void> {
  const isKnown = await db.has(`SELECT 1 FROM ${standing} AND r.company_id = ?`, userId, companyId);
  if (isKnown) await leaveOutKnown(db, userId, { companyId });
}

/** The same for all users with entries of a company, which is another one now. */
export async function leaveOutKnownOf(db: Statements, companyId: number): Promise<void> {
  const users = await db.column(
    integer,
    `SELECT DISTINCT e.user_id FROM entry e JOIN known_source s ON s.team_id = :team AND s.user_id = e.user_id
     WHERE e.team_id = :team AND e.company_id = ?`,
    companyId,
  );
  for (const userId of users) await leaveOutKnown(db, userId, { companyId });
}
