import { readFileSync } from 'node:fs';
import { Client, type PoolClient } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { forPostgres } from '#server/state/postgres/database.ts';
import { openPostgresState, type PostgresState } from '#server/state/postgres/open.ts';
import type { PostgresAddress } from '#server/postgres/address.ts';
import { migratePostgres } from '#server/postgres/migrate.ts';
import { postgresMigrations } from '#server/postgres/schema.ts';
import { TestCluster } from '../../postgres/testCluster.ts';
import { stateContract } from './stateContract.ts';
import type { StateAdapter } from './stateUnderTest.ts';

let cluster: TestCluster;
let address: PostgresAddress;
/** The place whose state the database has. */
let known = '';
const opened: PostgresState[] = [];

/** Every statement that was prepared. */
const prepared = new Set<string>();
const query: (this: Client, ...values: unknown[]) => unknown = Reflect.get(Client.prototype, 'query');

// Not a spy of vitest's: those forget between tests what they were called with.
function notingQuery(this: Client, ...values: unknown[]): unknown {
  const [config] = values;
  if (typeof config === 'object' && config !== null && 'name' in config && 'text' in config) {
    prepared.add(String(config.text));
  }
  return query.apply(this, values);
}

beforeAll(async () => {
  cluster = await TestCluster.start();
  address = await cluster.newDatabase();
  Reflect.set(Client.prototype, 'query', notingQuery);
});
afterAll(async () => {
  Reflect.set(Client.prototype, 'query', query);
  await Promise.all(opened.map((state) => state.end()));
  await cluster.stop();
});

const postgres: StateAdapter = {
  name: 'PostgreSQL',
  async open(place) {
    if (place !== known) await cluster.empty(address);
    known = place;
    const state = await openPostgresState(address, { onLost: () => undefined });
    opened.push(state);
    return state;
  },
  async change(_, sql) {
    await cluster.ask(address, forPostgres(sql, 1));
  },
};

describe(`N1 the state store on ${postgres.name}`, () => {
  stateContract(postgres);
});

test('a database from before names had keys: the later of two names that differ in case or accents only gets a number', async () => {
  const older = await cluster.newDatabase({ isEmpty: true });
  const { user, database } = older;
  const client = new Client({ host: cluster.cluster.host, user, database });
  await client.connect();
  try {
    const team = { id: 1, name: 'Team' };
    const connection = client as unknown as PoolClient;
    await migratePostgres(connection, postgresMigrations.slice(0, 12), team);
    await client.query(`INSERT INTO "user" (team_id, id, email, name, is_staff, addons, created_at)
      VALUES (1, 1, '', 'Ann', 1, '[]', ''), (1, 2, '', 'Bo', 0, '[]', '')`);
    await client.query(`INSERT INTO smart_list
        (team_id, id, user_id, name, filters, kind, matched_week, refreshed_at, created_at, deleted_at)
      VALUES (1, 1, 1, 'Fintech', '{}', 'search', '', '', '', ''), (1, 2, 1, 'fintech', '{}', 'search', '', '', '', ''),
        (1, 3, 1, 'FINTECH', '{}', 'search', '', '', '', 'x'), (1, 4, 2, 'Fíntech', '{}', 'search', '', '', '', '')`);
    await client.query(`INSERT INTO collection (team_id, id, user_id, name, description, created_at)
      VALUES (1, 1, 1, 'Énergie', '', ''), (1, 2, 1, 'Energie', '', '')`);
    await migratePostgres(connection, postgresMigrations, team);
    const { rows: lists } = await client.query('SELECT name, name_key FROM smart_list ORDER BY id');
    expect(lists).toEqual([
      { name: 'Fintech', name_key: 'fintech' },
      { name: 'fintech (2)', name_key: 'fintech (2)' },
      { name: 'FINTECH', name_key: 'fintech' },
      { name: 'Fíntech', name_key: 'fintech' },
    ]);
    const { rows: collections } = await client.query('SELECT name FROM collection ORDER BY id');
    expect(collections).toEqual([{ name: 'Énergie' }, { name: 'Energie (2)' }]);
  } finally {
    await client.end();
  }
});

/** A part of a plan, as PostgreSQL tells it in JSON. */
interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly Plans?: readonly PlanNode[];
  readonly [detail: string]: unknown;
}

describe('a database that many teams share', () => {
  test('N1 has the team first in every key, so that each table can be distributed by it', async () => {
    const tables = await cluster.ask(
      address,
      `SELECT c.relname AS name, (SELECT a.attnum FROM pg_attribute a
         WHERE a.attrelid = c.oid AND a.attname = 'team_id' AND a.attnotnull) AS team
       FROM pg_class c WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace ORDER BY 1`,
    );
    const without = tables.filter(({ team }) => team === null).map(({ name }) => name);
    // Every node of a cluster has all of these, but for companies, which are distributed by their number. What was sent
    // and what runs is the database's.
    expect(without).toEqual([
      'company_change',
      'company_version',
      'running_job',
      'schema_migration',
      'sent_file',
      'sent_part',
      'team',
    ]);
    const statements = readFileSync(new URL('../../../docs/team.md', import.meta.url), 'utf8');
    const named = tables.filter(({ name }) => new RegExp(`'"?${String(name)}"?'`).test(statements));
    expect(named.map(({ name }) => name)).toEqual(
      tables.map(({ name }) => name).filter((name) => name !== 'schema_migration'),
    );
    const key = `SELECT a.attname AS name FROM pg_index i
      JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0]
      WHERE i.indrelid = 'company_version'::regclass AND i.indisunique`;
    expect(await cluster.ask(address, key)).toEqual([{ name: 'company_id' }]);
    expect(tables.length).toBeGreaterThan(20);
    const keys = await cluster.ask(
      address,
      `SELECT i.indexrelid::regclass::text AS name, i.indkey[0] = a.attnum AS is_first FROM pg_index i
       JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attname = 'team_id'
       JOIN pg_class c ON c.oid = i.indrelid AND c.relnamespace = 'public'::regnamespace`,
    );
    expect(keys.length).toBeGreaterThan(tables.length - 2);
    expect(keys.filter((key) => key['is_first'] !== true)).toEqual([]);
    const references = await cluster.ask(
      address,
      `SELECT o.conname AS name, o.conkey[1] = a.attnum AND o.confkey[1] = b.attnum AS is_first FROM pg_constraint o
       LEFT JOIN pg_attribute a ON a.attrelid = o.conrelid AND a.attname = 'team_id'
       LEFT JOIN pg_attribute b ON b.attrelid = o.confrelid AND b.attname = 'team_id'
       WHERE o.contype = 'f' AND COALESCE(a.attnum, b.attnum) IS NOT NULL`,
    );
    expect(references.length).toBeGreaterThan(10);
    expect(references.filter((reference) => reference['is_first'] !== true)).toEqual([]);
  });

  test('N7 is asked and changed in one team’s rows alone, by every statement of the tests above', async () => {
    const { user, database } = address;
    const client = new Client({ host: cluster.cluster.host, user, database });
    await client.connect();
    try {
      await client.query('SET plan_cache_mode = force_generic_plan');
      expect(prepared.size).toBeGreaterThan(150);
      const astray: string[] = [];
      for (const [index, text] of [...prepared].entries()) {
        const values = new Set(text.match(/\$\d+/g)).size;
        await client.query(`PREPARE s${index} AS ${text}`);
        const nothing = Array.from({ length: values }, () => 'NULL').join(', ');
        const asked = `EXPLAIN (FORMAT JSON) EXECUTE s${index}${values === 0 ? '' : `(${nothing})`}`;
        const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(asked);
        for (const node of nodesOf(rows[0]!['QUERY PLAN'][0].Plan)) {
          if (!isOfOneTeam(node)) astray.push(`${String(node['Relation Name'])}: ${text}`);
        }
      }
      expect(astray).toEqual([]);
    } finally {
      await client.end();
    }
  });
});

function nodesOf(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}

/** Whether a part of a plan reads no table, or only one team's rows of it. */
function isOfOneTeam(node: PlanNode): boolean {
  if (node['Relation Name'] === undefined || node['Node Type'] === 'ModifyTable') return true;
  const conditions = ['Index Cond', 'Recheck Cond', 'Filter'].map((name) => JSON.stringify(node[name] ?? ''));
  return conditions.some((condition) => /\bteam_id = (?:'1'::bigint|1)/.test(condition));
}
