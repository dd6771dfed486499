import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { CollectionPreview } from '#shared/domain/collection.ts';
import { useStore } from '../../ui/store.ts';
import { useApiMutation } from '../../data/useApi.ts';
import { isolated } from '../../ui/bidi.ts';
import { showFailure, showUndo } from '../../ui/toasts.tsx';
import type { ListModel } from '../../lists/list.ts';
import classes from './Collections.module.css';

/** What comes of a change is told also when the screen has gone by then. */
function changed(changing: Promise<unknown>, whenDone: () => void = () => undefined): void {
  changing.then(whenDone, (error: unknown) => showFailure('Not changed', error));
}

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
  const { mutateAsync: add } = useApiMutation('addCollectionItem');
  if (row === null || row.itemId === null) return null;
  const { company, itemId } = row;
  const putBack = (): void => changed(add({ body: { collection: collection.id, company_id: company.id } }));
  const takeOut = (): void =>
    changed(remove.mutateAsync({ params: { id: itemId } }), () =>
      showUndo(`Removed ${isolated(company.name)} from ${isolated(collection.name)}.`, putBack),
    );
  return (
    <Button variant="default" loading={remove.isPending} onClick={takeOut} title={`Remove ${isolated(company.name)}`}>
      <span className={classes.remove}>
        Remove <bdi>{company.name}</bdi>
      </span>
    </Button>
  );
}
