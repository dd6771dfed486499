import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { CollectionPreview } from '#shared/domain/collection.ts';
import { useStore } from '../../data/store.ts';
import { useApiMutation } from '../../data/useApi.ts';
import { showFailure, showUndo } from '../../ui/toasts.tsx';
import type { ListModel } from '../lists/listModel.ts';

/** Takes the company in focus out of its collection, with undo. */
export function RemoveFromCollection({
  model,
  collection,
}: {
  readonly model: ListModel;
  readonly collection: Pick<CollectionPreview, 'id' | 'name'>;
}): ReactNode {
  const { row } = useStore(model.cursor.focus);
  const remove = useApiMutation('deleteCollectionItem');
  const add = useApiMutation('addCollectionItem');
  if (row === null || row.itemId === null) return null;
  const { company, itemId } = row;
  const reload = { onSuccess: () => model.outdate(), onError: (error: Error) => showFailure('Not changed', error) };
  const takeOut = (): void =>
    remove.mutate(
      { params: { id: itemId } },
      {
        ...reload,
        onSuccess: () => {
          model.outdate();
          showUndo(`Removed ${company.name} from ${collection.name}.`, () =>
            add.mutate({ body: { collection: collection.id, company_id: company.id } }, reload),
          );
        },
      },
    );
  return (
    <Button variant="default" loading={remove.isPending} onClick={takeOut}>
      Remove {company.name}
    </Button>
  );
}
