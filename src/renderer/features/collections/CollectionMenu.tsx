import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { IconPencil, IconSettings, IconTrash } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import type { CollectionPreview } from '#shared/domain/collection.ts';
import { useApiMutation } from '../../data/useApi.ts';
import { useCommands } from '../../keyboard/CommandProvider.tsx';
import { Keys } from '../../keyboard/Keys.tsx';
import toolbarClasses from '../../lists/tools/ListToolbar.module.css';
import { deleteWithUndo } from '../../ui/toasts.tsx';
import { CollectionDialog } from './CollectionDialog.tsx';

/** What one can do with a collection beside opening it. */
export function CollectionMenu({
  collection,
  isScreen = false,
  onDeleted,
}: {
  readonly collection: CollectionPreview;
  /** Whether it is the collection that the screen shows: the keys of a list act on that one. */
  readonly isScreen?: boolean;
  readonly onDeleted?: () => void;
}): ReactNode {
  const [editing, setEditing] = useState(false);
  const remove = useDeleteCollection();
  const edit = (): void => setEditing(true);
  const deleteIt = (): void => {
    remove(collection);
    onDeleted?.();
  };
  useCommands({ 'list.rename': edit, 'list.delete': deleteIt }, { enabled: isScreen });
  return (
    <>
      <Menu position="bottom-end">
        <Tooltip label="Rename, describe or delete">
          <Menu.Target>
            <ActionIcon
              {...(isScreen ? { size: 30, className: toolbarClasses.tool } : {})}
              aria-label={`Actions for ${collection.name}`}
            >
              <IconSettings size={17} stroke={1.6} />
            </ActionIcon>
          </Menu.Target>
        </Tooltip>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconPencil size={15} />}
            rightSection={isScreen && <Keys id="list.rename" />}
            onClick={edit}
          >
            Rename or describe
          </Menu.Item>
          <Menu.Item leftSection={<IconTrash size={15} />} onClick={deleteIt}>
            Delete
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {editing && <CollectionDialog collection={collection} onClose={() => setEditing(false)} />}
    </>
  );
}

/** Deletes a collection at once and offers to take that back. */
export function useDeleteCollection(): (collection: Pick<CollectionPreview, 'id' | 'name'>) => void {
  const { mutateAsync: remove } = useApiMutation('deleteCollection');
  const { mutateAsync: restore } = useApiMutation('restoreCollection');
  return ({ id, name }) => {
    const params = { id };
    void deleteWithUndo({ name, remove: () => remove({ params }), restore: () => restore({ params }) });
  };
}
