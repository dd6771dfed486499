import type { ReactNode } from 'react';
import { useCommands, useLiveCommands } from '../../keyboard/CommandProvider.tsx';
import { ShortcutTable } from '../../keyboard/ShortcutTable.tsx';
import { Dialog } from '../../ui/Dialog.tsx';

/** All shortcuts, as the user has set them (`?`). Those that work on the screen behind are bright. */
export function ShortcutSheet({ onClose }: { readonly onClose: () => void }): ReactNode {
  return (
    <Dialog onClose={onClose} title="Shortcuts" size="62rem">
      <Content onClose={onClose} />
    </Dialog>
  );
}

function Content({ onClose }: { readonly onClose: () => void }): ReactNode {
  const live = useLiveCommands();
  useCommands({ 'app.shortcuts': onClose }, { layer: 'dialog' });
  return <ShortcutTable live={live} />;
}
