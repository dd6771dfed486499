import { integer, text, type RowOf } from '#node/rows.ts';
import type { Statements } from './database.ts';
import { broughtByColumn, eventsOfSame, isDecision, kindColumn, undoMark, type Standing } from './ledger.ts';
import { listNumbers } from './lists.ts';
import { sameCompany } from './sameCompany.ts';

/** What an undo brings back: the reason of a decision, until when a company was put off, and why it was back. */
type Before = Pick<Standing, 'list' | 'reason' | 'later' | 'back'>;

const eventRow = { kind: kindColumn, from: integer, list: integer, reason: integer, note: text, mark: text };

/**
 * What a company had when it was in a list before what is decided about it now. Decisions that were undone are no part
 * of the way there; a list that it was in only then is the next best. `isFirst`: nothing had been decided by then.
 */
export async function before(
  db: Statements,
  userId: number,
  companyId: number,
  list: number,
): Promise<Before & { readonly isFirst: boolean }> {
  const events = await db.all(
    eventRow,
    `${sameCompany}
     SELECT v.kind, v.from_list AS "from", v.to_list AS list, v.reason, v.note, v.note_id AS mark ${eventsOfSame}
     WHERE ${isDecision} ORDER BY v.seq`,
    companyId,
    userId,
  );
  const way = wayOf(events);
  const was = way.slice(0, -1).findLast((step) => step.list === list);
  const found = was ?? events.map(stepOf).findLast((step) => step.list === list);
  if (found === undefined) return { list, reason: 0, later: '', back: '', isFirst: false };
  const back = (await isUndone(db, found.back)) ? '' : found.back;
  return { ...found, back, isFirst: was === way[0] };
}

/** The decisions that led to the one that stands, which is the last. */
function wayOf(events: readonly RowOf<typeof eventRow>[]): Before[] {
  const way: Before[] = [{ list: listNumbers.None, reason: 0, later: '', back: '' }];
  for (const event of events) {
    const { kind, from, list, reason, mark } = event;
    const last = way.at(-1)!;
    const known = mark === undoMark ? way.slice(0, -1).findLastIndex((step) => step.list === list) : -1;
    if (kind === 'reason') way.splice(-1, 1, { ...last, reason });
    // What came back by itself, or was put off again, is not what the user did last.
    else if (kind === 'back' && last.list === from) way.splice(-1, 1, stepOf(event));
    else if (known === -1) way.push(stepOf(event));
    else way.splice(known, Infinity, stepOf(event));
  }
  return way;
}

function stepOf({ list, reason, note }: RowOf<typeof eventRow>): Before {
  return {
    list,
    reason,
    later: list === listNumbers.Later ? note : '',
    back: list === listNumbers.None ? note : '',
  };
}

/** Whether what brought a company back is an import that was undone since. */
async function isUndone(db: Statements, back: string): Promise<boolean> {
  const by = back === '' ? {} : broughtByColumn(back);
  if (by.kind !== 'import') return false;
  return !(await db.has('SELECT 1 FROM import_run WHERE team_id = :team AND batch_id = ?', by.batchId ?? 0));
}
