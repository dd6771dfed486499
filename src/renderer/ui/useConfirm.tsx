import { Button, Group, Modal } from '@mantine/core';
import { useState, type ReactNode } from 'react';

/** Asks one question before something that cannot be taken back by `z`. */
export function useConfirm(): {
  readonly dialog: ReactNode;
  readonly confirm: (question: string, run: () => void) => void;
} {
  const [asked, setAsked] = useState<{ question: string; run: () => void } | null>(null);
  const close = (): void => setAsked(null);
  const dialog = asked !== null && (
    <Modal opened onClose={close} title={asked.question} size="sm">
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={close}>
          Cancel
        </Button>
        <Button
          data-autofocus
          onClick={() => {
            close();
            asked.run();
          }}
        >
          Open
        </Button>
      </Group>
    </Modal>
  );
  return { dialog, confirm: (question, run) => setAsked({ question, run }) };
}
