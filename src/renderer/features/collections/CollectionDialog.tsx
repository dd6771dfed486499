import { Textarea } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { Collection, CollectionPreview } from '#shared/domain/collection.ts';
import { collectionDescriptionSchema, collectionNameSchema } from '#shared/domain/names.ts';
import { fold } from '#shared/domain/text.ts';
import { AppError } from '#shared/errors.ts';
import { api, type ApiInput } from '../../bridge/bridge.ts';
import { useApiMutation } from '../../data/useApi.ts';
import { useCreation } from '../../data/useCreation.ts';
import { NameDialog } from '../../ui/NameDialog.tsx';

/** Makes a collection, or renames and describes one. */
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

/** The collection of this name and description, if there is one. */
async function collectionLike({ body }: ApiInput<'createCollection'>): Promise<Collection | undefined> {
  if (body === undefined) return undefined;
  const { results } = await api('listCollections', { query: { page_size: 1000 } });
  const { name, description = '' } = body;
  return results.find((one) => fold(one.name) === fold(name) && one.description === description);
}
