import type { EndpointInput } from '#shared/api/messages.ts';
import { flagsOfList, type ListName } from '#shared/domain/listName.ts';
import { AppError } from '#shared/errors.ts';
import type { ApiClient } from '../api/apiClient.ts';
import { retryAfterMs, ApiFailure } from '../api/apiFailure.ts';
import { isOfUndo, type Command, type NoteChange } from './command.ts';

/** The outcome of one attempt to send a move. */
export type Outcome =
  /**
   * `siblings`: the company's undecided entries in other smart lists, if the queue did not know its entry. `isBack`:
   * the day until which it was to be put off has come, so it is undecided again already.
   */
  | { readonly kind: 'done'; readonly siblings: readonly number[]; readonly isBack?: true }
  /**
   * Refused for good; the reason is for the user. `isGone`: what was to be moved is not there. `seen`: the number of
   * a colleague's decision that came first.
   */
  | { readonly kind: 'refused'; readonly reason: string; readonly isGone: boolean; readonly seen?: number }
  /** 401 or 403: nothing more is sent until the same user has signed in again. */
  | { readonly kind: 'denied' }
  /** It may or may not have arrived: send the same again, with the same key, after `afterMs`. */
  | { readonly kind: 'unknown'; readonly reason: string; readonly afterMs: number }
  /** The session ended meanwhile. */
  | { readonly kind: 'ended' };

/** How long one call may take before its outcome counts as unknown, in milliseconds (F9). */
const attemptDeadlineMs = 10_000;

/**
 * Sends one move, reason or note: a move first adds the company to "My picks" if it has no entry (docs/api.md). Never
 * throws.
 */
export async function deliver(command: Command, client: ApiClient, signal: AbortSignal, now: Date): Promise<Outcome> {
  const options = { signal, deadlineMs: attemptDeadlineMs };
  try {
    if (command.note !== undefined) return await deliverNote(command, command.note, client, options);
    const { id, siblings } =
      command.entryId === null
        ? await pick(command.companyId, client, options)
        : { id: command.entryId, siblings: nothing };
    const { reasonId, key, to } = command;
    const keyed = { ...options, idempotencyKey: key };
    const entry =
      reasonId === undefined
        ? await client.request('moveEntry', { params: { id }, body: bodyOf(command, to) }, keyed)
        : await client.request('giveReason', { params: { id }, body: { reason: reasonId } }, keyed);
    if (entry.inboxEntryId !== id) throw new ApiFailure('bad_reply', 'The server answered for another entry.');
    return { kind: 'done', siblings, ...(to === 'Later' && entry.back !== null ? { isBack: true } : {}) };
  } catch (error) {
    return outcomeOf(AppError.from(error), now);
  }
}

/** A note that is to be deleted and is not there has been deleted, or was never written. */
async function deliverNote(
  { key, companyId }: Command,
  { id, to, forTeam }: NoteChange,
  client: ApiClient,
  options: { signal: AbortSignal; deadlineMs: number },
): Promise<Outcome> {
  const params = { id: companyId, note_id: id };
  const keyed = { ...options, idempotencyKey: key };
  if (to === '') {
    try {
      await client.request('deleteNote', { params }, keyed);
    } catch (error) {
      if (!(error instanceof ApiFailure && error.spoken && error.status === 404)) throw error;
    }
  } else await client.request('writeNote', { params, body: { text: to, for_team: forTeam } }, keyed);
  return { kind: 'done', siblings: nothing };
}

/** An undo gives a decision the reason that it had, and what is undecided again why it was back, if it was. */
function bodyOf(command: Command, to: ListName): EndpointInput<'moveEntry'>['body'] {
  const isUndo = isOfUndo(command);
  return {
    ...flagsOfList(to),
    ...(isUndo && to !== 'None' ? { reason: 'before' } : {}),
    ...(isUndo && to === 'None' ? { back: 'before' } : {}),
    ...(to === 'Later' ? { later: command.later ?? 'before' } : {}),
    ...(command.seen === undefined ? {} : { seen: command.seen }),
  };
}

const nothing: readonly number[] = [];

/** The company's entry in "My picks", found or added, and its undecided entries elsewhere. Safe to repeat. */
async function pick(
  companyId: number,
  client: ApiClient,
  options: { signal: AbortSignal; deadlineMs: number },
): Promise<{ id: number; siblings: readonly number[] }> {
  const entry = await client.request('pickCompany', { body: { company_id: companyId } }, options);
  if (entry.id !== companyId) throw new ApiFailure('bad_reply', 'The server answered for another company.');
  return { id: entry.inboxEntryId, siblings: entry.siblings };
}

/** Statuses below 500 that ask to try again later, or mean that the user has to sign in. */
const notForGood: ReadonlySet<number> = new Set([401, 403, 408, 425, 429]);

function outcomeOf(error: AppError, now: Date): Outcome {
  if (error.code === 'cancelled') return { kind: 'ended' };
  if (error.code === 'unauthenticated' || error.code === 'forbidden') return { kind: 'denied' };
  if (!(error instanceof ApiFailure)) {
    // A call that could not even be made will not get better; anything else may.
    if (error.code === 'bad_request') return { kind: 'refused', reason: error.message, isGone: false };
    return { kind: 'unknown', reason: error.message, afterMs: retryDelay(null, now) };
  }
  const { status, spoken, message, retryAfter } = error;
  if (spoken && status !== null && status < 500 && !notForGood.has(status)) {
    const seen = Number(error.fields?.['decision'] ?? 0);
    const first = Number.isSafeInteger(seen) && seen > 0 ? { seen } : {};
    return { kind: 'refused', reason: message, isGone: status === 404, ...first };
  }
  return { kind: 'unknown', reason: message, afterMs: retryDelay(retryAfter, now) };
}

/** The wait before a failed send is retried, in milliseconds (product 4, 9). */
export const retryDelayMs = 5000;

/** The longest wait a server can ask for, in milliseconds (I7). */
const longestRetryMs = 300_000;

/** The wait after a failure: `Retry-After` (seconds or a date) if it can be parsed, never under 5 s or over 5 min. */
function retryDelay(retryAfter: string | null, now: Date): number {
  const asked = retryAfterMs(retryAfter, now);
  return asked === null ? retryDelayMs : Math.min(Math.max(asked, retryDelayMs), longestRetryMs);
}
