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
  /** The queue's id for it, and since which revision; null until it is durable, and for good if it was refused. */
  readonly saved: { readonly id: string; readonly revision: number } | null;
  /** The number of the key that took it back, while main has not answered that; otherwise null. */
  readonly undoTurn: number | null;
  /** Main has told that it can no longer be taken back, even if a later answer still lists it. */
  readonly isGone: boolean;
}

/**
 * What happened to rows: every screen that shows one of `placements` redraws it. `outdated`: what was read about them
 * before may be wrong.
 */
export interface ShownChange {
  readonly kind: 'decided' | 'undone' | 'settled' | 'failed' | 'outdated';
  readonly placements: readonly Placed[];
}

/** All that this window knows about decisions: its own, and what main has told about them and other windows' ones. */
export interface State {
  readonly overlay: Overlay;
  /** This window's decisions that can be taken back, oldest first. Main has the final word. */
  readonly steps: readonly Step[];
  /** Those that were taken back here while main has not confirmed it. */
  readonly undoing: readonly Step[];
  /** Steps reported gone before the answer to their decision had given them their id. */
  readonly goneEarly: ReadonlySet<string>;
  /** Where companies were to be moved but could not: their rows say so until a later decision about them. */
  readonly unsaved: ReadonlyMap<string, ListName>;
  readonly counts: Counts;
  readonly meter: Meter;
  /** The number of the last key that decided or took back. */
  readonly newest: number;
  /** The newest state of the queue that this window was told, with everything settled by then. */
  readonly heard: number;
  /** Another state has replaced all before this revision: what is told about those means nothing. */
  readonly since: number;
  /** What the last event changed on screen; null for nothing. */
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

/** What main has pending and what was refused for good, as of a revision. */
export type Snapshot = Pick<MoveSnapshot, 'pending' | 'steps' | 'failed' | 'revision'>;

/** What main tells every window when moves have settled. */
export type News = Pick<MovesChanged, 'settled' | 'failed' | 'gone' | 'revision'>;

/**
 * What can happen. `turn` numbers the keys of a window, higher for later ones; `at` is in milliseconds of a clock, only
 * for the session's pace.
 */
export type DecideEvent =
  /**
   * A key has decided. Without `isFound`, we still have to ask which entries the company has. A note has a `label` of
   * its own, and moves nothing.
   */
  | {
      kind: 'decided';
      turn: number;
      at: number;
      to: ListName;
      targets: readonly MoveTarget[];
      isFound: boolean;
      label?: string;
    }
  | { kind: 'found'; turn: number; to: ListName; targets: readonly MoveTarget[] }
  /** Main has the decision. */
  | { kind: 'saved'; turn: number; reply: MoveStep }
  /** Main could not take it, or its answer was lost. */
  | { kind: 'refused'; turn: number; at: number }
  /** A key took the newest step back. */
  | { kind: 'undone'; turn: number; at: number }
  /** Main took a step back: that one, or what another window decided later. */
  | { kind: 'takenBack'; turn: number; reply: MoveStep }
  /** What the key took back never existed: main had refused it. */
  | { kind: 'undoneInVain'; turn: number }
  /** Main took back something else, or did not answer. If it does not say what stands, `isSupposed` does. */
  | { kind: 'asked'; turn: number; snapshot: Snapshot | null; isSupposed: boolean }
  | { kind: 'resumed'; snapshot: Snapshot }
  /** News from the queue, for every window. */
  | { kind: 'told'; news: News }
  /** Another state has replaced the one that decisions were made in. */
  | { kind: 'reset'; snapshot: Pick<Snapshot, 'pending' | 'revision'> }
  /** The server has counted what is undecided. */
  | { kind: 'counted'; lists: readonly { readonly id: number; readonly unratedCount: number }[]; revision: number }
  /** A list has read rows. */
  | { kind: 'read'; rows: readonly CountableRow[] }
  /** Entries of these smart lists are about to be moved. */
  | { kind: 'noted'; entries: readonly InboxEntryRef[] };
