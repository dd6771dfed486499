import type { Workbench } from './workbench.ts';

/** A peer's result: its own figure, the median of the ratios to ours over all rounds, and the worst round. */
export interface PeerFigure {
  /** In the row's unit; null if the peer was skipped. */
  readonly value: number | null;
  /** How many times better ours is; null if the peer was skipped. */
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
  /** Whether the row reaches every "must"; false if a peer it needs is missing. */
  readonly met: boolean;
  /** Whether it reaches every "stretch". */
  readonly stretchMet: boolean;
  /** What missed its target, and anything else to know about the figures. */
  readonly notes: readonly string[];
}

/** One row of docs/performance.md. `must` is what a run is held to, `stretch` what we aim for. */
export interface BenchRow {
  readonly id: string;
  readonly metric: string;
  readonly unit: string;
  readonly must: string;
  readonly stretch: string;
  run(workbench: Workbench): Promise<RowFigures>;
}
