import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { AppError } from '#shared/errors.ts';
import { isolated } from './title.ts';

/** Something that was done and can be taken back for as long as its notification is shown. */
interface UndoOffer {
  /** Of the notification. */
  readonly id: string;
  /** The number of what was done. */
  readonly turn: number;
  /** Takes it back and hides the notification. */
  readonly take: () => void;
}

const offers: UndoOffer[] = [];
let lastTurn = 0;

/** The number of something that is done now, higher than all before it: so it is known what was done last. */
export function nextTurn(): number {
  lastTurn += 1;
  return lastTurn;
}

/** Lets `z` take something back, too. */
export function addOffer(offer: UndoOffer): void {
  offers.push(offer);
}

/** The notification has gone, and with it the offer. */
export function withdrawOffer(id: string): void {
  const index = offers.findIndex((offer) => offer.id === id);
  if (index !== -1) offers.splice(index, 1);
}

/**
 * Takes back the newest thing on offer, where nothing else was done after it, `turn` being the last; whether there was
 * one.
 */
export function takeOfferSince(turn: number): boolean {
  const newest = offers.at(-1);
  if (newest === undefined || newest.turn < turn) return false;
  newest.take();
  return true;
}

/** How long a notification stays, in milliseconds (product 9). */
export const notificationTime = 5000;

/** Says what was done and offers to take it back, by a button and by `z`, for as long as a notification stays. */
export function showUndo(message: string, undo: () => void): void {
  const take = (): void => {
    withdrawOffer(id);
    notifications.hide(id);
    undo();
  };
  const id = notifications.show({
    onClose: () => withdrawOffer(id),
    message: (
      <Group justify="space-between" wrap="nowrap" gap="md">
        <span>{message}</span>
        <Button variant="light" size="compact-sm" flex="none" onClick={take}>
          Undo
        </Button>
      </Group>
    ),
  });
  addOffer({ id, turn: nextTurn(), take });
}

/** A toast that says something and does nothing. */
interface PlainToast {
  readonly title?: string;
  readonly message: string;
  readonly color?: string;
  readonly role?: string;
}

let times = 0;

/** Shows a toast in the place of the one with the same id, or that says the same, and for its whole time again. */
function showOnce({ id, ...toast }: PlainToast & { readonly id?: string }): void {
  times += 1;
  const only = {
    ...toast,
    id: id ?? JSON.stringify([toast.title ?? '', toast.message]),
    // Anew, so that a screen reader tells it again.
    message: <span key={times}>{toast.message}</span>,
    // The time of a toast that is there starts over only with another one.
    autoClose: notificationTime + (times % 2),
  };
  notifications.show(only);
  notifications.update(only);
}

/** Says what undo took back, in the place of what it took back before. Screen readers hear of it otherwise. */
export function showUndone(message: string): void {
  showOnce({ id: 'undone', message, role: 'presentation' });
}

/** Says how far something has come, in the place of what was said of it before. */
export function showStep(id: string, message: string): void {
  showOnce({ id, message, role: 'presentation' });
}

/** Says what was done, or that there is nothing to do, where there is nothing to take back. */
export function showDone(message: string, title?: string): void {
  showOnce(title === undefined ? { message } : { title, message });
}

/** Says what failed and why: an error, or a sentence. */
export function showFailure(title: string, problem: unknown): void {
  const message = typeof problem === 'string' ? problem : AppError.from(problem).message;
  showOnce({ title, message, color: 'red', role: 'alert' });
}

/**
 * Deletes at once what was asked to be deleted and offers to take that back. Resolves to whether it is gone. What comes
 * of it is told also when the screen that asked has gone by then, which callbacks given to `mutate` are not.
 */
export async function deleteWithUndo({
  name,
  kept = '',
  remove,
  restore,
}: {
  readonly name: string;
  /** What stays all the same, as a sentence. */
  readonly kept?: string;
  readonly remove: () => Promise<unknown>;
  readonly restore: () => Promise<unknown>;
}): Promise<boolean> {
  const subject = isolated(name);
  try {
    await remove();
  } catch (error) {
    // What is not there any more has been deleted, perhaps by a call whose answer was lost: it can be brought back as
    // well.
    if (AppError.from(error).code !== 'not_found') {
      showFailure(`${subject} was not deleted`, error);
      return false;
    }
  }
  showUndo(`Deleted ${subject}.${kept === '' ? '' : ` ${kept}`}`, () => {
    restore().catch((error: unknown) => showFailure(`${subject} was not restored`, error));
  });
  return true;
}
