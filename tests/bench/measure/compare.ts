import type { BenchQuery, SearchEngine } from '../engines/searchEngine.ts';
import { mean } from './figures.ts';

/** Times of one engine: bucket → one mean per round, and every single time, in milliseconds. */
export interface EngineTimes {
  readonly rounds: ReadonlyMap<string, readonly number[]>;
  readonly single: ReadonlyMap<string, readonly number[]>;
}

/** One way to ask a query; several of them are asked in turn. */
export interface Contender {
  readonly name: string;
  ask(query: BenchQuery): Promise<unknown>;
  /** Its own time for the last `ask`, if getting there must not count. */
  milliseconds?(answer: unknown): number;
}

/**
 * Asks every query of every contender in turn (A, B, A, B …), `rounds` times, after one round that does not count.
 * Every query comes once a round, so none is answered from what the previous one has just left in a cache.
 */
export async function compare(
  queries: readonly BenchQuery[],
  contenders: readonly Contender[],
  rounds: number,
): Promise<Map<string, EngineTimes>> {
  const times = new Map(contenders.map(({ name }) => [name, newTimes(queries, rounds)]));
  for (let round = -1; round < rounds; round++) {
    for (const query of queries) {
      for (const contender of contenders) {
        const start = performance.now();
        const answer = await contender.ask(query);
        const time = contender.milliseconds?.(answer) ?? performance.now() - start;
        if (round >= 0) times.get(contender.name)?.get(query.bucket)?.[round]?.push(time);
      }
    }
  }
  return new Map([...times].map(([name, buckets]) => [name, summary(buckets)]));
}

function newTimes(queries: readonly BenchQuery[], rounds: number): Map<string, number[][]> {
  const buckets = new Set(queries.map(({ bucket }) => bucket));
  return new Map([...buckets].map((bucket) => [bucket, Array.from({ length: rounds }, () => [])]));
}

function summary(buckets: ReadonlyMap<string, readonly (readonly number[])[]>): EngineTimes {
  return {
    rounds: new Map([...buckets].map(([bucket, rounds]) => [bucket, rounds.map(mean)])),
    single: new Map([...buckets].map(([bucket, rounds]) => [bucket, rounds.flat()])),
  };
}

/** Throws if an engine answers a query with a different count or different first ids than ours. */
export async function checkAnswers(
  queries: readonly BenchQuery[],
  ours: SearchEngine,
  peers: readonly SearchEngine[],
): Promise<void> {
  for (const query of queries) {
    const expected = ours.read(await ours.search(query));
    for (const peer of peers) {
      const answer = peer.read(await peer.search(query));
      if (answer.count === expected.count && String(answer.ids) === String(expected.ids)) continue;
      throw new Error(
        `${peer.name} differs from ours for ${JSON.stringify(query)}: ${answer.count} (${answer.ids.join()}) ` +
          `instead of ${expected.count} (${expected.ids.join()})`,
      );
    }
  }
}
