import { integer, text } from '#node/rows.ts';
import type { Idempotency, NoteOutcome, NoteRecord, NoteStore, NoteWithHistory } from '../port.ts';
import { idsParameter, type StateDatabase } from './database.ts';
import { knownChange, remember } from './idempotency.ts';
import { record, sameCompany } from './ledger.ts';

const noteRow = { id: text, companyId: integer, text, createdAt: text, changedAt: text };
const eventRow = { noteId: text, at: text, note: text };

/** Rows `(kept)`: the companies that the company `n.company_id` has been merged into, and itself. */
const shownWith = `WITH RECURSIVE up (own, id) AS (
  SELECT DISTINCT company_id, company_id FROM note WHERE user_id = ? AND text <> ''
  UNION SELECT up.own, m.kept FROM up JOIN merge_note m ON m.gone = up.id AND m.done <> ''),
  shown (own, id) AS (SELECT own, id FROM up
    WHERE NOT EXISTS (SELECT 1 FROM merge_note m WHERE m.gone = up.id AND m.done <> ''))`;

/** Notes in SQLite. */
export class SqliteNotes implements NoteStore {
  readonly #db: StateDatabase;

  constructor(db: StateDatabase) {
    this.#db = db;
  }

  async ofCompany(userId: number, companyId: number): Promise<NoteWithHistory[]> {
    const notes = this.#db.all(
      noteRow,
      `${sameCompany} SELECT n.id, n.company_id, n.text, n.created_at, n.changed_at
       FROM same s JOIN note n ON n.user_id = ? AND n.company_id = s.id WHERE n.text <> '' ORDER BY n.seq DESC`,
      companyId,
      userId,
    );
    if (notes.length === 0) return [];
    const events = this.#db.all(
      eventRow,
      `${sameCompany} SELECT v.note_id, v.at, v.note FROM same s JOIN event v ON v.user_id = ? AND v.company_id = s.id
       WHERE v.kind = 'note' ORDER BY v.seq DESC`,
      companyId,
      userId,
    );
    const byNote = Map.groupBy(events, ({ noteId }) => noteId);
    return notes.map((note) => ({
      ...note,
      companyId,
      // The newest one is the text that stands.
      history: (byNote.get(note.id) ?? []).slice(1).map(({ at, note: earlier }) => ({ at, text: earlier })),
    }));
  }

  async all(userId: number, companyIds?: readonly number[]): Promise<NoteRecord[]> {
    const some = companyIds === undefined ? '' : ' AND s.id IN (SELECT value FROM json_each(?))';
    return this.#db.all(
      noteRow,
      `${shownWith} SELECT n.id, s.id AS company_id, n.text, n.created_at, n.changed_at
       FROM note n JOIN shown s ON s.own = n.company_id WHERE n.user_id = ? AND n.text <> ''${some}
       ORDER BY n.seq DESC`,
      userId,
      userId,
      ...(companyIds === undefined ? [] : [idsParameter(companyIds)]),
    );
  }

  async newest(userId: number, companyIds: readonly number[]): Promise<ReadonlyMap<number, string>> {
    const newest = new Map<number, string>();
    // Most users' pages have none to look for.
    if (!this.#db.has(`SELECT 1 FROM note WHERE user_id = ? AND text <> ''`, userId)) return newest;
    for (const companyId of companyIds) {
      const [note] = this.#db.column(
        text,
        `${sameCompany} SELECT n.text FROM same s JOIN note n ON n.user_id = ? AND n.company_id = s.id
         WHERE n.text <> '' ORDER BY n.seq DESC LIMIT 1`,
        companyId,
        userId,
      );
      if (note !== undefined) newest.set(companyId, note);
    }
    return newest;
  }

  async write(
    userId: number,
    companyId: number,
    { id, text: written }: Pick<NoteRecord, 'id' | 'text'>,
    now: string,
    idempotency: Idempotency | null,
  ): Promise<NoteOutcome> {
    return this.#db.transaction(() => {
      const known = knownChange(this.#db, userId, idempotency);
      if (known === 'key_reused') return { kind: 'key_reused' };
      if (known !== undefined) return { kind: 'repeated' };
      const there = this.#db.get(
        { userId: integer, companyId: integer, text },
        'SELECT user_id, company_id, text FROM note WHERE id = ?',
        id,
      );
      if (there === undefined ? written === '' : !this.#isOf(userId, companyId, there)) return { kind: 'missing' };
      remember(this.#db, userId, idempotency, { entryId: 0, list: 0 }, now);
      if (there?.text === written) return { kind: 'done' };
      const seq = record(this.#db, {
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
      });
      this.#db.run(
        `INSERT INTO note (seq, id, user_id, company_id, text, created_at, changed_at) VALUES (?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (id) DO UPDATE SET text = excluded.text, changed_at = excluded.changed_at`,
        seq,
        id,
        userId,
        companyId,
        written,
        now,
        now,
      );
      return { kind: 'done' };
    });
  }

  /** Whether a note is the user's, about the company or one that was merged into it. */
  #isOf(userId: number, companyId: number, note: { readonly userId: number; readonly companyId: number }): boolean {
    if (note.userId !== userId) return false;
    return this.#db.has(`${sameCompany} SELECT 1 FROM same WHERE id = ?`, companyId, note.companyId);
  }
}
