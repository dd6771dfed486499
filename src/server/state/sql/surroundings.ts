import { integer, text } from '#node/rows.ts';
import type { Companions } from '#shared/domain/inboxEntry.ts';
import type { ListName } from '#shared/domain/listName.ts';
import { usualReasons } from '#shared/domain/reasons.ts';
import type { EntryRecord, EntrySurroundings } from '../port.ts';
import type { Statements } from './database.ts';
import { listColumn } from './lists.ts';
import { sameCompany } from './sameCompany.ts';

/** The parts of what is around an entry, and a row of any. */
const around = { companion: 1, list: 2, reason: 3, note: 4 } as const;
const aroundRow = { part: integer, id: integer, number: integer, text };

/** What an answer about one entry says besides, in one statement. */
export async function surroundingsOf(
  db: Pick<Statements, 'all'>,
  userId: number,
  { id, companyId, smartListId, list }: EntryRecord,
): Promise<EntrySurroundings> {
  const rows = await db.all(
    aroundRow,
    `${sameCompany}
       SELECT ${around.companion} AS part, e.id, e.list AS number, '' AS text FROM entry e
         JOIN smart_list l ON l.team_id = :team AND l.id = e.smart_list_id AND (e.list > 0 OR l.deleted_at = '')
         WHERE e.team_id = :team AND e.user_id = ? AND e.company_id = ?
       UNION ALL SELECT ${around.list}, l.seen, CASE l.sharing WHEN 'one' THEN l.family ELSE 0 END, l.name
         FROM smart_list l WHERE l.team_id = :team AND l.id = ? AND l.user_id = ?
       UNION ALL SELECT ${around.reason}, r.id, 0, r.name FROM reason r WHERE r.team_id = :team AND r.user_id = ?
       UNION ALL SELECT ${around.note}, n.seq, 0, n.text
         FROM same s CROSS JOIN note n ON n.team_id = :team AND n.user_id = ? AND n.company_id = s.id
         WHERE n.text <> ''
       ORDER BY 1, 2`,
    companyId,
    userId,
    companyId,
    smartListId,
    userId,
    userId,
    userId,
  );
  const of = (part: number): typeof rows => rows.filter((row) => row.part === part);
  const others = of(around.companion)
    .filter((row) => row.id !== id)
    .map((row) => ({ id: row.id, list: listColumn(row.number) }));
  const [smartList] = of(around.list);
  const own = of(around.reason).map((row): [number, string] => [row.id, row.text]);
  return {
    companions: companionsOf(list, others),
    smartList: smartList?.text ?? '',
    seen: smartList?.id ?? 0,
    isSettledForAll: (smartList?.number ?? 0) > 0,
    reasons: new Map(own.length > 0 ? own : usualReasons.map(({ id: reason, name }) => [reason, name])),
    note: of(around.note).at(-1)?.text ?? '',
  };
}

/** The other entries of a company that a decision about one of them in this list covers. */
export function companionsOf(
  list: ListName,
  others: readonly { readonly id: number; readonly list: ListName }[],
): Companions {
  const idsIn = (wanted: ListName): number[] => others.filter((row) => row.list === wanted).map((row) => row.id);
  return { siblings: idsIn('None'), doubles: list === 'None' ? [] : idsIn(list) };
}
