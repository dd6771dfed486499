import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { flagsOfList, type ListName } from '#shared/domain/listName.ts';
import type { Random } from '../harness/random.ts';

/** A decision that was acknowledged. */
export interface Acknowledged {
  readonly key: string;
  readonly entry: number;
  readonly list: ListName;
  /** When, in milliseconds of `performance.now()`. */
  readonly at: number;
}

/** Somebody who decides about companies. */
export interface Person {
  readonly id: number;
  readonly token: string;
  readonly entries: readonly number[];
}

const lists = ['Watchlist', 'Opportunities', 'Archive', 'None'] as const;

/** How long a call may take before it is sent again, in milliseconds. */
const patienceMs = 15_000;

/**
 * A user who decides one thing after the other, as the app's queue sends them: each is sent again with its key until it
 * is acknowledged, and only then comes the next.
 */
export class Analyst {
  readonly person: Person;
  readonly acknowledged: Acknowledged[] = [];
  /** Answers that are neither the decision nor something that passes. */
  readonly refused: string[] = [];
  tries = 0;
  readonly #port: number;
  readonly #random: Random;
  readonly #where = new Map<number, ListName>();

  constructor(person: Person, port: number, random: Random) {
    this.person = person;
    this.#port = port;
    this.#random = random;
  }

  /** Decides until `goesOn` says no; `onMove` is called after each. */
  async run(goesOn: () => boolean, onMove: () => void): Promise<void> {
    while (goesOn()) {
      const entry = this.#random.pick(this.person.entries);
      const list = this.#random.pick(lists.filter((one) => one !== (this.#where.get(entry) ?? 'None')));
      const key = randomUUID();
      if (!(await this.#send(key, entry, list))) continue;
      this.#where.set(entry, list);
      this.acknowledged.push({ key, entry, list, at: performance.now() });
      onMove();
    }
  }

  /** False if it was refused for good. */
  async #send(key: string, entry: number, list: ListName): Promise<boolean> {
    for (;;) {
      this.tries += 1;
      const status = await this.#once(key, entry, list).catch(() => 0);
      if (status === 200) return true;
      if (status !== 0 && status !== 429 && status < 500) {
        this.refused.push(`${String(status)} for ${key}`);
        return false;
      }
      await sleep(status === 0 ? this.#random.below(20) : 50 + this.#random.below(200));
    }
  }

  /** The status of the answer, once all of it has come. */
  #once(key: string, entry: number, list: ListName): Promise<number> {
    const body = JSON.stringify(flagsOfList(list));
    return new Promise((resolve, reject) => {
      const sent = request({
        // As it stands in the address that the servers are told.
        host: '127.0.0.1',
        port: this.#port,
        method: 'PATCH',
        path: `/api/user_smart_lists_inbox/${String(entry)}/`,
        agent: false,
        signal: AbortSignal.timeout(patienceMs),
        headers: {
          authorization: `Bearer ${this.person.token}`,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          'idempotency-key': key,
        },
      });
      sent.once('error', reject);
      sent.once('response', (response) => {
        response.on('error', reject).on('aborted', () => reject(new Error('The answer broke off.')));
        response.on('end', () => (response.complete ? resolve(response.statusCode ?? 0) : reject(new Error('cut'))));
        response.resume();
      });
      sent.end(body);
    });
  }
}
