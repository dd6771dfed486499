import { IconFilter } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { ToolButton } from './ListToolbar.tsx';

/** Opens and closes the filter panel. */
export function FilterButton({
  isOpen,
  onToggle,
}: {
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}): ReactNode {
  return (
    <ToolButton
      id="list.filters"
      pressed={isOpen}
      icon={<IconFilter size={17} stroke={1.6} aria-hidden />}
      onClick={onToggle}
    />
  );
}
