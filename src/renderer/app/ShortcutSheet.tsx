import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useCommands, useLiveCommands } from '../keyboard/CommandProvider.tsx';
import { ShortcutTable } from '../keyboard/ShortcutTable.tsx';

/** All shortcuts, as the user has set them (`?`). Those that work on the screen behind are bright. */
export function ShortcutSheet({
  opened,
  onClose,
}: {
  readonly opened: boolean;
  readonly onClose: () => void;
}): ReactNode {
  return (
    <Modal opened={opened} onClose={onClose} title="Shortcuts" size="62rem">
      <Content onClose={onClose} />
    </Modal>
  );
}

function Content({ onClose }: { readonly onClose: () => void }): ReactNode {
  const live = useLiveCommands();
  useCommands({ 'app.shortcuts': onClose }, { layer: 'dialog' });
  return <ShortcutTable live={live} />;
}
