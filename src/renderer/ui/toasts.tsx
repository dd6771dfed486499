import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { AppError } from '#shared/errors.ts';
import { isolated } from './bidi.ts';
import { addOffer, withdrawOffer } from './undoOffers.ts';

/** How long a notification stays, in milliseconds (SPEC 9). */
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
  addOffer({ id, madeAt: performance.now(), take });
}

const undoneId = 'undone';

/** Says what undo took back, in the place of what it took back before. Screen readers hear of it otherwise. */
export function showUndone(message: string): void {
  notifications.hide(undoneId);
  notifications.show({ id: undoneId, message, role: 'presentation' });
}

/** Says what was done, where there is nothing to take back. */
export function showDone(message: string): void {
  notifications.show({ message });
}

/** Says what failed and why. */
export function showFailure(title: string, error: unknown): void {
  notifications.show({ title, message: AppError.from(error).message, color: 'red', role: 'alert' });
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
    showFailure(`${subject} was not deleted`, error);
    return false;
  }
  showUndo(`Deleted ${subject}.${kept === '' ? '' : ` ${kept}`}`, () => {
    restore().catch((error: unknown) => showFailure(`${subject} was not restored`, error));
  });
  return true;
}
