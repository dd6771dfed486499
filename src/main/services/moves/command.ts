import type { Placement } from '#shared/bridge/moves.ts';
import type { Later } from '#shared/domain/later.ts';
import type { ListName } from '#shared/domain/listName.ts';

/**
 * One move of one company, or the reason for one. `pending` was never sent; `sent` is in flight or about to be, or its
 * outcome is unknown; `failed` was refused for good. `from` is the list it leaves, as far as the queue knows; `key` is
 * its idempotency key; `entryId` is null if the company had no entry at the key press.
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
  /** Only of a move to Later: until when. An undo brings back what it was. */
  readonly later?: Later;
}

/** Whether a command only says why, and moves nothing. */
export function isReason({ reasonId }: Pick<Command, 'reasonId'>): boolean {
  return reasonId !== undefined;
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

/** What a command acts on: an entry, or a company that has none yet. Commands of one target keep their order. */
export function targetOf({ entryId, companyId }: Pick<Command, 'entryId' | 'companyId'>): string {
  return entryId === null ? `c${companyId}` : `e${entryId}`;
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
