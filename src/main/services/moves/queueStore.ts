import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { putSalvagedInPlace, removeWithJournal, salvageFile, setAside } from '#node/damagedFile.ts';
import { type Migration, migrate } from '#node/migrate.ts';
import { integer, json, rowOf, text, valuesOf, type Column } from '#node/rows.ts';
import { copyReadable, refuseNewer } from '#node/salvage/copyReadable.ts';
import { DamagedDatabase } from '#node/salvage/damagedDatabase.ts';
import { layoutOf } from '#node/salvage/records.ts';
import { openDatabase, storageError, transaction, type OpenOptions } from '#node/sqlite.ts';
import { laterSchema, type Later } from '#shared/domain/later.ts';
import { listNames, type ListName } from '#shared/domain/listName.ts';
import { AppError } from '#shared/errors.ts';
import type { Clock, Log } from '../../ports.ts';
import type { NoteChange, Change, Command } from './command.ts';

/** The schema of `queue.db`. One row per move that the server has not confirmed; 0 means "no entry yet". */
export const queueMigrations: readonly Migration[] = [
  {
    version: 1,
    name: 'commands',
    sql: `
      CREATE TABLE command (
        seq INTEGER PRIMARY KEY,
        account TEXT NOT NULL,
        idempotency_key TEXT NOT NULL,
        step_id TEXT NOT NULL,
        entry_id INTEGER NOT NULL,
        company_id INTEGER NOT NULL,
        name TEXT NOT NULL,
        from_list TEXT NOT NULL,
        to_list TEXT NOT NULL,
        state TEXT NOT NULL CHECK (state IN ('pending', 'sent', 'failed')),
        reason TEXT NOT NULL
      ) STRICT;
      CREATE INDEX command_by_account ON command (account, seq);
    `,
  },
  {
    version: 2,
    // The index made every decision write a second page. A queue is read whole, once, and rarely has more than one
    // account.
    name: 'no index',
    sql: 'DROP INDEX command_by_account;',
  },
  {
    version: 3,
    // Below 0 for a move; otherwise the command moves nothing and gives a reason, 0 for none.
    name: 'reasons',
    sql: 'ALTER TABLE command ADD COLUMN reason_id INTEGER NOT NULL DEFAULT -1;',
  },
  {
    version: 4,
    // In JSON, or ''.
    name: 'until when companies are put off',
    sql: `ALTER TABLE command ADD COLUMN later TEXT NOT NULL DEFAULT '';`,
  },
  {
    version: 5,
    // '' for a command that is about no note; the texts before and after, '' where there is none.
    name: 'notes',
    sql: `
      ALTER TABLE command ADD COLUMN note_id TEXT NOT NULL DEFAULT '';
      ALTER TABLE command ADD COLUMN note_from TEXT NOT NULL DEFAULT '';
      ALTER TABLE command ADD COLUMN note_to TEXT NOT NULL DEFAULT '';
    `,
  },
  {
    version: 6,
    // seen is 0 for none; note_for_team is 1 or 0, and -1 where it is not said.
    name: 'the decisions of colleagues that came first, and notes for the team',
    sql: `
      ALTER TABLE command ADD COLUMN seen INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE command ADD COLUMN note_for_team INTEGER NOT NULL DEFAULT -1;
    `,
  },
];

/**
 * How long a write waits for another process's lock, in milliseconds. It runs on the main thread, which must not block
 * for the usual five seconds; the sender tries again on its own (F22).
 */
const lockWaitMs = 500;

/**
 * `full`: synced to disk. `normal`: it survives the end of the process, and a power cut once anything after it is
 * synced.
 */
export type Durability = OpenOptions['durability'];

/** The queue's file (WAL): what was applied with `full` is synced to disk when `apply` returns. */
export class QueueStore {
  readonly #db: DatabaseSync;
  readonly #put: StatementSync;
  readonly #remove: StatementSync;
  #durability: Durability = 'full';

  private constructor(db: DatabaseSync) {
    this.#db = db;
    this.#put = db.prepare(`
      INSERT INTO command
        (seq, account, idempotency_key, step_id, entry_id, company_id, name, from_list, to_list, state, reason,
         reason_id, later, note_id, note_from, note_to, seen, note_for_team)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (seq) DO UPDATE SET idempotency_key = excluded.idempotency_key, entry_id = excluded.entry_id,
        from_list = excluded.from_list, to_list = excluded.to_list, state = excluded.state, reason = excluded.reason,
        reason_id = excluded.reason_id, later = excluded.later, note_from = excluded.note_from,
        note_to = excluded.note_to, seen = excluded.seen,
        note_for_team = excluded.note_for_team`);
    this.#remove = db.prepare('DELETE FROM command WHERE seq = ?');
  }

  /** Opens the file. Throws an `AppError`: `storage_newer`, `storage_corrupt`, `storage_full` … */
  static open(path: string): QueueStore {
    const db = openDatabase(path, { durability: 'full' });
    try {
      db.exec(`PRAGMA busy_timeout = ${lockWaitMs}`);
      if (valuesOf(text, db.prepare('PRAGMA quick_check(1)').all())[0] !== 'ok') throw damaged();
      migrate(db, queueMigrations);
      return new QueueStore(db);
    } catch (error) {
      db.close();
      throw storageError(error);
    }
  }

  /** The moves of one account, in order, and how many rows are unreadable; those stay in the file. */
  load(account: string): { commands: Command[]; unreadable: number } {
    try {
      const select = this.#db.prepare('SELECT * FROM command WHERE account = ? ORDER BY seq');
      select.setReadBigInts(true);
      const rows = select.all(account);
      const commands = rows.map((row) => commandOf(row)).filter((command) => command !== null);
      return { commands, unreadable: rows.length - commands.length };
    } catch (error) {
      throw storageError(error);
    }
  }

  /** The highest number in use by any account; 0 if there is none. Invalid ones do not count. */
  lastSeq(): number {
    const last = 'SELECT coalesce(max(seq), 0) AS last FROM command WHERE seq <= ?';
    return valuesOf(integer, this.#db.prepare(last).all(mostSeq))[0] ?? 0;
  }

  /** Applies a plan whole. Throws, with nothing applied, if the file cannot be written. */
  apply(account: string, changes: readonly Change[], durability: Durability): void {
    if (changes.length === 0) return;
    this.#be(durability);
    transaction(this.#db, () => {
      for (const { kind, command } of changes) {
        if (kind === 'remove') this.#remove.run(command.seq);
        else this.#write(account, command);
      }
    });
  }

  #be(durability: Durability): void {
    if (this.#durability === durability) return;
    this.#db.exec(`PRAGMA synchronous = ${durability}`);
    this.#durability = durability;
  }

  /** Throws if a move could not be written now: writes one and removes it again. */
  probe(): void {
    transaction(this.#db, () => {
      const seq = this.lastSeq() + 1;
      this.#put.run(seq, '', '', '', 0, 0, '', 'None', 'None', 'pending', '', aMove, '', '', '', '', 0, -1);
      this.#remove.run(seq);
    });
  }

  close(): void {
    this.#db.close();
  }

  #write(account: string, command: Command): void {
    const {
      seq,
      key,
      stepId,
      entryId,
      companyId,
      name,
      from,
      to,
      state,
      reason,
      reasonId = aMove,
      later,
      seen = 0,
    } = command;
    const until = later === undefined ? '' : JSON.stringify(later);
    const { id, from: before, to: after, forTeam } = command.note ?? noNote;
    const move = [seq, account, key, stepId, entryId ?? 0, companyId, name, from, to, state, reason] as const;
    this.#put.run(...move, reasonId, until, id, before, after, seen, forTeam === undefined ? -1 : Number(forTeam));
  }
}

const noNote: NoteChange = { id: '', from: '', to: '' };

/** In place of a reason: the command is a move. */
const aMove = -1;

function damaged(): AppError {
  return new AppError('storage_corrupt', 'The file of unsent moves is damaged.');
}

/** No queue has ever made this many moves; above it there is room for as many again. */
const mostSeq = 2 ** 52;

/** Read as BigInt: a damaged number may be too large for JavaScript, which would fail the whole read. */
const count: Column<number> = (value) => integer(Number(value));
const sequence: Column<number> = (value) => oneOf(count(value), (seq) => seq <= mostSeq);
const list: Column<ListName> = (value) => oneOf(text(value) as ListName, (name) => listNames.includes(name));
const stateColumn: Column<Command['state']> = (value) =>
  oneOf(text(value) as Command['state'], (state) => ['pending', 'sent', 'failed'].includes(state));

const commandRow = {
  seq: sequence,
  idempotencyKey: text,
  stepId: text,
  entryId: count,
  companyId: count,
  name: text,
  fromList: list,
  toList: list,
  state: stateColumn,
  reason: text,
  reasonId: count,
  later: (value: unknown): Later | undefined => (value === '' ? undefined : someLater(value)),
  noteId: text,
  noteFrom: text,
  noteTo: text,
  seen: count,
  noteForTeam: count,
};

const someLater = json((value) => laterSchema.parse(value));

function oneOf<T>(value: T, isOne: (value: T) => boolean): T {
  if (!isOne(value)) throw damaged();
  return value;
}

/** Converts a row, or null if it is invalid. */
function commandOf(row: Record<string, unknown>): Command | null {
  try {
    const {
      idempotencyKey,
      entryId,
      fromList,
      toList,
      reasonId,
      later,
      noteId,
      noteFrom,
      noteTo,
      seen,
      noteForTeam,
      ...command
    } = rowOf(commandRow, row);
    const key = idempotencyKey;
    const until = { ...(later === undefined ? {} : { later }), ...(seen === 0 ? {} : { seen }) };
    const move = { ...command, ...until, key, entryId: entryId === 0 ? null : entryId, from: fromList, to: toList };
    if (noteId !== '') {
      const whose = noteForTeam < 0 ? {} : { forTeam: noteForTeam === 1 };
      return { ...move, note: { id: noteId, from: noteFrom, to: noteTo, ...whose } };
    }
    return reasonId < 0 ? move : { ...move, reasonId };
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

/** The opened file, and what the user has to know about it (`''` if all is well). */
export interface OpenedQueue {
  readonly store: QueueStore;
  readonly notice: string;
}

/**
 * Opens the queue's file. A damaged one is kept aside as `.bad-<time>` and what can still be read is carried over
 * (F19); a newer one, or one that cannot be written, throws and is left as it is.
 */
export function openQueue(path: string, clock: Clock, log: Log): OpenedQueue {
  const wasCutOff = putSalvagedInPlace(path);
  try {
    return {
      store: QueueStore.open(path),
      notice: wasCutOff ? `${fileWasDamaged} what could be read will be sent.` : '',
    };
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'storage_corrupt') throw error;
    log.error('queue.corrupt', error);
  }
  const fresh = salvageFile(path);
  removeWithJournal(fresh);
  QueueStore.open(fresh).close();
  const rescued = salvage(path, fresh);
  setAside(path, clock.now());
  putSalvagedInPlace(path);
  const kept = rescued === 1 ? '1 move' : `${rescued} moves`;
  return { store: QueueStore.open(path), notice: `${fileWasDamaged} ${kept} could be read and will be sent.` };
}

const fileWasDamaged = 'The file of unsent moves was damaged;';

/** Copies every row that can still be read; returns how many. */
function salvage(bad: string, fresh: string): number {
  const target = openDatabase(fresh, { durability: 'full' });
  try {
    const source = new DamagedDatabase(
      bad,
      ['command', 'schema_migration'].map((table) => layoutOf(target, table)),
    );
    try {
      refuseNewer(source, target);
      return transaction(target, () => copyReadable(source, target, 'command'));
    } finally {
      source.close();
    }
  } finally {
    target.close();
  }
}
