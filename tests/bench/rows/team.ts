import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { parsePostgresAddress } from '#server/postgres/address.ts';
import { openPostgresState } from '#server/state/postgres/open.ts';
import { generationField } from '#shared/api/generations.ts';
import { openState } from '#server/state/sqlite/file.ts';
import type { BenchRow, Part } from '../benchRow.ts';
import { memoryOf } from '../engines/processes.ts';
import { importFiles, WinnowServer } from '../engines/winnow.ts';
import { percentile } from '../measure/figures.ts';
import { Targets } from '../measure/ratios.ts';
import { TeamListener } from '../../faults/team/listener.ts';
import { Clients, underLoad, type Load } from '../team/clients.ts';
import { addPeople, type Person } from '../team/people.ts';
import type { Cluster } from '../../postgres/cluster.ts';
import type { Workbench } from '../workbench.ts';

/** How long each load lasts, in milliseconds, and with how many clients at once. */
const loadMs = 4000;
const clientCounts = [1, 8, 64] as const;

/** How many companies are in the batch that servers fetch, at most. */
const batch = 50_000;

/** What one active user asks for: a decision every two seconds, a search every ten, in calls a second. */
const asked = { moves: 0.5, searches: 0.1 } as const;

/** A team's server, its users, and what they ask of it. */
interface Team {
  readonly name: string;
  readonly server: WinnowServer;
  readonly people: readonly Person[];
  readonly store: string | null;
}

interface Found {
  readonly items: readonly { readonly id: number }[];
}

/** The address of a new database in the bench's cluster. */
async function newStore(cluster: Cluster, name: string): Promise<string> {
  await ask(cluster, 'postgres', `DROP DATABASE IF EXISTS ${name}`);
  await ask(cluster, 'postgres', `CREATE DATABASE ${name}`);
  return `postgres://postgres@/${name}?host=${encodeURIComponent(cluster.host)}`;
}

async function ask(cluster: Cluster, database: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ host: cluster.host, user: 'postgres', database });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** A server on a file, and one on PostgreSQL if there is one, with the same companies and users. */
async function teams(workbench: Workbench): Promise<Team[]> {
  const made: Team[] = [];
  const cluster = await workbench.cluster();
  const stores = [null, ...(cluster === null ? [] : [await newStore(cluster, 'team')])];
  for (const store of stores) {
    const name = store === null ? 'SQLite' : 'PostgreSQL';
    const file = join(workbench.folder, `team-${name}`, 'team.db');
    mkdirSync(join(workbench.folder, `team-${name}`), { recursive: true });
    const first = await WinnowServer.start(workbench.server, file, workbench.size, store);
    // Some of a sample are for later weeks.
    const page = JSON.parse(String(await first.get('/api/latest_companies/preview/?page_size=1000'))) as Found;
    await first.close();
    const ids = page.items.map(({ id }) => id);
    const state =
      store === null
        ? await openState(file)
        : await openPostgresState(parsePostgresAddress(store), { onLost: () => undefined });
    const people = await addPeople(state, Math.max(...clientCounts), ids).finally(() => state.close());
    const server = await workbench.ending(WinnowServer.start(workbench.server, file, workbench.size, store));
    made.push({ name, server, people, store });
  }
  return made;
}

const teamsOf = new WeakMap<Workbench, Promise<Team[]>>();

/** The same servers for all rows. */
function sharedTeams(workbench: Workbench): Promise<Team[]> {
  const known = teamsOf.get(workbench) ?? teams(workbench);
  teamsOf.set(workbench, known);
  return known;
}

/** What the cheapest durable write takes: one row, committed, by as many connections at once. */
async function bareCommits(cluster: Cluster, connections: number): Promise<number> {
  await ask(cluster, 'team', 'CREATE TABLE IF NOT EXISTS bare (id bigserial PRIMARY KEY, text text NOT NULL)');
  const clients = await Promise.all(
    Array.from({ length: connections }, async () => {
      const client = new Client({ host: cluster.host, user: 'postgres', database: 'team' });
      await client.connect();
      return client;
    }),
  );
  const times: number[] = [];
  const until = performance.now() + loadMs / 2;
  await Promise.all(
    clients.map(async (client) => {
      while (performance.now() < until) {
        const start = performance.now();
        await client.query({ name: 'bare', text: 'INSERT INTO bare (text) VALUES ($1)', values: ['a text'] });
        times.push(performance.now() - start);
      }
    }),
  );
  await Promise.all(clients.map((client) => client.end()));
  return percentile(times, 0.99);
}

async function loadOf(
  { server, people }: Team,
  clients: number,
  each: (of: Clients, person: Person, index: number) => () => Promise<void>,
): Promise<Load> {
  const connections = new Clients(server.url);
  try {
    const doing = people.slice(0, clients).map((person, index) => each(connections, person, index));
    // What is compiled and cached with the first calls does not count.
    await underLoad(doing, loadMs / 4, server.pid);
    return await underLoad(doing, loadMs, server.pid);
  } finally {
    connections.close();
  }
}

/** The same while each of the clients hears what the others do. */
async function besideListeners(team: Team, clients: number, load: () => Promise<Load>): Promise<Load> {
  const { port } = new URL(team.server.url);
  const listeners = team.people.slice(0, clients).map(({ token }) => new TeamListener(Number(port), token));
  try {
    while (listeners.some(({ from }) => from === -1)) await sleep(10);
    const done = await load();
    if (listeners.some(({ places }) => places.length === 0)) throw new Error('A listener heard nothing.');
    return done;
  } finally {
    await Promise.all(listeners.map((listener) => listener.close()));
  }
}

function partsOf(name: string, { rate, p99, processorMs }: Load): Part[] {
  return [
    { name: `${name}: a second`, ours: rate, peers: {} },
    { name: `${name}: p99, ms`, ours: p99, peers: {} },
    { name: `${name}: processor time of the server each, ms`, ours: processorMs, peers: {} },
  ];
}

/** T20: decisions of many users at once. */
const movesRow: BenchRow = {
  id: 'T20',
  metric: 'moves a second at 64 clients on PostgreSQL; each client sends one after the other',
  unit: 'moves/s',
  must: 'with as many listeners p99 <= 3x that of a bare commit of one row by as many connections, and >= 0.8x the moves without, in the same run',
  stretch: '<= 2x, >= 0.9x',
  async run(workbench) {
    const targets = new Targets();
    const parts: Part[] = [];
    let ours = Number.NaN;
    const cluster = await workbench.cluster();
    for (const team of await sharedTeams(workbench)) {
      for (const clients of clientCounts) {
        const moved = (): Promise<Load> => loadOf(team, clients, (of, person) => of.decider(person));
        const alone = await moved();
        const load = await besideListeners(team, clients, moved);
        parts.push(...partsOf(`${team.name}, ${String(clients)} clients`, alone));
        parts.push(...partsOf(`${team.name}, ${String(clients)} clients that listen`, load));
        targets.atLeast(
          `${team.name}: moves a second with ${String(clients)} listeners to without`,
          load.rate / alone.rate,
          0.8,
          0.9,
        );
        if (team.store === null || cluster === null) continue;
        const bare = await bareCommits(cluster, clients);
        parts.push({ name: `bare commit, ${String(clients)} connections: p99, ms`, ours: bare, peers: {} });
        targets.atMost(`p99 of a move to that of a bare commit, ${String(clients)} clients`, load.p99 / bare, 3, 2);
        ours = load.rate;
      }
    }
    const { met, stretchMet, notes } = targets;
    return { ours, peers: {}, parts, met: met && cluster !== null, stretchMet, notes };
  },
};

const words = ['energy', 'software', 'platform', 'health', 'robotics', 'food', 'carbon', 'payments', 'satellite'];

/** T21: searches of many users at once, and what a server carries. */
const searchesRow: BenchRow = {
  id: 'T21',
  metric: 'searches a second at 64 clients of a server on PostgreSQL; each client asks one after the other',
  unit: 'searches/s',
  must: '>= 0.9x of a server on a file, in the same run',
  stretch: '1x',
  async run(workbench) {
    const targets = new Targets();
    const parts: Part[] = [];
    const rates = new Map<string, number>();
    for (const team of await sharedTeams(workbench)) {
      const clients = Math.max(...clientCounts);
      const searched = await loadOf(team, clients, (of, person, index) => of.searcher(person, words, index));
      const moved = await loadOf(team, clients, (of, person) => of.decider(person));
      rates.set(team.name, searched.rate);
      parts.push(...partsOf(team.name, searched));
      const each = (searched.processorMs * asked.searches + moved.processorMs * asked.moves) / 1000;
      parts.push({ name: `${team.name}: active users that one processor carries`, ours: 1 / each, peers: {} });
    }
    const ours = rates.get('PostgreSQL') ?? Number.NaN;
    const ratio = rates.has('PostgreSQL') ? ours / (rates.get('SQLite') ?? Number.NaN) : null;
    targets.atLeast('searches a second to those of a server on a file', ratio, 0.9, 1);
    const { met, stretchMet, notes } = targets;
    return {
      ours,
      peers: {},
      parts,
      met,
      stretchMet,
      notes: [...notes, 'An active user decides every two seconds and searches every ten.'],
    };
  },
};

/** T22: how soon all servers have what one has imported, and how soon a new one has everything. */
const spreadRow: BenchRow = {
  id: 'T22',
  metric: `seconds from the commit of a batch of at most ${String(batch)} companies until three servers find them`,
  unit: 's',
  must: '<= 5 s; a new server is ready within 60 s',
  stretch: '<= 2 s; 30 s',
  async run(workbench) {
    const cluster = await workbench.cluster();
    if (cluster === null) throw new Error('There is no PostgreSQL.');
    const store = await newStore(cluster, 'spread');
    const start = (name: string): Promise<WinnowServer> => {
      mkdirSync(join(workbench.folder, name), { recursive: true });
      const file = join(workbench.folder, name, 'team.db');
      return workbench.ending(WinnowServer.start(workbench.server, file, workbench.size, store));
    };
    const servers = [await start('spread-1'), await start('spread-2'), await start('spread-3')];
    const { path, rows } = await workbench.companyFile(Math.min(batch, workbench.size));
    chmodSync(path, 0o644);
    const before = await changesIn(cluster);
    const importing = importFiles(workbench.server, join(workbench.folder, 'spread-importer.db'), path, store);
    const committed = (async () => {
      while ((await changesIn(cluster)) === before) await sleep(10);
      return performance.now();
    })();
    const found = servers.map(async (server) => {
      while ((await changeOn(server)) <= before) await sleep(20);
      return performance.now();
    });
    const at = await committed;
    const seconds = (await Promise.all(found)).map((time) => (time - at) / 1000);
    await importing;
    const began = performance.now();
    const fresh = await start('spread-new');
    const ready = (performance.now() - began) / 1000;
    const ours = Math.max(...seconds);
    const targets = new Targets();
    targets.atMost('until all servers find it, s', ours, 5, 2);
    targets.atMost('until a new server is ready, s', ready, 60, 30);
    const peak = memoryOf(fresh.pid).peak;
    const parts: Part[] = [
      ...seconds.map((value, index) => ({ name: `server ${String(index + 1)}`, ours: value, peers: {} })),
      { name: `a new server with ${String(workbench.size + rows)} companies is ready, s`, ours: ready, peers: {} },
      { name: 'peak memory of the new server, MB', ours: peak, peers: {} },
    ];
    const { met, stretchMet, notes } = targets;
    return { ours, peers: {}, parts, met, stretchMet, notes };
  },
};

async function changesIn(cluster: Cluster): Promise<number> {
  const [row] = await ask(cluster, 'spread', 'SELECT max(seq) AS count FROM company_change');
  return Number(row?.['count']);
}

/** The newest change that a server's search has. */
async function changeOn(server: WinnowServer): Promise<number> {
  const headers = await server.stream('/api/latest_companies/preview/?page_size=1', () => undefined);
  return Number(headers[generationField.toLowerCase()]);
}

export const teamRows: readonly BenchRow[] = [movesRow, searchesRow, spreadRow];
