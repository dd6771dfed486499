import { z } from 'zod';
import { laterSchema } from '../domain/later.ts';
import { listNames, listNameSchema } from '../domain/listName.ts';
import { mostNoteCharacters, noteIdSchema } from '../domain/notes.ts';
import { mostReasons } from '../domain/reasons.ts';

const id = z.number().int().positive();

/**
 * The number of a state of the queue: it only grows while main runs. Everything derived from the queue carries the
 * number of the state it reflects, so that anybody with two of them knows which is newer.
 */
export const revisionSchema = z.number().int().nonnegative();

/**
 * One company to move. `entryId` is null on a row that has no entry yet (search, collection, similar): the queue first
 * adds it to "My picks". `siblings` are the company's undecided entries in other smart lists, which the decision covers
 * too (docs/api.md). `from` is the list the row showed at the key press: undo restores it.
 */
export const moveTargetSchema = z.strictObject({
  entryId: id.nullable(),
  companyId: id,
  name: z.string().max(500),
  from: listNameSchema,
  siblings: z.array(id).max(1000),
});
export type MoveTarget = z.infer<typeof moveTargetSchema>;

/**
 * A decision: one key press or one bulk action; it is one undo step. `stepId` is the id the step will get: if the reply
 * is lost, it tells from `moves.get` whether the decision was taken. `heard` is the newest state of the queue that the
 * window knew at the key press: the queue knows better about anything settled since; absent for none.
 */
export const moveRequestSchema = z.strictObject({
  stepId: z.uuid().optional(),
  heard: revisionSchema.optional(),
  to: listNameSchema,
  /** Until when; only for Later. */
  later: laterSchema.optional(),
  targets: z.array(moveTargetSchema).min(1).max(100_000),
});
export type MoveRequest = z.infer<typeof moveRequestSchema>;

/** Why a decision of this session was made: the id of a reason, 0 for none (docs/api.md). */
export const reasonRequestSchema = z.strictObject({
  stepId: z.string().max(100),
  reason: z.number().int().min(0).max(mostReasons),
});
export type ReasonRequest = z.infer<typeof reasonRequestSchema>;

const noteTextSchema = z.string().max(mostNoteCharacters);

/**
 * A note that is written (`from` is `''`), changed, or deleted (`to` is `''`): one undo step. `stepId` is as with a
 * decision.
 */
export const noteRequestSchema = z.strictObject({
  stepId: z.uuid().optional(),
  noteId: noteIdSchema,
  companyId: id,
  name: z.string().max(500),
  from: noteTextSchema,
  to: noteTextSchema,
  /** Whether the whole team reads it; without it, that stays as it was. */
  forTeam: z.boolean().optional(),
  /** Whether it did before, where that may change. */
  wasForTeam: z.boolean().optional(),
});
export type NoteRequest = z.infer<typeof noteRequestSchema>;

/**
 * A change of a note that the server does not have yet, with the text it will have, `''` once it is deleted, and
 * whether the team will read it, null where that stays as it is; `problem` says why it was refused, or is `''`.
 */
export const unsavedNoteSchema = z.object({
  id: z.string(),
  text: z.string(),
  forTeam: z.boolean().nullable(),
  problem: z.string(),
});
export type UnsavedNote = z.infer<typeof unsavedNoteSchema>;

/** Where a step or its undo puts a company; `entryId` is null if the row had none at the key press. */
const placementSchema = z.object({ entryId: id.nullable(), companyId: id, list: listNameSchema });
export type Placement = z.infer<typeof placementSchema>;

/** Where a company is now, and since which revision. */
const settledPlacementSchema = placementSchema.extend({ revision: revisionSchema });
export type SettledPlacement = z.infer<typeof settledPlacementSchema>;

/** A decision that is durable, or the step that undo took back. `undoDepth` steps can still be taken back. */
export const moveStepSchema = z.object({
  stepId: z.string(),
  label: z.string(),
  placements: z.array(placementSchema),
  undoDepth: z.number().int().nonnegative(),
  revision: revisionSchema,
});
export type MoveStep = z.infer<typeof moveStepSchema>;

/**
 * Progress of one list (product 4) in companies, each once, however many of its entries move: moved = total - pending.
 */
const progressSchema = z.object({
  list: z.enum(listNames),
  total: z.number().int().nonnegative(),
  pending: z.number().int().nonnegative(),
});
export type MoveProgress = z.infer<typeof progressSchema>;

/**
 * A move that the server refused for good, the reason for one (`isReason`) or a note (`isNote`); kept until it is
 * retried or discarded. `entryId` is the entry to move, or null if the move was for the company as such: another entry
 * of the company may have gone to the very same list.
 */
const failedMoveSchema = z.object({
  id: z.string(),
  entryId: id.nullable(),
  companyId: id,
  name: z.string(),
  to: listNameSchema,
  isReason: z.boolean(),
  isNote: z.boolean(),
  reason: z.string(),
  /** A colleague was quicker: retried, it is decided otherwise, and discarded, theirs is kept. */
  isSettled: z.boolean(),
});
export type FailedMove = z.infer<typeof failedMoveSchema>;

/**
 * The state of the queue: `idle`; `sending`; `lost`, the connection failed and the next try is due at `retryAt` (ISO
 * 8601); `parked`, waiting for the same user to sign in again; `blocked`, the queue's file cannot be written.
 */
export const moveQueueStateSchema = z.object({
  status: z.enum(['idle', 'sending', 'lost', 'parked', 'blocked']),
  reason: z.string(),
  retryAt: z.string(),
  progress: z.array(progressSchema),
  failed: z.array(failedMoveSchema),
  undoDepth: z.number().int().nonnegative(),
  revision: revisionSchema,
});
export type MoveQueueState = z.infer<typeof moveQueueStateSchema>;

/**
 * The state with everything still pending, for a renderer that has just started; `steps` are the ids of the steps that
 * can be taken back, oldest first.
 */
export const moveSnapshotSchema = moveQueueStateSchema.extend({
  pending: z.array(placementSchema),
  steps: z.array(z.string()),
});
export type MoveSnapshot = z.infer<typeof moveSnapshotSchema>;

/**
 * Sent when the queue's state changes. `settled` are placements that are no longer pending: done; failed (then the list
 * is the one it was headed for, and `failed` has it); or taken back (then the list is where the company still is).
 * `gone` are ids of steps that can no longer be taken back, because that has been done or what they decided no longer
 * exists.
 */
export const movesChangedSchema = moveQueueStateSchema.extend({
  settled: z.array(settledPlacementSchema),
  gone: z.array(z.string()),
});
export type MovesChanged = z.infer<typeof movesChangedSchema>;
