import { useMutation } from '@tanstack/react-query';
import { maxIdsPerCall } from '#shared/api/schemas.ts';
import type { CollectionPreview } from '#shared/domain/collection.ts';
import { fold } from '#shared/domain/text.ts';
import { AppError } from '#shared/errors.ts';
import { counted, formatCount } from '#shared/domain/formats.ts';
import { api } from '../../bridge/bridge.ts';
import { isolated } from '../../ui/title.ts';
import { showDone, showFailure, showStep, showUndo } from '../../ui/toasts.tsx';

/** Companies to add to a collection; `label` names them: `Acme`, `12 companies`. Their ids may still be loading. */
export interface CompaniesToAdd {
  readonly ids: readonly number[] | Promise<readonly number[]>;
  readonly label: string;
}

type Target = Pick<CollectionPreview, 'id' | 'name'>;

/**
 * Adds companies to an existing collection or to a new one; calls `onAdded` when they are in. `there` resolves to the
 * collections once they are known, or fetches them again (`anew`): a fast typist has chosen from those of a moment ago,
 * or from none.
 */
export function useAddToCollection(
  onAdded: () => void,
  there: (anew: boolean) => Promise<readonly Target[]>,
): {
  readonly addTo: (collection: Target, companies: CompaniesToAdd) => void;
  readonly addToNew: (name: string, companies: CompaniesToAdd) => void;
  readonly isPending: boolean;
  /** Why it failed, or `''`. */
  readonly problem: string;
} {
  const adding = useMutation({
    mutationFn: async ({ collection, companies }: { collection: Target | string; companies: CompaniesToAdd }) => {
      const ids = await companies.ids;
      const chosen = meant(collection, await there(false));
      try {
        return await put(ids, chosen);
      } catch (error) {
        // It was just deleted, or one with that name was just created; no news of it has arrived yet.
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
        showDone(`${companies.label} ${count === 1 ? 'is' : 'are'} already in ${isolated(target.name)}.`);
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

/** The chosen collection, else one with its name, else the name of one to create. */
function meant(chosen: Target | string, there: readonly Target[]): Target | string {
  const name = typeof chosen === 'string' ? chosen : chosen.name;
  const isThere = typeof chosen !== 'string' && there.some(({ id }) => id === chosen.id);
  return isThere ? chosen : (there.find((one) => fold(one.name) === fold(name)) ?? name);
}

/** Puts companies into a collection, or into a new one with that name. */
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
  const known = `${formatCount(there)} ${there === 1 ? 'was' : 'were'} already there`;
  return `Added ${counted(added, 'company', 'companies')} to ${isolated(name)}; ${known}.`;
}

/** A collection's items before the change, so that undo removes only what was added. */
async function itemIds(collectionId: number): Promise<number[]> {
  const { results } = await api('listCollections', { query: { page_size: 1000 } });
  return results.find(({ id }) => id === collectionId)?.collection_items.map(({ id }) => id) ?? [];
}

/** From this many companies on, removing them takes long enough to show progress. */
const many = 100;

/** Undoes the creation of a collection, along with what was put into it. */
async function unmake({ id, name }: Target): Promise<void> {
  try {
    await api('deleteCollection', { params: { id } });
  } catch (error) {
    showFailure(`Couldn’t delete ${isolated(name)}`, error);
  }
}

/** Removes companies again. It continues if the user leaves the screen, so a toast shows its progress. */
async function empty({ name }: Target, items: readonly number[]): Promise<void> {
  const all = counted(items.length, 'company', 'companies');
  const from = isolated(name);
  let out = 0;
  const tell = (done: number): void => {
    out = done;
    if (items.length < many) return;
    if (done === items.length) showStep('emptying', `Removed ${all} from ${from}.`);
    else showStep('emptying', `Removing ${all} from ${from}: ${formatCount(done)} done.`);
  };
  tell(0);
  try {
    await takeOut(items, (id) => api('deleteCollectionItem', { params: { id } }), paced(tell, items.length));
  } catch (error) {
    showFailure(`Removed ${formatCount(out)} of ${all} from ${from}`, error);
  }
}

/** Items removed at the same time: a server may be far away, and answers several as fast as one. */
const atOnce = 8;

/**
 * Removes items from a collection; there is no bulk call. `tell` gets the number removed so far. If a call of `remove`
 * fails, throws its error and stops.
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

/** Calls `tell` at most twice a second, and at the end. */
function paced(tell: (done: number) => void, end: number): (done: number) => void {
  let toldAt = performance.now();
  return (done) => {
    if (done < end && performance.now() - toldAt < 500) return;
    toldAt = performance.now();
    tell(done);
  };
}
