import { integer } from '#node/rows.ts';
import type { DecisionDetails, EntryRecord, EntrySurroundings, Idempotency, MoveOutcome } from '../port.ts';
import type { ListName } from '#shared/domain/listName.ts';
import { entryColumns, entryRow, SqlEntries } from '../sql/entries.ts';
import { listNumbers } from '../sql/lists.ts';
import { surroundingsOf } from '../sql/surroundings.ts';
import type { PostgresDatabase } from './database.ts';

/** An entry's company, and in how many shared lists its user has that. */
const askedRow = { companyId: integer, shared: integer };
const asked = `SELECT e.company_id, (SELECT COUNT(*) FROM entry o
    JOIN smart_list l ON l.team_id = :team AND l.id = o.smart_list_id AND l.family > 0
    WHERE o.team_id = :team AND o.user_id = e.user_id AND o.company_id = e.company_id) AS shared
  FROM entry e WHERE e.team_id = :team AND e.user_id = ? AND e.id = ?`;

const decideQuickly = `SELECT ${entryColumns} FROM decide_quickly(:team, ?, ?, ?, ?, ?, ?, ?, ?) e`;

/** Inbox entries in PostgreSQL, where the usual decision is one call (`decide_quickly`) instead of a dozen. */
export class PostgresEntries extends SqlEntries {
  readonly #database: PostgresDatabase;

  constructor(database: PostgresDatabase) {
    super(database);
    this.#database = database;
  }

  override async move(
    userId: number,
    id: number,
    list: ListName,
    now: string,
    idempotency: Idempotency | null,
    details: DecisionDetails = {},
  ): Promise<MoveOutcome> {
    const { reason = 0, facts: factsOf } = details;
    if (reason === 'before' || !isUsual(list, details)) return super.move(userId, id, list, now, idempotency, details);
    const [found] = await this.#database.quickly(askedRow, asked, userId, id);
    if (found === undefined) return { kind: 'missing' };
    const { companyId, shared } = found;
    if (shared > 0) return super.move(userId, id, list, now, idempotency, details);
    const facts = (await factsOf?.(companyId)) ?? null;
    const { key = '', hash = '' } = idempotency ?? {};
    const entry = await this.#database.call(
      entryRow,
      decideQuickly,
      // Made once, however often it is sent: with its key it is known the second time.
      { isRepeatable: key !== '', companyId },
      userId,
      id,
      listNumbers[list],
      reason,
      now,
      key,
      hash,
      facts === null ? '' : JSON.stringify(facts),
    );
    if (entry !== undefined) return { kind: 'moved', entry };
    return super.move(userId, id, list, now, idempotency, { ...details, facts: async () => facts });
  }

  override around(userId: number, entry: EntryRecord): Promise<EntrySurroundings> {
    return surroundingsOf({ all: (...asked) => this.#database.quickly(...asked) }, userId, entry);
  }
}

/** Whether it is a decision for now, about which there is nothing else to know. */
function isUsual(list: ListName, { later, back, seen = 0 }: DecisionDetails): boolean {
  return list !== 'None' && list !== 'Later' && later === undefined && back === undefined && seen === 0;
}
