import type { CollectionPreview } from '#shared/domain/collection.ts';
import { useApiMutation } from '../../data/useApi.ts';
import { showFailure, showUndo } from '../../ui/toasts.tsx';

/** Deletes a collection at once and offers to take that back. */
export function useDeleteCollection(): (collection: Pick<CollectionPreview, 'id' | 'name'>) => void {
  const remove = useApiMutation('deleteCollection');
  const restore = useApiMutation('restoreCollection');
  return ({ id, name }) => {
    remove.mutate(
      { params: { id } },
      {
        onSuccess: () =>
          showUndo(`Deleted ${name}.`, () =>
            restore.mutate({ params: { id } }, { onError: (error) => showFailure('Not restored', error) }),
          ),
        onError: (error) => showFailure(`${name} was not deleted`, error),
      },
    );
  };
}
