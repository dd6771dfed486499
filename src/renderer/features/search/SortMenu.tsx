import { Button, Menu } from '@mantine/core';
import { IconArrowsSort, IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { labelOf, sortOptions, type SortOption } from '#shared/domain/choices.ts';

/** The sorts of SPEC 3; the headers of the table that have one do the same. */
export function SortMenu({
  sortBy,
  onSort,
}: {
  readonly sortBy: SortOption;
  readonly onSort: (sortBy: SortOption) => void;
}): ReactNode {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="subtle" color="gray" leftSection={<IconArrowsSort size={15} stroke={1.7} aria-hidden />}>
          {labelOf(sortOptions, sortBy)}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {sortOptions.map(({ value, label }) => (
          <Menu.Item
            key={value}
            role="menuitemradio"
            aria-checked={value === sortBy}
            rightSection={value === sortBy ? <IconCheck size={14} stroke={2} aria-hidden /> : null}
            onClick={() => onSort(value)}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
