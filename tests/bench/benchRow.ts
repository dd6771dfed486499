import type { Workbench } from './workbench.ts';

/** What one peer gave: its own figure, the median of ours against it over all rounds, and the worst round. */
export interface PeerFigure {
  /** In the row's unit; null where the peer was skipped. */
  readonly value: number | null;
  /** How many times better ours is; null where the peer was skipped. */
  readonly ratio: number | null;
  readonly worst: number | null;
}

/** A part of a row: a bucket of queries, a library, a size. */
export interface Part {
  readonly name: string;
  readonly ours: number;
  readonly peers: Readonly<Record<string, PeerFigure>>;
}

export interface RowFigures {
  readonly ours: number;
  readonly peers: Readonly<Record<string, PeerFigure>>;
  readonly parts: readonly Part[];
  /** Whether every "must" of the row is reached; false where a peer it needs is missing. */
  readonly met: boolean;
  /** Whether every "stretch" is reached. */
  readonly stretchMet: boolean;
  /** What did not reach its target, and anything to know about the figures. */
  readonly notes: readonly string[];
}

/** One row of docs/performance.md. `must` is what a run is held to, `stretch` where we want to be. */
export interface BenchRow {
  readonly id: string;
  readonly metric: string;
  readonly unit: string;
  readonly must: string;
  readonly stretch: string;
  run(workbench: Workbench): Promise<RowFigures>;
}
