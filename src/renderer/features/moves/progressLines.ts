import type { MoveProgress, MoveQueueState } from '#shared/bridge/moves.ts';
import { listSlugs, type ListName } from '#shared/domain/listName.ts';
import { assertNever } from '#shared/errors.ts';

/** How long the panel stays after nothing is pending, in milliseconds (product 9). */
export const hideDelay = 5000;

/** One line of the panel. */
export interface ProgressLine {
  readonly list: ListName;
  readonly text: string;
  readonly loading: boolean;
}

/** The panel's lines: lists that are still loading first, each in the words of product 2. */
export function progressLines(progress: readonly MoveProgress[]): ProgressLine[] {
  return progress
    .filter(({ total }) => total > 0)
    .map(({ list, total, pending }) => {
      const loading = pending !== 0;
      const to = listSlugs[list];
      const text = loading
        ? `Moving ${total - pending} / ${total} companies to ${to}`
        : `Moved ${total} companies to ${to}`;
      return { list, text, loading };
    })
    .toSorted((a, b) => Number(b.loading) - Number(a.loading));
}

/** Whether any move is still on its way. */
export function isPending({ progress }: Pick<MoveQueueState, 'progress'>): boolean {
  return progress.some(({ pending }) => pending !== 0);
}

/** A note, and how many moves were done when it came. */
export interface SteadyNote {
  readonly note: string;
  readonly moved: number;
}

/**
 * The note to show after another one: that a connection is lost stands through the attempts to send, until one
 * succeeds. Going and coming every five seconds it would only blink.
 */
export function steadyNote(before: SteadyNote, queue: MoveQueueState, isReached: boolean): SteadyNote {
  const moved = queue.progress.reduce((sum, { total, pending }) => sum + total - pending, 0);
  const isTrying = queue.status === 'sending' && before.note !== '' && moved === before.moved;
  const note = isTrying ? before.note : queueNote(queue, isReached);
  return note === before.note && moved === before.moved ? before : { note, moved };
}

/**
 * Why the queue waits, and that nothing is lost; `''` while it does not. `isReached`: the API answers, and what it
 * answers is why.
 */
export function queueNote({ status, reason }: Pick<MoveQueueState, 'status' | 'reason'>, isReached: boolean): string {
  switch (status) {
    case 'idle':
    case 'sending':
      return '';
    case 'lost':
      return isReached && reason !== ''
        ? `Not sent yet: ${reason} Your decisions are kept and sent again by themselves.`
        : 'Connection lost. Your decisions are kept and sent again every 5 seconds.';
    case 'parked':
      return 'Your decisions are kept until you sign in again.';
    case 'blocked':
      return `Decisions cannot be saved: ${reason}`;
    default:
      return assertNever(status);
  }
}
