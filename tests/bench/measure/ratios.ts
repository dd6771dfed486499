import type { Part, PeerFigure } from '../benchRow.ts';
import type { EngineTimes } from './compare.ts';
import { geometricMean, median } from './figures.ts';

/** How many times longer a peer took, round by round; over several buckets, the geometric mean of each round. */
export function ratiosByRound(ours: EngineTimes, peer: EngineTimes, buckets: readonly string[]): number[] {
  const rounds = ours.rounds.get(buckets[0] ?? '')?.length ?? 0;
  return Array.from({ length: rounds }, (_, round) =>
    geometricMean(buckets.map((bucket) => timeOf(peer, bucket, round) / timeOf(ours, bucket, round))),
  );
}

function timeOf(times: EngineTimes, bucket: string, round: number): number {
  return times.rounds.get(bucket)?.[round] ?? Number.NaN;
}

/** An engine's figure over some buckets: the geometric mean of their median times. */
export function figureOf(times: EngineTimes, buckets: readonly string[]): number {
  return geometricMean(buckets.map((bucket) => median(times.rounds.get(bucket) ?? [])));
}

/** A peer's figure and ratios over some buckets. */
export function peerFigure(ours: EngineTimes, peer: EngineTimes | undefined, buckets: readonly string[]): PeerFigure {
  if (peer === undefined) return skipped;
  const ratios = ratiosByRound(ours, peer, buckets);
  return { value: figureOf(peer, buckets), ratio: median(ratios), worst: Math.min(...ratios) };
}

/** The figure of a missing peer. */
export const skipped: PeerFigure = { value: null, ratio: null, worst: null };

/** One part per bucket. */
export function partsOf(
  times: ReadonlyMap<string, EngineTimes>,
  ours: string,
  peers: readonly string[],
  buckets: readonly string[],
): Part[] {
  const own = times.get(ours);
  if (own === undefined) return [];
  return buckets.map((bucket) => ({
    name: bucket,
    ours: figureOf(own, [bucket]),
    peers: Object.fromEntries(peers.map((name) => [name, peerFigure(own, times.get(name), [bucket])])),
  }));
}

/** Collects what a row must reach. */
export class Targets {
  readonly notes: string[] = [];
  met = true;
  stretchMet = true;

  /** `value` must be at least `must`; null (a missing peer) reaches nothing. */
  atLeast(name: string, value: number | null, must: number, stretch: number): void {
    this.#check(
      name,
      value === null ? null : value >= must,
      value === null ? null : value >= stretch,
      value,
      `>= ${must}`,
    );
  }

  /** `value` must be at most `must`. */
  atMost(name: string, value: number | null, must: number, stretch: number): void {
    this.#check(
      name,
      value === null ? null : value <= must,
      value === null ? null : value <= stretch,
      value,
      `<= ${must}`,
    );
  }

  /** Notes a figure without a target: one in milliseconds, which depends on the machine. */
  printed(name: string, value: number | null): void {
    this.notes.push(`${name}: ${value === null ? 'not measured' : value.toFixed(2)}`);
  }

  #check(name: string, met: boolean | null, stretchMet: boolean | null, value: number | null, wanted: string): void {
    this.met &&= met === true;
    this.stretchMet &&= stretchMet === true;
    if (met !== true)
      this.notes.push(`${name}: ${value === null ? 'not measured' : value.toFixed(2)}, must be ${wanted}`);
  }
}
