import { integer, text, type Shape } from '#node/rows.ts';
import type { Statements } from './database.ts';

/**
 * Whether what people read is what the ledger says: the tables that follow from its events are compared with the newest
 * event of each of their rows. Somebody who changes such a row alone changes no hash.
 */
export async function standingProblems(db: Statements): Promise<string[]> {
  const problems: string[] = [];
  for (const { shape, sql, says } of comparisons) {
    for (const row of await db.all(shape, `${sql} LIMIT ${mostTold}`)) problems.push(says(row as Named));
  }
  return problems;
}

/** How many rows of a table are named. */
const mostTold = 50;

type Named = Readonly<Record<'userId' | 'companyId', number> & { readonly noteId: string }>;

interface Comparison {
  readonly shape: Shape;
  readonly sql: string;
  readonly says: (row: Named) => string;
}

const ofEntry = 'v.team_id = :team AND v.user_id = e.user_id AND v.company_id = e.company_id';
const newest = 'ORDER BY v.seq DESC LIMIT 1';
/** Of companies that were merged, the ledger has what was decided under each of their numbers (`settle`). */
const isAlone = `NOT EXISTS (SELECT 1 FROM merge_note m WHERE m.team_id = :team AND m.gone = e.company_id)
  AND NOT EXISTS (SELECT 1 FROM merge_note m WHERE m.team_id = :team AND m.kept = e.company_id)`;
const comparisons: readonly Comparison[] = [
  {
    shape: { noteId: text },
    sql: `SELECT n.id AS note_id FROM note n WHERE n.team_id = :team AND n.text <> COALESCE((
      SELECT v.note FROM event v WHERE v.team_id = :team AND v.user_id = n.user_id AND v.company_id = n.company_id
        AND v.kind = 'note' AND v.note_id = n.id ${newest}), '')`,
    says: ({ noteId }) => `Note ${noteId} does not say what its newest event says.`,
  },
  {
    shape: { noteId: text },
    sql: `SELECT n.id AS note_id FROM note n WHERE n.team_id = :team AND n.audience <> '' AND n.text <> ''
      AND '' = COALESCE((
      SELECT v.audience FROM event v WHERE v.team_id = :team AND v.user_id = n.user_id AND v.company_id = n.company_id
        AND v.kind = 'note' AND v.note_id = n.id ${newest}), '')`,
    says: ({ noteId }) => `Note ${noteId} is the team’s, and its newest event was written for its author alone.`,
  },
  {
    shape: { userId: integer, companyId: integer },
    sql: `SELECT DISTINCT e.user_id, e.company_id FROM entry e WHERE e.team_id = :team AND e.list <> COALESCE((
      SELECT v.to_list FROM event v WHERE ${ofEntry} AND v.kind IN ('before', 'decided', 'back') ${newest}), 0)
      AND ${isAlone}`,
    says: ({ userId, companyId }) =>
      `What user ${userId} has decided about company ${companyId} is not what the newest event of it says.`,
  },
  {
    shape: { userId: integer, companyId: integer },
    sql: `SELECT DISTINCT e.user_id, e.company_id FROM entry e WHERE e.team_id = :team AND e.list > 0
      AND e.reason <> COALESCE((SELECT v.reason FROM event v
        WHERE ${ofEntry} AND v.kind IN ('before', 'decided', 'back', 'reason') ${newest}), 0) AND ${isAlone}`,
    says: ({ userId, companyId }) =>
      `The reason of user ${userId} for company ${companyId} is not what the newest event of it says.`,
  },
];
