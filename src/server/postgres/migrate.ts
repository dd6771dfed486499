import { createHash } from 'node:crypto';
import type { PoolClient } from 'pg';
import { AppError } from '#shared/errors.ts';
import type { PostgresMigration } from './schema.ts';

/** The key of the lock that a database's migration holds, in `pg_advisory_xact_lock`. */
const migrationLock = 0x57_69_6e_6e_6f_77;

/**
 * Brings a database's schema up to the newest of `migrations`, all that are missing in one transaction, and makes sure
 * that it has the team. Nodes that start together wait for each other. Throws `storage_newer` for a database that a
 * later version of Winnow has migrated, and an Error if a released migration was edited.
 */
export async function migratePostgres(
  client: PoolClient,
  migrations: readonly PostgresMigration[],
  team: { readonly id: number; readonly name: string },
): Promise<void> {
  await client.query('BEGIN');
  try {
    await client.query(`SELECT pg_advisory_xact_lock(${migrationLock})`);
    const applied = await appliedMigrations(client);
    for (const { version, hash } of applied) {
      const migration = migrations[version - 1];
      if (migration === undefined) {
        throw new AppError('storage_newer', 'This database was written by a newer version of Winnow.');
      }
      if (hashOf(migration) !== hash) throw new Error(`Migration ${migration.name} was edited after its release.`);
    }
    for (const migration of migrations.slice(applied.length)) await apply(client, migration);
    await client.query({
      text: 'INSERT INTO team (id, name, created_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
      values: [team.id, team.name, new Date().toISOString()],
    });
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

async function appliedMigrations(client: PoolClient): Promise<{ version: number; hash: string }[]> {
  const { rows } = await client.query(`SELECT to_regclass('schema_migration') IS NOT NULL AS is_there`);
  if ((rows[0] as { is_there: boolean }).is_there) {
    const applied = await client.query('SELECT version, hash FROM schema_migration ORDER BY version');
    return applied.rows as { version: number; hash: string }[];
  }
  await client.query(`CREATE TABLE schema_migration (
    version bigint PRIMARY KEY, name text NOT NULL, hash text NOT NULL, applied_at text NOT NULL)`);
  return [];
}

async function apply(client: PoolClient, migration: PostgresMigration): Promise<void> {
  await client.query(migration.sql);
  await migration.afterwards?.(client);
  await client.query({
    text: 'INSERT INTO schema_migration (version, name, hash, applied_at) VALUES ($1, $2, $3, $4)',
    values: [migration.version, migration.name, hashOf(migration), new Date().toISOString()],
  });
}

function hashOf({ sql }: PostgresMigration): string {
  return createHash('sha256').update(sql).digest('hex');
}
