import type { ListName } from '#shared/domain/listName.ts';
import type { Crash } from './crashPoints.ts';
import type { Decision, Press } from './audit.ts';
import type { WireReply, WireRequest } from './wire.ts';

/** One life of a process, from its start to its end by SIGKILL. */
export interface Life {
  /** The queue's file. */
  readonly path: string;
  readonly seed: number;
  /** How many entries it decides; bulk decisions and undos count each of theirs. */
  readonly moves: number;
  /** The reasons that it gives are numbered from here on, each another one. */
  readonly firstReason: number;
  readonly crash: Crash | null;
  /** Whether it sends everything before its end. */
  readonly drain: boolean;
}

/** What the queue shows of pending moves: entry → list. */
export type Shown = readonly (readonly [number, ListName])[];

/** Lines from the process: one JSON value each. */
export type Told =
  /** The queue is open. */
  | { readonly kind: 'open'; readonly shown: Shown }
  /** A key is pressed … */
  | { readonly kind: 'intended'; readonly press: Press; readonly decisions: readonly Decision[] }
  /** … and its decision acknowledged. */
  | { readonly kind: 'acknowledged' }
  | { readonly kind: 'request'; readonly id: number; readonly request: WireRequest }
  /** All is done, and the process ends on its own. */
  | { readonly kind: 'ending' };

/** Lines to the process. */
export type Said =
  | { readonly kind: 'life'; readonly life: Life }
  /** The lists that the rows show: what the queue showed, on top of what the server has. */
  | { readonly kind: 'rows'; readonly lists: Shown }
  | { readonly kind: 'reply'; readonly id: number; readonly reply: WireReply };

/** Entries to decide, and companies that have no entry until they are decided. */
export const entries = Array.from({ length: 24 }, (_, index) => index + 1);
export const companies = Array.from({ length: 6 }, (_, index) => index + 101);
