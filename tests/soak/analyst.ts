import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Random } from '../faults/harness/random.ts';
import type { ServerLife } from './serverLife.ts';

const lists = ['', 'tag_watchlist', 'tag_opportunities', 'tag_archive'] as const;
type List = (typeof lists)[number];

/** Companies whose names begin so are there from the first import to the end. */
export const keptName = 'Kept ';

interface Entry {
  readonly inboxEntryId: number;
  readonly name: string;
  readonly tag_watchlist: boolean;
  readonly tag_opportunities: boolean;
  readonly tag_archive: boolean;
}

/** How long a call may take before it counts as failed, in milliseconds; somebody floods the server meanwhile. */
const patience = 30_000;

/** The same for an export, which gives way to everything else on the machine. */
const exportPatience = 120_000;

const words = ['energy', 'software', 'platform', 'health', 'robotics', 'kept', 'list', 'zyxqu'];

/** One user, who searches, exports and decides without end, and remembers what the server has acknowledged. */
export class Analyst {
  readonly figures = { moves: 0, repeated: 0, searches: 0, exports: 0, refused: 0 };
  /** Calls that failed though the server was there. */
  readonly failures: string[] = [];
  readonly #server: ServerLife;
  readonly #token: string;
  readonly #random: Random;
  readonly #acknowledged = new Map<number, List>();
  #list = 0;

  constructor(server: ServerLife, token: string, random: Random) {
    this.#server = server;
    this.#token = token;
    this.#random = random;
  }

  /** Makes the smart list whose entries are decided. */
  async begin(): Promise<void> {
    const made = await this.#call('POST', '/api/user_smart_lists/', { name: 'Everything', filters: {} });
    this.#list = (made as { id: number }).id;
  }

  /** Works until it is told to stop. */
  async work(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const dice = this.#random.below(100);
      if (dice < 70) await this.#decide();
      else if (dice < 98) await this.#search();
      else await this.#export();
      await delay(20 + this.#random.below(120));
    }
  }

  /** Reads every list and says which acknowledged decision is not there. */
  async audit(): Promise<string[]> {
    const found = new Map<number, List>();
    for (const list of lists) {
      const which = list === '' ? '' : `&${list}=true`;
      for (let page = 0; ; page++) {
        const { results: entries } = await this.#page(`${which}&page=${String(page)}&page_size=1000`);
        for (const entry of entries) found.set(entry.inboxEntryId, listOf(entry));
        if (entries.length < 1000) break;
      }
    }
    return [...this.#acknowledged].flatMap(([id, list]) =>
      found.get(id) === list
        ? []
        : [`entry ${String(id)}: acknowledged in "${list}", found in "${found.get(id) ?? 'nothing'}"`],
    );
  }

  async #decide(): Promise<void> {
    const from = this.#random.pick(lists);
    const which = from === '' ? '' : `&${from}=true`;
    // What an import adds comes before what has been there: any page may have some.
    const { count } = await this.#page(`${which}&page_size=1`);
    const page = this.#random.below(Math.max(1, Math.ceil(count / 25)));
    const { results: entries } = await this.#page(`${which}&page=${String(page)}&page_size=25`);
    const kept = entries.filter(({ name }) => name.startsWith(keptName));
    if (kept.length === 0) return;
    const { inboxEntryId } = this.#random.pick(kept);
    const to = this.#random.pick(lists);
    const flags = to === '' ? {} : { [to]: true };
    await this.#call('PATCH', `/api/user_smart_lists_inbox/${String(inboxEntryId)}/`, flags);
    this.#acknowledged.set(inboxEntryId, to);
    this.figures.moves++;
  }

  async #search(): Promise<void> {
    const word = this.#random.pick(words);
    await this.#call('GET', `/api/latest_companies/preview/?text_search=${word}&page_size=25`);
    this.figures.searches++;
  }

  async #export(): Promise<void> {
    await this.#call('GET', `/api/latest_companies/export/?user_smart_list_id=${String(this.#list)}`);
    this.figures.exports++;
  }

  async #page(query: string): Promise<{ readonly count: number; readonly results: readonly Entry[] }> {
    const path = `/api/user_smart_lists_inbox/?user_smart_list_id=${String(this.#list)}${query}`;
    return (await this.#call('GET', path)) as { count: number; results: Entry[] };
  }

  /** Repeats a call, under one key, until it is answered: the server may be killed at any moment of it. */
  async #call(method: string, path: string, body?: unknown): Promise<unknown> {
    const headers = {
      authorization: `Bearer ${this.#token}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    };
    for (let tries = 0; ; tries++) {
      let refusal = '';
      const wasUp = this.#server.isUp;
      const kills = this.#server.figures.kills;
      try {
        const response = await fetch(this.#server.url + path, {
          method,
          headers,
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
          signal: AbortSignal.timeout(path.includes('/export/') ? exportPatience : patience),
        });
        const text = await response.text();
        if (response.ok) {
          if (tries > 0) this.figures.repeated++;
          return response.headers.get('content-type')?.includes('json') === true ? JSON.parse(text) : text;
        }
        if (response.headers.get('retry-after') === null) refusal = `${String(response.status)} ${text}`;
        else this.figures.refused++;
      } catch (error) {
        if (wasUp && this.#server.figures.kills === kills && this.#server.isUp) {
          this.failures.push(`${new Date().toISOString()} ${method} ${path}: ${String(error)}`);
        }
      }
      // What may be tried again says so; anything else would be refused for ever.
      if (refusal !== '') throw new Error(`${method} ${path}: ${refusal}`);
      await delay(200);
    }
  }
}

function listOf(entry: Entry): List {
  return lists.find((list) => list !== '' && entry[list]) ?? '';
}
