import { Textarea, ActionIcon, Menu, Tooltip } from '@mantine/core';
import { IconPencil, IconSettings, IconTrash } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import type { Collection, CollectionPreview } from '#shared/domain/collection.ts';
import { collectionDescriptionSchema, collectionNameSchema } from '#shared/domain/names.ts';
import { fold } from '#shared/domain/text.ts';
import { AppError } from '#shared/errors.ts';
import { api, type ApiInput } from '../../bridge/bridge.ts';
import { useApiMutation, useCreation } from '../../data/useApi.ts';
import { useCommands } from '../../keyboard/CommandProvider.tsx';
import { Keys } from '../../keyboard/Keys.tsx';
import { NameDialog } from '../../ui/Dialog.tsx';
import { deleteWithUndo } from '../../ui/toasts.tsx';
import toolbarClasses from '../../lists/tools/ListToolbar.module.css';

/** What can be done with a collection besides opening it. */
export function CollectionMenu({
  collection,
  isScreen = false,
  onDeleted,
}: {
  readonly collection: CollectionPreview;
  /** Whether it is the collection on the screen: that is the one the list's keys act on. */
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

/** Deletes a collection at once and offers to undo. */
export function useDeleteCollection(): (collection: Pick<CollectionPreview, 'id' | 'name'>) => void {
  const { mutateAsync: remove } = useApiMutation('deleteCollection');
  const { mutateAsync: restore } = useApiMutation('restoreCollection');
  return ({ id, name }) => {
    const params = { id };
    void deleteWithUndo({ name, remove: () => remove({ params }), restore: () => restore({ params }) });
  };
}

/** Creates a collection, or edits a collection's name and description. */
export function CollectionDialog({
  collection,
  onClose,
}: {
  readonly collection?: CollectionPreview;
  readonly onClose: () => void;
}): ReactNode {
  const [description, setDescription] = useState(collection?.description ?? '');
  const create = useCreation('createCollection', collectionLike);
  const update = useApiMutation('updateCollection');
  const saving = collection === undefined ? create : update;
  const checked = collectionDescriptionSchema.safeParse(description);
  const refused = saving.error instanceof AppError ? saving.error.fields?.['description'] : undefined;

  const save = (name: string): void => {
    if (!checked.success) return;
    const body = { name, description: checked.data };
    const options = { onSuccess: onClose };
    if (collection === undefined) create.mutate({ body }, options);
    else update.mutate({ params: { id: collection.id }, body }, options);
  };

  return (
    <NameDialog
      title={collection === undefined ? 'New collection' : 'Edit collection'}
      initial={collection?.name ?? ''}
      schema={collectionNameSchema}
      submit={collection === undefined ? 'Create' : 'Save'}
      saving={saving}
      onSave={save}
      onClose={onClose}
    >
      <Textarea
        label="Description"
        value={description}
        onChange={(event) => setDescription(event.currentTarget.value)}
        error={refused ?? checked.error?.issues[0]?.message}
        autosize
        minRows={3}
        maxRows={8}
      />
    </NameDialog>
  );
}

/** The collection with this name and description, if there is one. */
async function collectionLike({ body }: ApiInput<'createCollection'>): Promise<Collection | undefined> {
  if (body === undefined) return undefined;
  const { results } = await api('listCollections', { query: { page_size: 1000 } });
  const { name, description = '' } = body;
  return results.find((one) => fold(one.name) === fold(name) && one.description === description);
}
