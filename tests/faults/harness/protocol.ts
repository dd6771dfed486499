import type { ListName } from '#shared/domain/listName.ts';
import type { Crash } from './crashPoints.ts';
import type { Decision, Press } from './audit.ts';
import type { NotePress } from './noteAudit.ts';
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

/** What the queue shows of notes that are on their way: note → text. */
export type ShownNotes = readonly (readonly [string, string])[];

/** Lines from the process: one JSON value each. */
export type Told =
  /** The queue is open. */
  | { readonly kind: 'open'; readonly shown: Shown; readonly notes: ShownNotes }
  /** A key is pressed … */
  | { readonly kind: 'intended'; readonly press: Press; readonly decisions: readonly Decision[] }
  | { readonly kind: 'writing'; readonly note: NotePress }
  /** … and its decision acknowledged. */
  | { readonly kind: 'acknowledged' }
  | { readonly kind: 'request'; readonly id: number; readonly request: WireRequest }
  /** All is done, and the process ends on its own. */
  | { readonly kind: 'ending' };

/** Lines to the process. */
export type Said =
  | { readonly kind: 'life'; readonly life: Life }
  /** The lists that the rows show: what the queue showed, on top of what the server has. */
  | { readonly kind: 'rows'; readonly lists: Shown; readonly notes: ShownNotes }
  | { readonly kind: 'reply'; readonly id: number; readonly reply: WireReply };

/** Notes to write, three for a company, which are moved as well. */
export const noteIds = Array.from({ length: 12 }, (_, index) => `0198f0a0-0000-7000-8000-0000000000${10 + index}`);

/** The company that a note is about. */
export function companyOfNote(id: string): number {
  return 1 + Math.floor(noteIds.indexOf(id) / 3);
}

/** Entries to decide, and companies that have no entry until they are decided. */
export const entries = Array.from({ length: 24 }, (_, index) => index + 1);
export const companies = Array.from({ length: 6 }, (_, index) => index + 101);
