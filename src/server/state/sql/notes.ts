import { flag, integer, text } from '#node/rows.ts';
import type {
  CompanyIdentity,
  Idempotency,
  NoteAudience,
  NoteOutcome,
  NoteRecord,
  NoteStore,
  NoteWithHistory,
} from '../port.ts';
import { listParameter, type Database, type Statements } from './database.ts';
import { knownChange, remember } from './idempotency.ts';
import { identify } from './identity.ts';
import { record } from './ledger.ts';
import { sameCompanies, sameCompany } from './sameCompany.ts';

const noteRow = {
  id: text,
  companyId: integer,
  text,
  createdAt: text,
  changedAt: text,
  userId: integer,
  isForTeam: flag,
};
/** What else a note has, `n`. */
const whose = `n.user_id, CASE WHEN n.audience = '' THEN 0 ELSE 1 END AS is_for_team`;
const eventRow = { noteId: text, at: text, note: text, audience: text };

/** Rows `(own, id)`: of each company that was merged into others, the one that it is shown with. */
export const shownWith = `WITH RECURSIVE up (own, id) AS (
  SELECT gone, kept FROM merge_note WHERE team_id = :team AND done <> ''
  UNION SELECT up.own, m.kept FROM up
    JOIN merge_note m ON m.team_id = :team AND m.gone = up.id AND m.done <> ''),
  shown (own, id) AS (SELECT own, id FROM up
    WHERE NOT EXISTS (SELECT 1 FROM merge_note m WHERE m.team_id = :team AND m.gone = up.id AND m.done <> ''))`;

/** The companies that have a note, `n`, that meets a condition, each once. */
function notedBy(condition: string): string {
  return `SELECT DISTINCT COALESCE(s.id, n.company_id)
       FROM note n LEFT JOIN shown s ON s.own = n.company_id
       WHERE n.team_id = :team AND ${condition} AND n.text <> ''`;
}

/** Notes in SQL. */
export class SqlNotes implements NoteStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async ofCompany(userId: number, companyId: number): Promise<NoteWithHistory[]> {
    const notes = await this.#db.all(
      noteRow,
      `${sameCompany} SELECT n.id, n.company_id, n.text, n.created_at, n.changed_at, ${whose}
       FROM same s CROSS JOIN note n ON n.team_id = :team AND n.company_id = s.id
       WHERE n.text <> '' AND (n.user_id = ? OR n.audience <> '') ORDER BY n.seq DESC`,
      companyId,
      userId,
    );
    if (notes.length === 0) return [];
    const events = await this.#db.all(
      eventRow,
      `${sameCompany} SELECT v.note_id, v.at, v.note, v.audience
       FROM same s CROSS JOIN event v ON v.team_id = :team AND v.company_id = s.id
       WHERE v.kind = 'note' AND v.note_id IN (SELECT value FROM texts(?)) ORDER BY v.seq DESC`,
      companyId,
      listParameter(notes.map(({ id }) => id)),
    );
    const byNote = Map.groupBy(events, ({ noteId }) => noteId);
    return notes.map((note) => ({
      ...note,
      companyId,
      // The newest one is the text that stands. Of the others, colleagues see what was written for them.
      history: (byNote.get(note.id) ?? [])
        .slice(1)
        .filter(({ audience }) => note.userId === userId || audience !== '')
        .map(({ at, note: earlier }) => ({ at, text: earlier })),
    }));
  }

  async all(userId: number, companyIds?: readonly number[]): Promise<NoteRecord[]> {
    if (companyIds === undefined) {
      return this.#db.all(
        noteRow,
        `${shownWith} SELECT n.id, COALESCE(s.id, n.company_id) AS company_id, n.text, n.created_at, n.changed_at,
           ${whose}
         FROM note n LEFT JOIN shown s ON s.own = n.company_id
         WHERE n.team_id = :team AND n.user_id = ? AND n.text <> ''
         ORDER BY n.seq DESC`,
        userId,
      );
    }
    return this.#db.all(
      noteRow,
      `${sameCompanies} SELECT n.id, s.shown AS company_id, n.text, n.created_at, n.changed_at, ${whose}
       FROM same s CROSS JOIN note n ON n.team_id = :team AND n.user_id = ? AND n.company_id = s.id
       WHERE n.text <> ''
       ORDER BY n.seq DESC`,
      listParameter(companyIds),
      userId,
    );
  }

  async companyIds(userId: number, withTeams = false): Promise<number[]> {
    // Each half by an index of its own.
    const halves = [notedBy('n.user_id = ?'), ...(withTeams ? [notedBy("n.audience <> ''")] : [])];
    return this.#db.column(integer, `${shownWith} ${halves.join(' UNION ')}`, userId);
  }

  async newest(userId: number, companyIds: readonly number[]): Promise<ReadonlyMap<number, string>> {
    const rows = await this.#db.all(
      { shown: integer, text },
      `${sameCompanies} SELECT s.shown, n.text
       FROM same s CROSS JOIN note n ON n.team_id = :team AND n.user_id = ? AND n.company_id = s.id
       WHERE n.text <> '' ORDER BY n.seq`,
      listParameter(companyIds),
      userId,
    );
    return new Map(rows.map((row) => [row.shown, row.text]));
  }

  async write(
    userId: number,
    companyId: number,
    { id, text: written, isForTeam, named = [] }: Pick<NoteRecord, 'id' | 'text'> & NoteAudience,
    now: string,
    idempotency: Idempotency | null,
    identity?: CompanyIdentity,
  ): Promise<NoteOutcome> {
    return this.#db.sharing(companyId, async (db) => {
      const [known, there] = await Promise.all([
        knownChange(db, userId, idempotency),
        db.get(
          { userId: integer, companyId: integer, text, audience: text },
          'SELECT user_id, company_id, text, audience FROM note WHERE team_id = :team AND id = ?',
          id,
        ),
      ]);
      if (known === 'key_reused') return { kind: 'key_reused' };
      if (known !== undefined) return { kind: 'repeated' };
      if (!(await mayWrite(db, userId, companyId, there, written))) return { kind: 'missing' };
      await remember(db, userId, idempotency, { entryId: 0, list: 0 }, now);
      const audience = audienceOf(isForTeam, there?.audience);
      if (there?.text === written && there.audience === audience) return { kind: 'done' };
      if (identity !== undefined) await identify(db, [{ companyId, ...identity }]);
      const seq = await record(db, {
        kind: 'note',
        userId,
        companyId: there?.companyId ?? companyId,
        entryId: 0,
        smartListId: 0,
        from: 0,
        to: 0,
        reason: 0,
        at: now,
        requestKey: idempotency?.key ?? '',
        note: written,
        noteId: id,
        facts: null,
        isForTeam: audience !== '',
      });
      await db.run(
        `INSERT INTO note (team_id, seq, id, user_id, company_id, text, created_at, changed_at, audience)
         VALUES (:team, ?, ?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (team_id, id) DO UPDATE
           SET text = excluded.text, changed_at = excluded.changed_at, audience = excluded.audience`,
        seq,
        id,
        userId,
        companyId,
        written,
        now,
        now,
        audience,
      );
      await mention(db, id, namedIn({ audience, written }, named, userId), now);
      return { kind: 'done' };
    });
  }
}

/** Whom a note tells of it: those it names, but its author, if there is anything for them to read. */
function namedIn(
  { audience, written }: { readonly audience: string; readonly written: string },
  named: readonly number[],
  author: number,
): number[] {
  return audience === '' || written === '' ? [] : named.filter((each) => each !== author);
}

/** Who reads a note: what is said now, else as it was, else its author alone. */
function audienceOf(isForTeam: boolean | undefined, before = ''): string {
  if (isForTeam === undefined) return before;
  return isForTeam ? 'team' : '';
}

/** Keeps whom a note names: who is named no more hears nothing, who has read it is not told again. */
async function mention(db: Statements, noteId: string, named: readonly number[], now: string): Promise<void> {
  const gone =
    'DELETE FROM mention WHERE team_id = :team AND note_id = ? AND user_id NOT IN (SELECT value FROM ids(?))';
  await db.run(gone, noteId, listParameter(named));
  await db.run(
    `INSERT INTO mention (team_id, note_id, user_id, at)
     SELECT :team, ?, u.id, ?
     FROM ids(?) c JOIN "user" u ON u.team_id = :team AND u.id = c.value WHERE u.removed_at = ''
     ON CONFLICT DO NOTHING`,
    noteId,
    now,
    listParameter(named),
  );
}

/** Whether there is a note to change, or a text to write one with. */
async function mayWrite(
  db: Statements,
  userId: number,
  companyId: number,
  there: { readonly userId: number; readonly companyId: number } | undefined,
  written: string,
): Promise<boolean> {
  return there === undefined ? written !== '' : isNoteOf(db, userId, companyId, there);
}

/** Whether a note is the user's, about the company or one that was merged into it. */
async function isNoteOf(
  db: Statements,
  userId: number,
  companyId: number,
  note: { readonly userId: number; readonly companyId: number },
): Promise<boolean> {
  if (note.userId !== userId) return false;
  return db.has(`${sameCompany} SELECT 1 FROM same WHERE id = ?`, companyId, note.companyId);
}
