import { Button, Group, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { Dialog } from './Dialog.tsx';

/** A question before something that cannot be taken back by `z`. */
export interface Question {
  readonly title: string;
  /** What comes of it. With something to read first, Enter cancels. */
  readonly consequences?: string;
  /** The button that does it. */
  readonly action: string;
  readonly isDestructive?: boolean;
  readonly run: () => void;
}

/** Asks one question at a time; `dialog` is to be shown by the caller. */
export function useConfirm(): { readonly dialog: ReactNode; readonly confirm: (question: Question) => void } {
  const [asked, setAsked] = useState<Question | null>(null);
  const close = (): void => setAsked(null);
  const dialog = asked !== null && (
    <Dialog onClose={close} title={asked.title} size={asked.consequences === undefined ? 'sm' : 'md'}>
      {asked.consequences !== undefined && (
        <Text size="sm" mb="md">
          {asked.consequences}
        </Text>
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" data-autofocus={asked.consequences !== undefined || undefined} onClick={close}>
          Cancel
        </Button>
        <Button
          {...(asked.isDestructive === true && { color: 'red' })}
          data-autofocus={asked.consequences === undefined || undefined}
          onClick={() => {
            close();
            asked.run();
          }}
        >
          {asked.action}
        </Button>
      </Group>
    </Dialog>
  );
  return { dialog, confirm: setAsked };
}
