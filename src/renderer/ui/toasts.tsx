import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { AppError } from '#shared/errors.ts';
import { isolated } from './title.ts';

/** An action that can be undone for as long as its notification is shown. */
interface UndoOffer {
  /** The notification's. */
  readonly id: string;
  /** The number of the action. */
  readonly turn: number;
  /** Undoes it and hides the notification. */
  readonly take: () => void;
}

const offers: UndoOffer[] = [];
let lastTurn = 0;

/** The number of an action done now, higher than all before it: it tells which was last. */
export function nextTurn(): number {
  lastTurn += 1;
  return lastTurn;
}

/** Lets `z` undo this action too. */
export function addOffer(offer: UndoOffer): void {
  offers.push(offer);
}

/** The notification has gone, and with it the offer. */
export function withdrawOffer(id: string): void {
  const index = offers.findIndex((offer) => offer.id === id);
  if (index !== -1) offers.splice(index, 1);
}

/**
 * Undoes the newest action on offer, unless something else was done after it (`turn` is the last). Returns whether it
 * did.
 */
export function takeOfferSince(turn: number): boolean {
  const newest = offers.at(-1);
  if (newest === undefined || newest.turn < turn) return false;
  newest.take();
  return true;
}

/** A sentence that ends with a name which ends with a full stop (`Acme Inc.`) has one. */
export function withOneStop(sentence: string): string {
  return sentence.replace(/(\.\u2069?)\.$/u, '$1');
}

/** How long a notification stays, in milliseconds (product 9). */
export const notificationTime = 5000;

const newestOf = new Map<string, string>();

/**
 * Says what was done and offers to undo it, by a button and by `z`, for as long as the notification stays: until
 * another one of its kind `replaces` it.
 */
export function showUndo(
  message: string,
  undo: () => void,
  { replaces = '' }: { readonly replaces?: string } = {},
): void {
  const take = (): void => {
    withdrawOffer(id);
    notifications.hide(id);
    undo();
  };
  const id = notifications.show({
    onClose: () => withdrawOffer(id),
    message: (
      <Group justify="space-between" wrap="nowrap" gap="md">
        <span>{withOneStop(message)}</span>
        <Button variant="light" size="compact-sm" flex="none" onClick={take}>
          Undo
        </Button>
      </Group>
    ),
  });
  addOffer({ id, turn: nextTurn(), take });
  if (replaces === '') return;
  const before = newestOf.get(replaces);
  if (before !== undefined) {
    withdrawOffer(before);
    notifications.hide(before);
  }
  newestOf.set(replaces, id);
}

/** A toast with a message and no action. */
interface PlainToast {
  readonly title?: string;
  readonly message: string;
  readonly color?: string;
  readonly role?: string;
}

let times = 0;

/** Shows a toast in place of one with the same id or the same text, and restarts its time. */
function showOnce({ id, ...toast }: PlainToast & { readonly id?: string }): void {
  times += 1;
  const only = {
    ...toast,
    id: id ?? JSON.stringify([toast.title ?? '', toast.message]),
    // A new element, so that a screen reader announces it again.
    message: <span key={times}>{withOneStop(toast.message)}</span>,
    // A toast on the screen restarts its time only if the time changes.
    autoClose: notificationTime + (times % 2),
  };
  notifications.show(only);
  notifications.update(only);
}

/** Says what undo reverted, in place of the message before. Screen readers are told separately. */
export function showUndone(message: string): void {
  showOnce({ id: 'undone', message, role: 'presentation' });
}

/** Shows how far something has come, in place of the message before. */
export function showStep(id: string, message: string): void {
  showOnce({ id, message, role: 'presentation' });
}

/** Says what was done, or that there is nothing to do, if there is nothing to undo. */
export function showDone(message: string, title?: string): void {
  showOnce(title === undefined ? { message } : { title, message });
}

/** Says what failed and why: an error, or a sentence. */
export function showFailure(title: string, problem: unknown): void {
  const message = typeof problem === 'string' ? problem : AppError.from(problem).message;
  showOnce({ title, message, color: 'red', role: 'alert' });
}

/**
 * Deletes at once and offers to undo. Resolves to whether it is gone. The outcome is shown even if the screen that
 * asked has gone by then, unlike with callbacks given to `mutate`.
 */
export async function deleteWithUndo({
  name,
  kept = '',
  remove,
  restore,
}: {
  readonly name: string;
  /** What remains all the same, as a sentence. */
  readonly kept?: string;
  readonly remove: () => Promise<unknown>;
  readonly restore: () => Promise<unknown>;
}): Promise<boolean> {
  const subject = isolated(name);
  try {
    await remove();
  } catch (error) {
    // If it no longer exists, it has been deleted, perhaps by a call whose answer was lost: it can be restored as well.
    if (AppError.from(error).code !== 'not_found') {
      showFailure(`Couldn’t delete ${subject}`, error);
      return false;
    }
  }
  showUndo(`Deleted ${subject}.${kept === '' ? '' : ` ${kept}`}`, () => {
    restore().catch((error: unknown) => showFailure(`Couldn’t restore ${subject}`, error));
  });
  return true;
}
