import type { State } from '../port.ts';
import { SqlAccounts, SqlUsers } from './accounts.ts';
import { MemoryAttempts, SqlAttempts } from './attempts.ts';
import { SqlCollections } from './collections.ts';
import type { Database } from './database.ts';
import { SqlEntries } from './entries.ts';
import { SqlExports } from './exports.ts';
import { SqlImportRuns } from './imports.ts';
import { SqlKnown } from './known.ts';
import { SqlLedger } from './ledger.ts';
import { SqlMerges } from './merges.ts';
import { SqlNotes } from './notes.ts';
import { SqlPending } from './pending.ts';
import { SqlReasons } from './reasons.ts';
import { SqlAudit } from './seals.ts';
import { SqlSharing } from './sharing.ts';
import { SignIns } from './signIns.ts';
import { SqlSmartLists } from './smartLists.ts';
import { SqlTeam } from './team.ts';
import { SqlUpkeep } from './upkeep.ts';

/** What of the state is the same in every store of SQL. */
export type Stores = Omit<State, 'readOnly' | 'notices' | 'version' | 'bytes' | 'close'>;

/**
 * The user's state in a database. With `readOnly` tokens, sign-ins under way and attempts live in memory. `signInsFor`
 * is how long it is remembered whose a token is, in milliseconds, where the database is far away.
 */
export function storesOn(db: Database, options: { readonly readOnly: boolean; readonly signInsFor?: number }): Stores {
  const signIns = new SignIns(options.signInsFor ?? 0);
  return {
    users: new SqlUsers(db, signIns, options),
    accounts: new SqlAccounts(db, signIns),
    pending: new SqlPending(db, options),
    attempts: options.readOnly ? new MemoryAttempts() : new SqlAttempts(db),
    smartLists: new SqlSmartLists(db),
    entries: new SqlEntries(db),
    collections: new SqlCollections(db),
    ledger: new SqlLedger(db),
    reasons: new SqlReasons(db),
    notes: new SqlNotes(db),
    exports: new SqlExports(db),
    imports: new SqlImportRuns(db),
    merges: new SqlMerges(db),
    known: new SqlKnown(db),
    sharing: new SqlSharing(db),
    team: new SqlTeam(db, signIns),
    audit: new SqlAudit(db),
    upkeep: new SqlUpkeep(db),
  };
}
