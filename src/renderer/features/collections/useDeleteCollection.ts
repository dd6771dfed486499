import type { CollectionPreview } from '#shared/domain/collection.ts';
import { useApiMutation } from '../../data/useApi.ts';
import { isolated } from '../../ui/bidi.ts';
import { showFailure, showUndo } from '../../ui/toasts.tsx';

/**
 * Deletes a collection at once and offers to take that back. What comes of it is told also when the screen that asked
 * has gone by then, which callbacks given to `mutate` are not.
 */
export function useDeleteCollection(): (collection: Pick<CollectionPreview, 'id' | 'name'>) => void {
  const { mutateAsync: remove } = useApiMutation('deleteCollection');
  const { mutateAsync: restore } = useApiMutation('restoreCollection');
  return ({ id, name }) => {
    const putBack = (): void => {
      restore({ params: { id } }).catch((error: unknown) => showFailure('Not restored', error));
    };
    remove({ params: { id } }).then(
      () => showUndo(`Deleted ${isolated(name)}.`, putBack),
      (error: unknown) => showFailure(`${isolated(name)} was not deleted`, error),
    );
  };
}
