import { integer, json, text } from '#node/rows.ts';
import {
  changeKinds,
  importParts,
  type ChangeCounts,
  type ChangeKind,
  type CompanyChange,
  type ImportPart,
} from '#shared/domain/companyChange.ts';
import type { ImportRunRecord, ImportRuns, NewImportRun } from '../port.ts';
import { listParameter, type Database } from './database.ts';

/** How many changes are written by one statement. */
const writtenAtOnce = 1000;

const namesColumn = json((value) => (value as unknown[]).map(String));
const runRow = { id: integer, batchId: integer, at: text, files: namesColumn, counts: text };

/** What imports did with companies, in SQL. */
export class SqlImportRuns implements ImportRuns {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async add({ batchId, at, files, changes, ...parts }: NewImportRun): Promise<void> {
    await this.#db.transaction(async (db) => {
      await forget(db, batchId);
      const counts = Object.fromEntries(importParts.map((part) => [part, parts[part].length]));
      const id = await db.insert(
        `INSERT INTO import_run (team_id, batch_id, at, files, counts, added, updated, same, repeated)
         VALUES (:team, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id`,
        batchId,
        at,
        JSON.stringify(files),
        JSON.stringify(counts),
        ...importParts.map((part) => rangesOf(parts[part])),
      );
      for (let first = 0; first < changes.length; first += writtenAtOnce) {
        const rows = changes
          .slice(first, first + writtenAtOnce)
          .map(({ company_id: company, kind, was, now }) => [company, kind, was, now]);
        await db.run(
          `INSERT INTO import_change (team_id, run_id, company_id, kind, was, became)
           SELECT :team, CAST(? AS BIGINT), CAST(s.value ->> 0 AS BIGINT), s.value ->> 1, s.value ->> 2, s.value ->> 3
           FROM records(?) s WHERE true ON CONFLICT DO NOTHING`,
          id,
          listParameter(rows),
        );
      }
    });
  }

  async undone(batchId: number): Promise<void> {
    await this.#db.transaction((db) => forget(db, batchId));
  }

  async list(limit: number): Promise<ImportRunRecord[]> {
    const rows = await this.#db.all(
      runRow,
      'SELECT id, batch_id, at, files, counts FROM import_run WHERE team_id = :team ORDER BY id DESC LIMIT ?',
      limit,
    );
    const kinds = await this.#db.all(
      { runId: integer, kind: text, companies: integer },
      `SELECT run_id, kind, COUNT(*) AS companies FROM import_change
       WHERE team_id = :team AND run_id IN (SELECT value FROM ids(?)) GROUP BY run_id, kind`,
      listParameter(rows.map(({ id }) => id)),
    );
    return rows.map(({ counts, ...run }) => {
      const of = JSON.parse(counts) as Record<ImportPart, number>;
      const changed: ChangeCounts = Object.fromEntries(
        kinds.filter(({ runId }) => runId === run.id).map(({ kind, companies }) => [kind, companies]),
      );
      return { ...run, ...of, changed };
    });
  }

  async companyIds(run: number | 'last', what: ImportPart | ChangeKind | 'changed'): Promise<number[]> {
    const newest = 'SELECT COALESCE(MAX(id), 0) FROM import_run WHERE team_id = :team';
    const id = run === 'last' ? await this.#db.number(newest) : run;
    if (isPart(what)) {
      const [ranges] = await this.#db.column(
        text,
        `SELECT ${what} FROM import_run WHERE team_id = :team AND id = ?`,
        id,
      );
      return idsIn(ranges ?? '');
    }
    return this.#db.column(
      integer,
      `SELECT DISTINCT company_id FROM import_change
       WHERE team_id = :team AND run_id = ? AND kind IN (SELECT value FROM texts(?)) ORDER BY company_id`,
      id,
      listParameter(what === 'changed' ? changeKinds : [what]),
    );
  }

  async newest(): Promise<{ id: number; batchId: number; hasChanges: boolean }> {
    const run = await this.#db.get(
      { id: integer, batchId: integer },
      'SELECT id, batch_id FROM import_run WHERE team_id = :team ORDER BY id DESC LIMIT 1',
    );
    if (run === undefined) return { id: 0, batchId: 0, hasChanges: false };
    const any = 'SELECT 1 FROM import_change WHERE team_id = :team AND run_id = ? LIMIT 1';
    return { ...run, hasChanges: await this.#db.has(any, run.id) };
  }

  async batchOf(run: number | 'last'): Promise<number> {
    if (run === 'last') return (await this.newest()).batchId;
    const [batch = 0] = await this.#db.column(
      integer,
      'SELECT batch_id FROM import_run WHERE team_id = :team AND id = ?',
      run,
    );
    return batch;
  }

  async changesOf(run: number, companyIds?: readonly number[]): Promise<CompanyChange[]> {
    const columns = 'c.company_id, c.kind, c.was, c.became';
    const shape = { companyId: integer, kind: text, was: text, became: text };
    const rows =
      companyIds === undefined
        ? await this.#db.all(
            shape,
            `SELECT ${columns} FROM import_change c WHERE c.team_id = :team AND c.run_id = ?
             ORDER BY c.company_id, c.kind`,
            run,
          )
        : await this.#db.all(
            shape,
            `SELECT ${columns} FROM ids(?) a
             CROSS JOIN import_change c ON c.team_id = :team AND c.run_id = ? AND c.company_id = a.value
             ORDER BY c.company_id, c.kind`,
            listParameter(companyIds),
            run,
          );
    return rows.map(({ companyId, kind, was, became }) => {
      return { company_id: companyId, kind: kind as ChangeKind, was, now: became };
    });
  }
}

function isPart(what: string): what is ImportPart {
  return (importParts as readonly string[]).includes(what);
}

async function forget(db: Pick<Database, 'run'>, batchId: number): Promise<void> {
  await db.run(
    `DELETE FROM import_change WHERE team_id = :team AND run_id IN (
       SELECT id FROM import_run WHERE team_id = :team AND batch_id = ?)`,
    batchId,
  );
  await db.run('DELETE FROM import_run WHERE team_id = :team AND batch_id = ?', batchId);
}

/** Ids as text, those in a row as one range: `1-500,503`. */
export function rangesOf(ids: readonly number[]): string {
  const ranges: string[] = [];
  const sorted = [...ids].toSorted((a, b) => a - b);
  for (let i = 0; i < sorted.length; i++) {
    const first = sorted[i]!;
    let last = first;
    while (sorted[i + 1] === last + 1 || sorted[i + 1] === last) last = sorted[++i]!;
    ranges.push(first === last ? String(first) : `${first}-${last}`);
  }
  return ranges.join(',');
}

/** The same back. */
export function idsIn(ranges: string): number[] {
  if (ranges === '') return [];
  return ranges.split(',').flatMap((range) => {
    const [first = 0, last = first] = range.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_, i) => first + i);
  });
}
