import type { MoveSnapshot, MoveStep, MoveTarget, MovesChanged } from '#shared/bridge/moves.ts';
import type { ListName } from '#shared/domain/listName.ts';
import {
  newMeter,
  noCounts,
  type CountableRow,
  type Counts,
  type InboxEntryRef,
  type ListChange,
  type Meter,
} from './figures.ts';
import { noMoves, type Overlay, type Placed } from './overlay.ts';

/** One decision of this session: what it did and what was shown before. */
export interface Step {
  /** The number of its key. */
  readonly turn: number;
  readonly label: string;
  /** Whether it is known what it moves; until then it is shown for the company as such. */
  readonly isFound: boolean;
  readonly placements: readonly Placed[];
  readonly before: readonly Placed[];
  readonly changes: readonly ListChange[];
  /** The queue's name for it, and since which revision; null until it is durable, and for good where it was refused. */
  readonly saved: { readonly id: string; readonly revision: number } | null;
  /** The number of the key that took it back, where main has not answered that; else null. */
  readonly undoTurn: number | null;
  /** Main has told that it can no longer be taken back, also where an answer that comes later still has it. */
  readonly isGone: boolean;
}

/**
 * What has happened to rows: every screen that shows one of `placements` redraws it. `outdated`: what was read of them
 * before may be wrong.
 */
export interface ShownChange {
  readonly kind: 'decided' | 'undone' | 'settled' | 'failed' | 'outdated';
  readonly placements: readonly Placed[];
}

/** All that this window knows of decisions: its own, and what main has told of them and of other windows'. */
export interface State {
  readonly overlay: Overlay;
  /** This window's decisions that can be taken back, oldest first. Main holds the truth. */
  readonly steps: readonly Step[];
  /** Those that were taken back here and of which main has not said whether it has done so. */
  readonly undoing: readonly Step[];
  /** Steps that were told to be gone before the answer to a decision had given it its name. */
  readonly goneEarly: ReadonlySet<string>;
  /** Where companies were to be moved and could not: their rows say so until a later decision about them. */
  readonly unsaved: ReadonlyMap<string, ListName>;
  readonly counts: Counts;
  readonly meter: Meter;
  /** The number of the key that decided or took back last. */
  readonly newest: number;
  /** The newest state of the queue of which this window has been told, with all that had come to rest by then. */
  readonly heard: number;
  /** Another state has taken the place of all before this revision: what is told of those means nothing. */
  readonly since: number;
  /** What the last event has changed of what is shown; null for nothing. */
  readonly change: ShownChange | null;
}

/** A window that has just opened. */
export const initialState: State = {
  overlay: noMoves,
  steps: [],
  undoing: [],
  goneEarly: new Set(),
  unsaved: new Map(),
  counts: noCounts,
  meter: newMeter,
  newest: 0,
  heard: 0,
  since: 0,
  change: null,
};

/** What main has on its way and what was refused for good, as of a revision. */
export type Snapshot = Pick<MoveSnapshot, 'pending' | 'steps' | 'failed' | 'revision'>;

/** What main tells every window when moves have come to rest. */
export type News = Pick<MovesChanged, 'settled' | 'failed' | 'gone' | 'revision'>;

/**
 * What can happen. `turn` numbers the keys of a window, and is higher for a later one; `at` are milliseconds of a
 * clock, for the pace of the session alone.
 */
export type DecideEvent =
  /** A key has decided. Without `isFound` it has still to be asked which entries the company has. */
  | { kind: 'decided'; turn: number; at: number; to: ListName; targets: readonly MoveTarget[]; isFound: boolean }
  | { kind: 'found'; turn: number; to: ListName; targets: readonly MoveTarget[] }
  /** Main has the decision. */
  | { kind: 'saved'; turn: number; reply: MoveStep }
  /** Main could not take it, or its answer was lost. */
  | { kind: 'refused'; turn: number; at: number }
  /** A key has taken the newest step back. */
  | { kind: 'undone'; turn: number; at: number }
  /** Main has taken a step back: that one, or what another window decided later. */
  | { kind: 'takenBack'; turn: number; reply: MoveStep }
  /** What the key took back was never there: main had refused it. */
  | { kind: 'undoneInVain'; turn: number }
  /** Main took back something else, or did not answer. Where it does not say what stands, `isSupposed` does. */
  | { kind: 'asked'; turn: number; snapshot: Snapshot | null; isSupposed: boolean }
  | { kind: 'resumed'; snapshot: Snapshot }
  /** News of the queue, of every window. */
  | { kind: 'told'; news: News }
  /** Another state has taken the place of the one that was decided in. */
  | { kind: 'reset'; snapshot: Pick<Snapshot, 'pending' | 'revision'> }
  /** The server has counted what is undecided. */
  | { kind: 'counted'; lists: readonly { readonly id: number; readonly unratedCount: number }[]; revision: number }
  /** A list has read rows. */
  | { kind: 'read'; rows: readonly CountableRow[] }
  /** Entries of these smart lists are about to be moved. */
  | { kind: 'noted'; entries: readonly InboxEntryRef[] };
