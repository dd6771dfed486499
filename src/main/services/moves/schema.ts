import type { Migration } from '#node/migrate.ts';

/** The schema of `queue.db`. One row per move that the server has not confirmed; 0 stands for "no entry yet". */
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
    // It made every decision write a second page. A queue is read whole, once, and has hardly more than one account.
    name: 'no index',
    sql: 'DROP INDEX command_by_account;',
  },
];
