import { IconPlugConnectedX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { EmptyFace } from '../ui/Faces.tsx';
import { Look } from './Look.tsx';
import { useReady } from './useReady.ts';

/** Shown by a page that may not call the shell: why, and what to do. */
export function NotConnected({ message }: { readonly message: string }): ReactNode {
  useReady();
  return (
    <Look scheme="system">
      <main style={{ display: 'grid', height: '100%' }}>
        <EmptyFace icon={IconPlugConnectedX} title="Winnow is not connected" text={message} />
      </main>
    </Look>
  );
}
