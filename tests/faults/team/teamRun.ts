import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parsePostgresAddress } from '#server/postgres/address.ts';
import { configWithoutProvider, openWorkspace } from '#server/workspace.ts';
import { listNumbers } from '#server/state/sql/lists.ts';
import { emptyFilters } from '#shared/domain/filters.ts';
import { Random } from '../harness/random.ts';
import { Analyst, type Person } from './analyst.ts';
import { CuttingProxy } from './cuttingProxy.ts';
import { TeamListener } from './listener.ts';
import { TeamServer } from './servers.ts';

/** How many companies a team has, and how many of them are in each user's list. */
const companies = 400;
const ofEach = 40;

/** How long it may take until everybody has heard everything, in milliseconds. */
const hearMs = 30_000;

/** What a run is made of. */
export interface TeamRunOptions {
  /** The address of an empty database. */
  readonly store: string;
  readonly folder: string;
  readonly seed: number;
  readonly servers: number;
  readonly users: number;
  readonly moves: number;
  /** Who hears what the others do. */
  readonly listeners: number;
  /** Servers that are killed meanwhile. */
  readonly kills: number;
  /** Asks the database, whichever server has it now. */
  readonly ask: (sql: string) => Promise<Record<string, unknown>[]>;
  readonly onProgress?: (moves: number, kills: number) => void;
}

/** What came of a run. */
export interface TeamRunFigures {
  readonly moves: number;
  readonly kills: number;
  /** Requests, with those that were sent again, and connections that the proxy has cut. */
  readonly requests: number;
  readonly cuts: number;
  readonly lost: number;
  readonly twice: number;
  readonly outOfOrder: number;
  /** What listeners did not hear of what they may, or heard again or too early. */
  readonly unheard: number;
  /** What was answered for good that was no decision. */
  readonly refused: number;
  /** The hash of the ledger as each server tells it. */
  readonly ledgers: readonly string[];
  /** The longest time in which nobody's decision was acknowledged, in milliseconds. */
  readonly longestGapMs: number;
  readonly findings: readonly string[];
}

/** Servers of one team, users who decide, and what happens to them. */
export class TeamRun {
  readonly #options: TeamRunOptions;
  readonly #random: Random;
  readonly #servers: TeamServer[] = [];
  #proxy: CuttingProxy | undefined;
  #people: Person[] = [];
  #analysts: Analyst[] = [];
  #listeners: TeamListener[] = [];
  #kills = 0;

  constructor(options: TeamRunOptions) {
    this.#options = options;
    this.#random = new Random(options.seed);
  }

  /** Fills the database and starts the servers. */
  async prepare(): Promise<void> {
    const { store, folder, servers, seed } = this.#options;
    const proxy = await CuttingProxy.start(() => this.#servers, new Random(seed + 1), 0.05);
    this.#proxy = proxy;
    this.#people = await fill(this.#options);
    for (let number = 0; number < servers; number++) {
      mkdirSync(join(folder, `server-${String(number)}`), { recursive: true });
      this.#servers.push(await TeamServer.start(store, folder, `server-${String(number)}`, proxy.port));
    }
  }

  /** Lets all users decide, kills servers, does `meanwhile` and compares in the end. */
  async run(meanwhile: () => Promise<void> = () => Promise.resolve()): Promise<TeamRunFigures> {
    const { moves, kills, seed, onProgress = () => undefined } = this.#options;
    const proxy = this.#proxy;
    if (proxy === undefined) throw new Error('It is not prepared.');
    this.#listeners = await this.#listen(proxy.port);
    let done = 0;
    let isOver = false;
    this.#analysts = this.#people.map(
      (person, index) => new Analyst(person, proxy.port, new Random(seed * 100 + index)),
    );
    const onMove = (): void => {
      done += 1;
      if (done % 1000 === 0) onProgress(done, this.#kills);
    };
    const goesOn = (): boolean => done < moves || !isOver;
    const working = Promise.all(this.#analysts.map((analyst) => analyst.run(goesOn, onMove)));
    try {
      await Promise.all([this.#killAlong(kills, () => done / moves), meanwhile()]);
    } finally {
      isOver = true;
    }
    await working;
    return this.#compare(proxy.cuts);
  }

  async close(): Promise<void> {
    await Promise.all(this.#listeners.map((listener) => listener.close()));
    await this.#proxy?.close();
    for (const server of this.#servers) await server.kill();
  }

  /** Kills servers one after the other, evenly over the moves, and starts each again. */
  async #killAlong(kills: number, far: () => number): Promise<void> {
    for (let kill = 0; kill < kills; kill++) {
      while (far() < (kill + 0.5) / kills) await sleep(5);
      const server = this.#random.pick(this.#servers);
      await server.kill();
      this.#kills += 1;
      await server.start();
    }
  }

  /** Resolves when all hear. */
  async #listen(port: number): Promise<TeamListener[]> {
    const listeners = Array.from({ length: this.#options.listeners }, (_, index) => {
      const { token } = this.#people[index % this.#people.length]!;
      return new TeamListener(port, token);
    });
    const until = performance.now() + hearMs;
    while (listeners.some(({ from }) => from === -1)) {
      if (performance.now() > until) throw new Error('A listener hears nothing.');
      await sleep(10);
    }
    return listeners;
  }

  /** What listeners have not heard exactly once and in order, once they have had time to. */
  async #unheard(): Promise<string[]> {
    const { ask } = this.#options;
    const isDecided = "kind IN ('decided', 'reason', 'back')";
    const until = performance.now() + hearMs;
    for (;;) {
      const open = await ask(`SELECT 1 FROM event v WHERE ${isDecided} AND NOT EXISTS (
        SELECT 1 FROM seal s WHERE s.team_id = v.team_id AND s.seq = v.seq) LIMIT 1`);
      const rows = await ask(`SELECT s.place FROM seal s JOIN event v ON v.team_id = s.team_id AND v.seq = s.seq
        WHERE ${isDecided} ORDER BY s.place`);
      const places = rows.map(({ place }) => Number(place));
      const findings = this.#listeners.flatMap(({ from, places: heard }, index) => {
        const wanted = places.filter((place) => place > from);
        const at = wanted.findIndex((place, n) => heard[n] !== place);
        if (at === -1 && heard.length === wanted.length) return [];
        return [
          `Listener ${String(index)} heard ${String(heard.length)} of ${String(wanted.length)}, wrong at ${String(at)}.`,
        ];
      });
      if ((open.length === 0 && findings.length === 0) || performance.now() > until) return findings;
      await sleep(200);
    }
  }

  async #compare(cuts: number): Promise<TeamRunFigures> {
    const findings: string[] = [];
    const damage = { lost: 0, twice: 0, outOfOrder: 0 };
    for (const { person, acknowledged } of this.#analysts) {
      const rows = await this.#options.ask(
        `SELECT request_key FROM event WHERE user_id = ${String(person.id)} AND request_key <> '' ORDER BY seq`,
      );
      const keys = rows.map((row) => String(row['request_key']));
      const asked = acknowledged.map(({ key }) => key);
      const known = new Set(keys);
      const note = (kind: keyof typeof damage, key: string): void => {
        damage[kind] += 1;
        findings.push(`${kind}: ${key} of user ${String(person.id)}`);
      };
      for (const key of asked) if (!known.has(key)) note('lost', key);
      const seen = new Set<string>();
      for (const key of keys) {
        if (seen.has(key)) note('twice', key);
        seen.add(key);
      }
      const wanted = new Set(asked);
      const [inLedger, inTime] = [[...known].filter((key) => wanted.has(key)), asked.filter((key) => known.has(key))];
      for (const [at, key] of inTime.entries()) if (inLedger[at] !== key) note('outOfOrder', key);
      // Each entry is where its last acknowledged decision has put it.
      const last = new Map(acknowledged.map(({ entry, list }) => [entry, list]));
      const ends = await this.#options.ask(
        `SELECT id, list FROM entry WHERE user_id = ${String(person.id)} ORDER BY id`,
      );
      for (const { id, list } of ends) {
        const expected = listNumbers[last.get(Number(id)) ?? 'None'];
        if (Number(list) !== expected) note('lost', `entry ${String(id)}: in ${String(list)}, not ${String(expected)}`);
      }
    }
    const unheard = await this.#unheard();
    findings.push(...unheard);
    const times = this.#analysts
      .flatMap(({ acknowledged }) => acknowledged.map(({ at }) => at))
      .toSorted((a, b) => a - b);
    const gaps = times.slice(1).map((at, index) => at - (times[index] ?? at));
    return {
      moves: times.length,
      kills: this.#kills,
      requests: this.#analysts.reduce((sum, { tries }) => sum + tries, 0),
      cuts,
      ...damage,
      unheard: unheard.length,
      refused: this.#analysts.reduce((sum, { refused }) => sum + refused.length, 0),
      ledgers: await Promise.all(this.#servers.map((server) => this.#ledgerOf(server))),
      longestGapMs: Math.round(gaps.reduce((longest, gap) => Math.max(longest, gap), 0)),
      findings: [...findings, ...this.#analysts.flatMap(({ refused }) => refused)],
    };
  }

  /** What a server tells of every decision, in a hash. */
  async #ledgerOf({ url }: TeamServer): Promise<string> {
    const hash = createHash('sha256');
    for (const { token, entries } of this.#people) {
      for (const path of [
        '/api/user_smart_lists_inbox/?tag_watchlist=true&page_size=1000',
        '/api/user_smart_lists_inbox/?tag_opportunities=true&page_size=1000',
        '/api/user_smart_lists_inbox/?tag_archive=true&page_size=1000',
        `/api/user_smart_lists_inbox/${String(entries[0])}/`,
      ]) {
        const answer = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${token}` } });
        hash.update(`${String(answer.status)} ${await answer.text()}\n`);
      }
    }
    return hash.digest('hex');
  }
}

/** Companies, users with a list of some of them each, and their tokens. */
async function fill({ store, folder, users }: TeamRunOptions): Promise<Person[]> {
  const workspace = await openWorkspace({
    file: join(folder, 'first', 'team.db'),
    store: parsePostgresAddress(store),
    config: configWithoutProvider(''),
    now: () => new Date(),
    onEvent: () => undefined,
    reportError: (error) => {
      throw error;
    },
  });
  try {
    await workspace.ready;
    await workspace.jobs.startSample(companies);
    const { state } = workspace;
    // Some of a sample are for later weeks.
    const all = { filters: emptyFilters(), sortBy: 'best_match', onlyIds: null, withoutIds: null } as const;
    const visible = await workspace.companies.searchIds(all, companies);
    const people: Person[] = [];
    for (let number = 0; number < users; number++) {
      const name = `user ${String(number)}`;
      const user = await state.users.add({ email: `${name}@example.com`, name, role: 'analyst', addons: [] });
      const seeds = Array.from({ length: ofEach }, (_, place) => ({
        companyId: visible[(number * 7 + place) % visible.length] ?? 0,
        merit: place,
        topMatch: false,
        week: '',
      }));
      const list = { name, filters: emptyFilters(), matchedWeek: '', now: new Date().toISOString() };
      const made = await state.smartLists.create(user.id, list, seeds, []);
      if (made === 'name_taken') throw new Error('The database is not empty.');
      const page = await state.entries.page(user.id, { smartListId: made.list.id }, { offset: 0, limit: ofEach });
      people.push({
        id: user.id,
        token: await state.users.issueToken(user.id, 'faults'),
        entries: page.rows.map(({ id }) => id),
      });
    }
    return people;
  } finally {
    workspace.close();
  }
}
