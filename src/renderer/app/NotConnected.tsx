import { IconPlugConnectedX } from '@tabler/icons-react';
import { useEffect, type ReactNode } from 'react';
import { EmptyFace } from '../ui/Faces.tsx';
import { Look } from './Look.tsx';

/** Shown by a page that may not call the shell: why, and what to do. */
export function NotConnected({ message }: { readonly message: string }): ReactNode {
  useEffect(() => {
    document.documentElement.dataset.appState = 'ready';
  }, []);
  return (
    <Look scheme="system">
      <main style={{ display: 'grid', height: '100%' }}>
        <EmptyFace icon={IconPlugConnectedX} title="Winnow is not connected" text={message} />
      </main>
    </Look>
  );
}
