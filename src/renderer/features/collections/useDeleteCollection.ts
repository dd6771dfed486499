import type { CollectionPreview } from '#shared/domain/collection.ts';
import { useApiMutation } from '../../data/useApi.ts';
import { deleteWithUndo } from '../../ui/toasts.tsx';

/** Deletes a collection at once and offers to take that back. */
export function useDeleteCollection(): (collection: Pick<CollectionPreview, 'id' | 'name'>) => void {
  const { mutateAsync: remove } = useApiMutation('deleteCollection');
  const { mutateAsync: restore } = useApiMutation('restoreCollection');
  return ({ id, name }) => {
    const params = { id };
    void deleteWithUndo({ name, remove: () => remove({ params }), restore: () => restore({ params }) });
  };
}
