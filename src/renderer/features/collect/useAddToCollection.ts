import { useMutation, useQueryClient } from '@tanstack/react-query';
import { maxIdsPerCall } from '#shared/api/schemas.ts';
import type { CollectionPreview } from '#shared/domain/collection.ts';
import { api } from '../../bridge/bridge.ts';
import { invalidateTags } from '../../data/queryClient.ts';
import { isolated } from '../../ui/bidi.ts';
import { counted, formatCount } from '../../ui/numbers.ts';
import { showDone, showUndo } from '../../ui/toasts.tsx';

/** Companies on their way into a collection; `label` names them: `Acme`, `12 companies`. Their ids may still come. */
export interface CompaniesToAdd {
  readonly ids: readonly number[] | Promise<readonly number[]>;
  readonly label: string;
}

type Target = Pick<CollectionPreview, 'id' | 'name'>;

/** Adding companies to a collection that is there or that is made for them; `onAdded` is called when they are in. */
export function useAddToCollection(onAdded: () => void): {
  readonly addTo: (collection: Target, companies: CompaniesToAdd) => void;
  readonly addToNew: (name: string, companies: CompaniesToAdd) => void;
  readonly isPending: boolean;
  /** Why it did not work, or `''`. */
  readonly problem: string;
} {
  const client = useQueryClient();
  const changed = (): void => void invalidateTags(client, ['collections']);
  const adding = useMutation({
    mutationFn: async ({ collection, companies }: { collection: Target | string; companies: CompaniesToAdd }) => {
      const ids = await companies.ids;
      const target =
        typeof collection === 'string'
          ? await api('createCollection', { body: { name: collection, description: '' } })
          : collection;
      const before = new Set(await itemIds(target.id));
      const items: number[] = [];
      for (let start = 0; start < ids.length; start += maxIdsPerCall) {
        const company_ids = ids.slice(start, start + maxIdsPerCall);
        const { results } = await api('addCollectionItems', { body: { collection_id: target.id, company_ids } });
        items.push(...results.map(({ id }) => id));
      }
      return { target, added: items.filter((id) => !before.has(id)), count: ids.length };
    },
    onSuccess: ({ target, added, count }, { companies }) => {
      changed();
      onAdded();
      if (added.length === 0) {
        showDone(`${companies.label} ${count === 1 ? 'is' : 'are'} in ${isolated(target.name)} already.`);
        return;
      }
      const there = count - added.length;
      const message =
        there === 0
          ? `Added ${companies.label} to ${isolated(target.name)}.`
          : alreadyThere(target.name, added.length, there);
      showUndo(message, () => void takeOut(added).finally(changed));
    },
    onError: changed,
  });
  return {
    addTo: (collection, companies) => adding.mutate({ collection, companies }),
    addToNew: (name, companies) => adding.mutate({ collection: name, companies }),
    isPending: adding.isPending,
    problem: adding.error?.message ?? '',
  };
}

function alreadyThere(name: string, added: number, there: number): string {
  const were = there === 1 ? 'was' : 'were';
  return `Added ${counted(added, 'company', 'companies')} to ${isolated(name)}; ${formatCount(there)} ${were} there already.`;
}

/** Items of a collection before the change, so that undo takes out only what was added. */
async function itemIds(collectionId: number): Promise<number[]> {
  const { results } = await api('listCollections', { query: { page_size: 1000 } });
  return results.find(({ id }) => id === collectionId)?.collection_items.map(({ id }) => id) ?? [];
}

async function takeOut(items: readonly number[]): Promise<void> {
  for (const id of items) await api('deleteCollectionItem', { params: { id } });
}
