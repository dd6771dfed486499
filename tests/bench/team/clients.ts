import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { flagsOfList } from '#shared/domain/listName.ts';
import { percentile } from '../measure/figures.ts';
import { processorSeconds } from '../engines/processes.ts';
import type { Person } from './people.ts';

/** What came of some seconds of load. */
export interface Load {
  /** Answers a second. */
  readonly rate: number;
  /** Of the time that an answer took, in milliseconds. */
  readonly p99: number;
  /** Processor time of the server's process for each answer, in milliseconds. */
  readonly processorMs: number;
}

/** Does something over and over, each client one thing after the other, for some time. */
export async function underLoad(clients: readonly (() => Promise<void>)[], forMs: number, pid: number): Promise<Load> {
  const times: number[] = [];
  const before = processorSeconds(pid);
  const start = performance.now();
  const until = start + forMs;
  await Promise.all(
    clients.map(async (once) => {
      while (performance.now() < until) {
        const asked = performance.now();
        await once();
        times.push(performance.now() - asked);
      }
    }),
  );
  const seconds = (performance.now() - start) / 1000;
  return {
    rate: times.length / seconds,
    p99: percentile(times, 0.99),
    processorMs: (1000 * (processorSeconds(pid) - before)) / Math.max(1, times.length),
  };
}

/** How many decisions each person has made. */
const turns = new WeakMap<Person, number>();

/** A server's clients, each with a connection of its own. */
export class Clients {
  readonly #url: URL;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 256 });

  constructor(url: string) {
    this.#url = new URL(url);
  }

  /**
   * Each call decides about the next company of the person's list, to and fro. It goes on where an earlier load ended:
   * a decision that is there already is none.
   */
  decider(person: Person): () => Promise<void> {
    const { token, entries } = person;
    return async () => {
      const turn = turns.get(person) ?? 0;
      turns.set(person, turn + 1);
      const entry = entries[turn % entries.length] ?? 0;
      const list = Math.floor(turn / entries.length) % 2 === 0 ? 'Archive' : 'Watchlist';
      const body = JSON.stringify(flagsOfList(list));
      await this.#ask('PATCH', `/api/user_smart_lists_inbox/${String(entry)}/`, token, body);
    };
  }

  /** Each call searches for the next of some words. */
  searcher({ token }: Person, words: readonly string[], first: number): () => Promise<void> {
    let turn = first;
    return async () => {
      const word = words[turn++ % words.length] ?? '';
      await this.#ask('GET', `/api/latest_companies/preview/?text_search=${word}&page_size=25`, token, null);
    };
  }

  close(): void {
    this.#agent.destroy();
  }

  #ask(method: string, path: string, token: string, body: string | null): Promise<void> {
    return new Promise((resolve, reject) => {
      const headers = {
        authorization: `Bearer ${token}`,
        ...(body === null
          ? {}
          : {
              'content-type': 'application/json',
              'content-length': Buffer.byteLength(body),
              'idempotency-key': randomUUID(),
            }),
      };
      const { hostname, port } = this.#url;
      const sent = request({ hostname, port, method, path, headers, agent: this.#agent }, (response) => {
        response.once('error', reject);
        response.once('end', () => {
          if (response.statusCode === 200) resolve();
          else reject(new Error(`${path} answered ${String(response.statusCode)}.`));
        });
        response.resume();
      });
      sent.once('error', reject);
      sent.end(body ?? undefined);
    });
  }
}
