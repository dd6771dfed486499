import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { PostgresAddress } from '#server/postgres/address.ts';
import { openPostgresState, type PostgresState } from '#server/state/postgres/open.ts';
import type { MoveOutcome } from '#server/state/port.ts';
import { listNames } from '#shared/domain/listName.ts';
import { emptyFilters } from '#shared/domain/filters.ts';
import { TestCluster } from '../../postgres/testCluster.ts';

const now = '2026-11-27T10:00:00.000Z';

let cluster: TestCluster;
let opened: PostgresState[] = [];

beforeAll(async () => {
  cluster = await TestCluster.start();
});
afterAll(() => cluster.stop());
afterEach(async () => {
  await Promise.all(opened.map((state) => state.end()));
  opened = [];
});

async function open(address: PostgresAddress): Promise<PostgresState> {
  const state = await openPostgresState(address, { onLost: () => undefined });
  opened.push(state);
  return state;
}

/** Tables of a database, with or without Winnow's. */
async function tablesOf(address: PostgresAddress): Promise<unknown> {
  return (await cluster.ask(address, `SELECT count(*) FROM pg_class WHERE relnamespace = 'public'::regnamespace`))[0];
}

describe('a database that cannot be used', () => {
  test.for([
    [
      'of a newer Winnow',
      `INSERT INTO schema_migration VALUES (99, 'later', 'x', '')`,
      'storage_newer',
      /newer version/,
    ],
    [
      'that takes no changes',
      'ALTER DATABASE NAME SET default_transaction_read_only = on',
      'storage_readonly',
      /written/,
    ],
  ] as const)('F30 %s is told in a sentence, and nothing is written', async ([, spoil, code, message]) => {
    const address = await cluster.newDatabase();
    await cluster.ask(address, spoil.replace('NAME', address.database));
    const before = await tablesOf(address);
    const refused = await openPostgresState(address, { onLost: () => undefined }).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code, message: expect.stringMatching(message) as string });
    expect(String(refused)).toContain(`/${address.database}`);
    expect(await tablesOf(address)).toEqual(before);
  });

  test('in another encoding is told in a sentence, and nothing is written', async () => {
    const address = await cluster.newDatabase({ as: `ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0` });
    const refused = openPostgresState(address, { onLost: () => undefined });
    await expect(refused).rejects.toThrow(/keeps texts in LATIN1; Winnow needs one in UTF8/);
    expect(await tablesOf(address)).toEqual({ count: '0' });
  });

  test('that is not there, or whose server is not, is named without its password', async () => {
    const address = { ...cluster.addressOf('nowhere'), password: 'secret' };
    for (const each of [address, { ...address, hosts: [{ host: '127.0.0.1', port: 1 }] }]) {
      const opening = openPostgresState(each, { onLost: () => undefined, patienceMs: 200 });
      const refused = await opening.catch((error: unknown) => error);
      expect(refused).toMatchObject({ code: 'unavailable' });
      expect(String(refused)).toContain('/nowhere');
      expect(String(refused)).not.toContain('secret');
    }
  });

  test('servers that start together make its tables once', async () => {
    const address = await cluster.newDatabase({ isEmpty: true });
    const states = await Promise.all([open(address), open(address), open(address)]);
    const users = await Promise.all(states.map((state) => state.accounts.list()));
    expect(users).toEqual([[], [], []]);
  });
});

test('names come in one order, whatever the database’s locale', async () => {
  const state = await open(
    await cluster.newDatabase({ as: `TEMPLATE template0 LOCALE_PROVIDER icu ICU_LOCALE 'sv' LOCALE 'C'` }),
  );
  const { id: user } = await state.users.firstUser();
  const source = { file: 'a.csv', day: '2026-11-01', skipped: 0, now };
  for (const name of ['Ö', 'b', 'Z', 'ä', 'A']) await state.known.add(user, { ...source, name, digest: name }, []);
  expect((await state.known.sources(user)).map(({ name }) => name)).toEqual(['A', 'Z', 'b', 'Ö', 'ä']);
});

/** A list with undecided companies, as one server has it, and the same database as another one has it. */
async function twoServers(companies: number): Promise<{
  readonly address: PostgresAddress;
  readonly states: readonly [PostgresState, PostgresState];
  readonly user: number;
  readonly entries: readonly number[];
}> {
  const address = await cluster.newDatabase();
  const states = [await open(address), await open(address)] as const;
  const { id: user } = await states[0].users.firstUser();
  const made = await states[0].smartLists.create(
    user,
    { name: 'All', filters: emptyFilters(), matchedWeek: '', now },
    Array.from({ length: companies }, (_, index) => ({ companyId: index + 1, merit: 0, topMatch: false, week: '' })),
    [],
  );
  if (made === 'name_taken') throw new Error('taken');
  const page = await states[1].entries.page(user, { smartListId: made.list.id }, { offset: 0, limit: companies });
  return { address, states, user, entries: page.rows.map(({ id }) => id) };
}

/** False for what passes; anything else is thrown. */
function refuse(error: unknown): boolean {
  expect(error).toMatchObject({ code: 'unavailable' });
  return false;
}

describe('decisions on several servers at once', () => {
  test('I3 one that is sent to two servers is made once', async () => {
    const { states, user, entries } = await twoServers(40);
    const kinds = await Promise.all(
      entries.map(async (entry) => {
        const idempotency = { key: `key ${entry}`, hash: 'h' };
        const move = (state: PostgresState): Promise<MoveOutcome> =>
          state.entries.move(user, entry, 'Watchlist', now, idempotency);
        return (await Promise.all(states.map(move))).map(({ kind }) => kind).toSorted();
      }),
    );
    expect(kinds).toEqual(entries.map(() => ['moved', 'repeated']));
    expect(await states[0].ledger.place()).toBe(entries.length);
  });

  test('I4 about one company come one after the other, and the ledger tells how', async () => {
    const { states, user, entries } = await twoServers(3);
    const decided = listNames.filter((list) => list !== 'None' && list !== 'Later');
    await Promise.all(
      Array.from({ length: 120 }, (_, turn) => {
        const entry = entries[turn % entries.length]!;
        const list = decided[Math.floor(turn / entries.length) % decided.length]!;
        return states[turn % 2]!.entries.move(user, entry, list, now, { key: `key ${turn}`, hash: 'h' });
      }),
    );
    for (const id of entries) {
      const entry = (await states[0].entries.get(user, id))!;
      const history = await states[1].ledger.ofCompany(user, entry.companyId);
      // Each decision starts where the one before it led to, and the last one stands.
      expect(history.map(({ from }) => from)).toEqual(['None', ...history.slice(0, -1).map(({ to }) => to)]);
      expect(history.at(-1)?.to).toBe(entry.list);
    }
  });

  test('I3 whose connections are cut are neither lost nor made twice', async () => {
    const { states, user, entries } = await twoServers(60);
    const over = new AbortController();
    const cutting = (async () => {
      while (!over.signal.aborted) {
        const cut = `SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
          WHERE application_name = 'winnow' AND pid <> pg_backend_pid() AND random() < 0.3`;
        await cluster.ask(cluster.addressOf('postgres'), cut);
        await new Promise((resolve) => setTimeout(resolve, 15));
      }
    })();
    const send = async (entry: number, turn: number): Promise<void> => {
      // What fails is sent again with its key, as the app's queue does.
      for (let tries = 0; tries < 50; tries++) {
        const state = states[(turn + tries) % 2]!;
        const sent = state.entries.move(user, entry, 'Archive', now, { key: `key ${entry}`, hash: 'h' });
        if (
          await sent.then(
            () => true,
            (error: unknown) => refuse(error),
          )
        )
          return;
      }
      throw new Error('It was never answered.');
    };
    await Promise.all(entries.map(send));
    over.abort();
    await cutting;
    // One event of each: numbers of transactions that were taken back are missing.
    for (const companyId of entries.keys()) {
      expect(await states[0].ledger.ofCompany(user, companyId + 1)).toHaveLength(1);
    }
    expect((await states[0].entries.decidedCounts(user)).get('Archive')).toBe(entries.length);
  });
});

test('T20 decisions of one moment are one transaction, and one that the database refuses takes no other along', async () => {
  const { address, states, user, entries } = await twoServers(40);
  const decide = (list: 'Archive' | 'Watchlist'): Promise<PromiseSettledResult<MoveOutcome>[]> =>
    Promise.allSettled(
      entries.map((entry) => states[0].entries.move(user, entry, list, now, { key: `${list} ${entry}`, hash: 'h' })),
    );
  await cluster.ask(
    address,
    `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'not this one'; END $$;
     CREATE TRIGGER refuse BEFORE INSERT ON event FOR EACH ROW WHEN (NEW.company_id = 7) EXECUTE FUNCTION refuse()`,
  );
  const done = await decide('Archive');
  expect(done.flatMap(({ status }, index) => (status === 'rejected' ? [index] : []))).toEqual([6]);
  expect((await states[1].entries.decidedCounts(user)).get('Archive')).toBe(entries.length - 1);
  await cluster.ask(address, 'DROP TRIGGER refuse ON event');
  await decide('Watchlist');
  expect((await states[1].entries.decidedCounts(user)).get('Watchlist')).toBe(entries.length);
  const [made] = await cluster.ask(
    address,
    `SELECT count(DISTINCT CAST(xmin AS text)) FROM event WHERE request_key LIKE 'Watchlist%'`,
  );
  expect(Number(made?.['count'])).toBeLessThanOrEqual(2);
});

// Comes last: it takes the cluster down.
describe('P3 the chain of events', () => {
  test('stops nobody who decides, passes over nobody who is on the way, and is made by one server at a time', async () => {
    const { states, user, entries } = await twoServers(6);
    const [here, there] = states;
    const move = (index: number): Promise<MoveOutcome> =>
      here.entries.move(user, entries[index]!, 'Archive', now, null);
    // A decision that has its number and is not committed yet, as of a server that is slow.
    const client = await there.server.connect();
    await client.query(`BEGIN; SELECT pg_advisory_xact_lock_shared(1466527342, 1)`);
    await client.query(`INSERT INTO event (team_id, at, user_id, kind, company_id, entry_id, smart_list_id, from_list, to_list)
      VALUES (1, '${now}', ${String(user)}, 'decided', 900, 0, 0, 0, 1)`);
    expect(await move(0)).toMatchObject({ kind: 'moved' });
    const sealing = Promise.all([here.audit.seal(100), there.audit.seal(100)]);
    // Neither the slow one nor the chain keep anybody waiting.
    expect(await move(1)).toMatchObject({ kind: 'moved' });
    expect(await here.audit.place()).toBe(0);
    await client.query('COMMIT');
    client.release();
    const [first, second] = await sealing;
    expect([first, second].filter((sealed) => sealed === 'elsewhere').length).toBeLessThanOrEqual(1);
    await Promise.all([move(2), here.audit.seal(100), move(3), there.audit.seal(100)]);
    while ((await here.audit.seal(100)) !== 0);
    const events = await here.audit.after(0, 100);
    expect(events.map(({ companyId }) => companyId)).toEqual([
      900,
      1,
      2,
      ...events.slice(3).map(({ companyId }) => companyId),
    ]);
    expect(events.map(({ seq }) => seq)).toEqual(events.map(({ seq }) => seq).toSorted((a, b) => a - b));
    expect(await here.audit.check()).toMatchObject({ events: 5, problems: [] });
  });

  test('waits no longer than a moment for one that does not end', async () => {
    const { states, user, entries } = await twoServers(2);
    const client = await states[1].server.connect();
    await client.query(`BEGIN; SELECT pg_advisory_xact_lock_shared(1466527342, 1)`);
    await states[0].entries.move(user, entries[0]!, 'Archive', now, null);
    expect(await states[0].audit.seal(100)).toBe('elsewhere');
    await client.query('ROLLBACK');
    client.release();
    expect(await states[0].audit.seal(100)).toBe(1);
  });
});

test('L9 what was begun earlier and is committed later is a change of the list, too', async () => {
  const { states, user, entries } = await twoServers(3);
  const [here, there] = states;
  const [list] = (await here.smartLists.list(user, { offset: 0, limit: 1 })).rows;
  const version = (): Promise<string> => here.entries.version(user, { smartListId: list!.id });
  const seen = [await version(), await version()];
  const client = await there.server.connect();
  await client.query(`BEGIN; UPDATE entry SET left_out = 0 WHERE team_id = 1 AND id = ${entries[0]}`);
  await here.entries.move(user, entries[1]!, 'Archive', now, null);
  seen.push(await version());
  await client.query('COMMIT');
  client.release();
  seen.push(await version());
  expect(new Set(seen).size).toBe(3);
  expect(seen[0]).toBe(seen[1]);
});

test('P0 moves that wait for each other leave connections to whoever reads', async () => {
  const { states, user, entries } = await twoServers(40);
  const [here, there] = states;
  const client = await there.server.connect();
  await client.query(`BEGIN; SELECT pg_advisory_xact_lock(1466527342, 1)`);
  // Putting off is a transaction of its own.
  const later = { later: { until: '2027-01-01' } };
  const moves = entries.map((entry) => here.entries.move(user, entry, 'Later', now, null, later));
  await expect.poll(() => here.server.usage.total).toBeGreaterThanOrEqual(14);
  // As many reads as could never be answered if the moves had all the connections.
  const reads = Array.from({ length: 30 }, () => here.entries.page(user, { companyId: 1 }, { offset: 0, limit: 1 }));
  expect((await Promise.all(reads)).map(({ count }) => count)).toEqual(reads.map(() => 1));
  await client.query('ROLLBACK');
  client.release();
  expect((await Promise.all(moves)).map(({ kind }) => kind)).toEqual(entries.map(() => 'moved'));
});

test('P0 while a large list is shared with several people, others decide, and each gets all of it', async () => {
  const { states, user, entries } = await twoServers(4000);
  const [here, there] = states;
  const people: number[] = [];
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) {
    people.push((await here.users.add({ email: `${name}@x.example`, name, role: 'analyst', addons: [] })).id);
  }
  const [list] = (await here.smartLists.list(user, { offset: 0, limit: 1 })).rows;
  const members = people.map((userId) => ({ userId, role: 'editor' as const }));
  const progress = { isShared: false };
  const sharing = here.sharing.share(user, list!.id, 'one', members, now).finally(() => (progress.isShared = true));
  let moved = 0;
  while (!progress.isShared && moved < entries.length) {
    expect(await there.entries.move(user, entries[moved]!, 'Archive', now, null)).toMatchObject({ kind: 'moved' });
    moved += 1;
  }
  expect(await sharing).toBe('shared');
  // One by one, and some of them before the last member had the list.
  expect(moved).toBeGreaterThanOrEqual(members.length - 1);
  for (const { id, userId } of await here.sharing.familyLists(list!.id)) {
    const counts = (await here.smartLists.counts(userId, [id])).get(id);
    expect([counts?.unratedCount, userId === user ? moved : counts?.settledCount]).toEqual([4000 - moved, moved]);
  }
});

test('P9 in a database that was filled at once, with plans made while it was empty, one more list is made within seconds', async () => {
  const address = await cluster.newDatabase();
  const state = await open(address);
  const { id: user } = await state.users.firstUser();
  const make = (name: string, from: number): ReturnType<typeof state.smartLists.create> =>
    state.smartLists.create(
      user,
      { name, filters: emptyFilters(), matchedWeek: '', now },
      Array.from({ length: 50 }, (_, index) => ({ companyId: from + index, merit: 0, topMatch: false, week: '' })),
      [],
    );
  // After five uses PostgreSQL keeps a plan, on each connection.
  for (let turn = 0; turn < 12; turn++) await make(`List ${String(turn)}`, turn * 50 + 1);
  await cluster.ask(
    address,
    `INSERT INTO smart_list (team_id, user_id, name, filters, kind, matched_week, refreshed_at, created_at, family, sharing)
     SELECT 1, user_id, 'Copy ' || g, filters, kind, matched_week, refreshed_at, created_at, 500 + g, CASE WHEN g < 5 THEN 'one' ELSE '' END
     FROM smart_list, generate_series(1, 10) g WHERE name = 'List 0'`,
  );
  await cluster.ask(
    address,
    `INSERT INTO entry (team_id, user_id, smart_list_id, company_id, score, top_match, week, list, added_at)
     SELECT 1, l.user_id, l.id, c, 0, 0, '', 0, '' FROM smart_list l, generate_series(1, 19000) c WHERE l.name LIKE 'Copy %'`,
  );
  const begun = performance.now();
  for (let turn = 0; turn < 6; turn++) expect(await make(`Later ${String(turn)}`, 1)).not.toBe('name_taken');
  expect(performance.now() - begun).toBeLessThan(10_000);
});

test('a server of PostgreSQL that is gone for a moment keeps calls waiting, and loses nothing', async () => {
  const { states, user, entries } = await twoServers(4);
  const [first, second, third] = entries as [number, number, number];
  await states[0].entries.move(user, first, 'Watchlist', now, { key: 'one', hash: 'h' });
  await cluster.restartAfter(async () => {
    const meanwhile = states[0].entries.move(user, second, 'Watchlist', now, { key: 'two', hash: 'h' });
    await new Promise((resolve) => setTimeout(resolve, 300));
    return meanwhile;
  });
  await states[1].entries.move(user, third, 'Watchlist', now, { key: 'three', hash: 'h' });
  expect((await states[0].entries.decidedCounts(user)).get('Watchlist')).toBe(3);
});
