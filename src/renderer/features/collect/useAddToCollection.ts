import { useMutation } from '@tanstack/react-query';
import { maxIdsPerCall } from '#shared/api/schemas.ts';
import type { CollectionPreview } from '#shared/domain/collection.ts';
import { fold } from '#shared/domain/text.ts';
import { AppError } from '#shared/errors.ts';
import { api } from '../../bridge/bridge.ts';
import { isolated } from '../../ui/title.ts';
import { counted, formatCount } from '../../ui/numbers.ts';
import { showDone, showFailure, showStep, showUndo } from '../../ui/toasts.tsx';

/** Companies on their way into a collection; `label` names them: `Acme`, `12 companies`. Their ids may still come. */
export interface CompaniesToAdd {
  readonly ids: readonly number[] | Promise<readonly number[]>;
  readonly label: string;
}

type Target = Pick<CollectionPreview, 'id' | 'name'>;

/**
 * Adding companies to a collection that is there or that is made for them; `onAdded` is called when they are in.
 * `there` tells the collections once they are known, or as they are now (`anew`): who types fast has chosen among those
 * of a moment ago, or among none.
 */
export function useAddToCollection(
  onAdded: () => void,
  there: (anew: boolean) => Promise<readonly Target[]>,
): {
  readonly addTo: (collection: Target, companies: CompaniesToAdd) => void;
  readonly addToNew: (name: string, companies: CompaniesToAdd) => void;
  readonly isPending: boolean;
  /** Why it did not work, or `''`. */
  readonly problem: string;
} {
  const adding = useMutation({
    mutationFn: async ({ collection, companies }: { collection: Target | string; companies: CompaniesToAdd }) => {
      const ids = await companies.ids;
      const chosen = meant(collection, await there(false));
      try {
        return await put(ids, chosen);
      } catch (error) {
        // A moment ago it was deleted, or one of that name was made; nothing has told yet.
        const isNew = typeof chosen === 'string';
        if (AppError.from(error).code !== (isNew ? 'conflict' : 'not_found')) throw error;
        const now = meant(isNew ? chosen : chosen.name, await there(true));
        if (isNew && typeof now === 'string') throw error;
        return await put(ids, now);
      }
    },
    onSuccess: ({ target, isNew, added, count }, { companies }) => {
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
      showUndo(message, () => void (isNew ? unmake(target) : empty(target, added)));
    },
  });
  return {
    addTo: (collection, companies) => adding.mutate({ collection, companies }),
    addToNew: (name, companies) => adding.mutate({ collection: name, companies }),
    isPending: adding.isPending,
    problem: adding.error?.message ?? '',
  };
}

/** The collection that was chosen, the one that has its name, or the name of one to make. */
function meant(chosen: Target | string, there: readonly Target[]): Target | string {
  const name = typeof chosen === 'string' ? chosen : chosen.name;
  const isThere = typeof chosen !== 'string' && there.some(({ id }) => id === chosen.id);
  return isThere ? chosen : (there.find((one) => fold(one.name) === fold(name)) ?? name);
}

/** Puts companies into a collection, or into a new one of that name. */
async function put(
  ids: readonly number[],
  chosen: Target | string,
): Promise<{ target: Target; isNew: boolean; added: number[]; count: number }> {
  const isNew = typeof chosen === 'string';
  const target = isNew ? await api('createCollection', { body: { name: chosen, description: '' } }) : chosen;
  const before = new Set(isNew ? [] : await itemIds(target.id));
  const items: number[] = [];
  for (let start = 0; start < ids.length; start += maxIdsPerCall) {
    const company_ids = ids.slice(start, start + maxIdsPerCall);
    const { results } = await api('addCollectionItems', { body: { collection_id: target.id, company_ids } });
    items.push(...results.map(({ id }) => id));
  }
  return { target, isNew, added: items.filter((id) => !before.has(id)), count: ids.length };
}

function alreadyThere(name: string, added: number, there: number): string {
  const known = `${formatCount(there)} ${there === 1 ? 'was' : 'were'} there already`;
  return `Added ${counted(added, 'company', 'companies')} to ${isolated(name)}; ${known}.`;
}

/** Items of a collection before the change, so that undo takes out only what was added. */
async function itemIds(collectionId: number): Promise<number[]> {
  const { results } = await api('listCollections', { query: { page_size: 1000 } });
  return results.find(({ id }) => id === collectionId)?.collection_items.map(({ id }) => id) ?? [];
}

/** Companies whose taking out takes long enough to be told of. */
const many = 100;

/** Takes back that a collection was made, with what was put into it. */
async function unmake({ id, name }: Target): Promise<void> {
  try {
    await api('deleteCollection', { params: { id } });
  } catch (error) {
    showFailure(`${isolated(name)} was not deleted`, error);
  }
}

/** Takes companies out again. A screen that is left does not end it, so its toast tells how far it is. */
async function empty({ name }: Target, items: readonly number[]): Promise<void> {
  const all = counted(items.length, 'company', 'companies');
  const from = isolated(name);
  let out = 0;
  const tell = (done: number): void => {
    out = done;
    if (items.length < many) return;
    if (done === items.length) showStep('emptying', `Took ${all} out of ${from}.`);
    else showStep('emptying', `Taking ${all} out of ${from}: ${formatCount(done)} done.`);
  };
  tell(0);
  try {
    await takeOut(items, (id) => api('deleteCollectionItem', { params: { id } }), paced(tell, items.length));
  } catch (error) {
    showFailure(`${formatCount(out)} of ${all} were taken out of ${from}`, error);
  }
}

/** Items that are taken out at the same time: a server is some way off, and answers several as fast as one. */
const atOnce = 8;

/**
 * Takes items out of a collection; there is no call for many. `tell` hears how many are out, a call of `remove` that
 * fails ends it with its error.
 */
export async function takeOut(
  items: readonly number[],
  remove: (id: number) => Promise<unknown>,
  tell: (done: number) => void,
): Promise<void> {
  for (let done = 0; done < items.length;) {
    const some = items.slice(done, done + atOnce);
    await Promise.all(some.map((id) => remove(id)));
    done += some.length;
    tell(done);
  }
}

/** Tells at most twice a second, and of the end. */
function paced(tell: (done: number) => void, end: number): (done: number) => void {
  let toldAt = performance.now();
  return (done) => {
    if (done < end && performance.now() - toldAt < 500) return;
    toldAt = performance.now();
    tell(done);
  };
}
