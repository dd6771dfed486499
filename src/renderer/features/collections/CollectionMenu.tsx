import { ActionIcon, Menu } from '@mantine/core';
import { IconPencil, IconSettings, IconTrash } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import type { CollectionPreview } from '#shared/domain/collection.ts';
import { CollectionDialog } from './CollectionDialog.tsx';
import { useDeleteCollection } from './useDeleteCollection.ts';

/** What one can do with a collection beside opening it. */
export function CollectionMenu({
  collection,
  onDeleted,
}: {
  readonly collection: CollectionPreview;
  readonly onDeleted?: () => void;
}): ReactNode {
  const [editing, setEditing] = useState(false);
  const remove = useDeleteCollection();
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon aria-label={`Actions for ${collection.name}`}>
            <IconSettings size={17} stroke={1.6} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPencil size={15} />} onClick={() => setEditing(true)}>
            Rename or describe
          </Menu.Item>
          <Menu.Item
            leftSection={<IconTrash size={15} />}
            onClick={() => {
              remove(collection);
              onDeleted?.();
            }}
          >
            Delete
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {editing && <CollectionDialog collection={collection} onClose={() => setEditing(false)} />}
    </>
  );
}
