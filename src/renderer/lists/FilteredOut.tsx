import { Button } from '@mantine/core';
import { IconFilterOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { EmptyFace } from '../ui/Faces.tsx';

/** The empty face of a list whose rows are all hidden by the filter. */
export function FilteredOut({ onClear }: { readonly onClear: () => void }): ReactNode {
  return (
    <EmptyFace icon={IconFilterOff} title="Nothing here passes the filter" text="The list itself is not empty.">
      <Button variant="light" onClick={onClear}>
        Clear all filters
      </Button>
    </EmptyFace>
  );
}
