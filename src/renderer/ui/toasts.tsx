import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { AppError } from '#shared/errors.ts';

/** Says what was done and offers to take it back, for as long as a notification stays. */
export function showUndo(message: string, undo: () => void): void {
  const id = notifications.show({
    message: (
      <Group justify="space-between" wrap="nowrap" gap="md">
        <span>{message}</span>
        <Button
          variant="light"
          size="compact-sm"
          flex="none"
          onClick={() => {
            notifications.hide(id);
            undo();
          }}
        >
          Undo
        </Button>
      </Group>
    ),
  });
}

/** Says what was done, where there is nothing to take back. */
export function showDone(message: string): void {
  notifications.show({ message });
}

/** Says what failed and why. */
export function showFailure(title: string, error: unknown): void {
  notifications.show({ title, message: AppError.from(error).message, color: 'red', role: 'alert' });
}
