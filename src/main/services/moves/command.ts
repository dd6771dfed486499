import type { Placement } from '#shared/bridge/moves.ts';
import type { Later } from '#shared/domain/later.ts';
import type { ListName } from '#shared/domain/listName.ts';

/** What a command does to a note: `from` and `to` are its texts, `''` where there is none. */
export interface NoteChange {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  /** Whether the whole team reads it; without it, that stays as it was. */
  readonly forTeam?: boolean;
}

/**
 * One move of one company, the reason for one, or a note about one. `pending` was never sent; `sent` is in flight or
 * about to be, or its outcome is unknown; `failed` was refused for good. `from` is the list it leaves, as far as the
 * queue knows; `key` is its idempotency key; `entryId` is null if the company had no entry at the key press.
 */
export interface Command {
  /** Order of sending, unique in the file. */
  readonly seq: number;
  readonly key: string;
  readonly stepId: string;
  readonly entryId: number | null;
  readonly companyId: number;
  readonly name: string;
  readonly from: ListName;
  readonly to: ListName;
  readonly state: 'pending' | 'sent' | 'failed';
  /** Why it failed, in words; otherwise `''`. */
  readonly reason: string;
  /**
   * Only of a command that moves nothing and says why the company is in its list, which is `from` and `to`: the id of a
   * reason, 0 to take it away.
   */
  readonly reasonId?: number;
  /** Only of a command that moves nothing and writes, changes or deletes a note; its lists are None. */
  readonly note?: NoteChange;
  /** Only of a move to Later: until when. An undo brings back what it was. */
  readonly later?: Later;
  /**
   * Only of a move in a shared list: the number of a colleague's decision in its way. Sent again, it is made
   * in knowledge of that one.
   */
  readonly seen?: number;
}

/** Whether a command only says why, and moves nothing. */
export function isReason({ reasonId }: Pick<Command, 'reasonId'>): boolean {
  return reasonId !== undefined;
}

/** Whether a command writes, changes or deletes a note, and moves nothing. */
export function isNote({ note }: Pick<Command, 'note'>): boolean {
  return note !== undefined;
}

/** Whether a command moves its company. Only such a one holds back what follows it. */
export function isMove(command: Pick<Command, 'reasonId' | 'note'>): boolean {
  return !isReason(command) && !isNote(command);
}

/** A change of the queue. A plan is a list of changes; the store applies a plan whole or not at all. */
export type Change =
  | { readonly kind: 'put'; readonly command: Command }
  /** `done`: the server has it; `gone`: superseded, undone or discarded. */
  | { readonly kind: 'remove'; readonly command: Command; readonly why: 'done' | 'gone' };

/** Where new commands get their numbers and keys. */
export interface Numbering {
  nextSeq(): number;
  newKey(): string;
}

/**
 * What a command acts on: an entry, a company that has none yet, or a note. Commands of one target keep their order.
 */
export function targetOf({ entryId, companyId, note }: Pick<Command, 'entryId' | 'companyId' | 'note'>): string {
  if (note !== undefined) return targetOfNote(note.id);
  return entryId === null ? `c${companyId}` : `e${entryId}`;
}

export function targetOfNote(id: string): string {
  return `n${id}`;
}

/** Where a command's company ends up in `list`. */
export function placementIn(command: Pick<Command, 'entryId' | 'companyId'>, list: ListName): Placement {
  return { entryId: command.entryId, companyId: command.companyId, list };
}

const undoMark = 'undo ';

/** The id of a step that takes another one back: its moves are recognised by it, even after a restart. */
export function nameOfUndo(id: string): string {
  return `${undoMark}${id}`;
}

/** Whether a command takes something back. */
export function isOfUndo({ stepId }: Pick<Command, 'stepId'>): boolean {
  return stepId.startsWith(undoMark);
}
