import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core';
import { useState, type FormEvent, type ReactNode } from 'react';
import type { CollectionPreview } from '#shared/domain/collection.ts';
import { collectionDescriptionSchema, collectionNameSchema } from '#shared/domain/names.ts';
import { AppError } from '#shared/errors.ts';
import { useApiMutation } from '../../data/useApi.ts';
import { Dialog, Problem } from '../../ui/Dialog.tsx';

/** Makes a collection, or renames and describes one. */
export function CollectionDialog({
  collection,
  onClose,
}: {
  readonly collection?: CollectionPreview;
  readonly onClose: () => void;
}): ReactNode {
  const [name, setName] = useState(collection?.name ?? '');
  const [description, setDescription] = useState(collection?.description ?? '');
  const [tried, setTried] = useState(false);
  const create = useApiMutation('createCollection');
  const update = useApiMutation('updateCollection');
  const saving = collection === undefined ? create : update;
  const nameResult = collectionNameSchema.safeParse(name);
  const descriptionResult = collectionDescriptionSchema.safeParse(description);
  const refused = saving.error instanceof AppError ? saving.error : undefined;

  const save = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (!nameResult.success || !descriptionResult.success) return;
    const body = { name: nameResult.data, description: descriptionResult.data };
    const options = { onSuccess: onClose };
    if (collection === undefined) create.mutate({ body }, options);
    else update.mutate({ params: { id: collection.id }, body }, options);
  };

  return (
    <Dialog onClose={onClose} title={collection === undefined ? 'New collection' : 'Edit collection'}>
      <form onSubmit={save} noValidate>
        <Stack gap="sm">
          <TextInput
            label="Name"
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            // What is typed is another name, as wherever F2 renames.
            onFocus={(event) => event.currentTarget.select()}
            error={refused?.fields?.['name'] ?? (tried ? nameResult.error?.issues[0]?.message : undefined)}
            data-autofocus
            required
          />
          <Textarea
            label="Description"
            value={description}
            onChange={(event) => setDescription(event.currentTarget.value)}
            error={refused?.fields?.['description'] ?? descriptionResult.error?.issues[0]?.message}
            autosize
            minRows={3}
            maxRows={8}
          />
          {refused !== undefined && refused.fields === undefined && (
            <Problem title="Not saved." reason={refused.message} />
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={saving.isPending}>
              {collection === undefined ? 'Create' : 'Save'}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
