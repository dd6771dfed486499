import { useQueryClient } from '@tanstack/react-query';
import { createContext, use, useEffect, useRef, useState, type ReactNode } from 'react';
import { subscribe } from '../bridge/bridge.ts';
import { useSession } from '../data/bridgeValues.ts';
import { onComeBack, invalidateTags, onReachedAgain } from '../data/queryClient.ts';
import { isOwnChange } from '../data/colleagues.ts';
import { keys } from '../data/keys.ts';
import { useTriage } from '../features/moves/TriageProvider.tsx';
import type { TeamChange } from '#shared/domain/team.ts';
import type { Triage } from '../decide/triage.ts';
import { ListModel } from './list.ts';

/** Lists that are kept with their rows, focus and scroll after their screen has closed. */
const keptLists = 12;

/** Changes that may affect any list's rows; moves are not among them, as their rows are already right. */
const rowTags: ReadonlySet<string> = new Set(['companies', 'digest']);

/** What another device of the same account may have changed. */
const changedElsewhere = ['entries', 'smartLists', 'collections'] as const;

/** The lists that were open last, by key. Coming back to one finds it as it was left (product 10.4). */
class ListModels {
  readonly #models = new Map<string, ListModel>();
  readonly #triage: Triage;

  constructor(triage: Triage) {
    this.#triage = triage;
  }

  get(key: string): ListModel {
    const model = this.#models.get(key) ?? new ListModel(key, this.#triage);
    this.#models.delete(key);
    this.#models.set(key, model);
    return model;
  }

  /** Forgets the lists that were opened longest ago and are not on screen, never `kept`. */
  trim(kept: ListModel): void {
    for (const [key, model] of this.#models) {
      if (this.#models.size <= keptLists) return;
      if (model.driver === null && model !== kept) this.#forget(key, model);
    }
  }

  /** Reloads lists: at once if they are on screen, otherwise when they are next shown. */
  outdate(): void {
    for (const model of this.#models.values()) model.outdate();
  }

  /** Reloads the lists that one of these tags concerns. */
  changed(tags: readonly string[]): void {
    const all = tags.some((tag) => rowTags.has(tag));
    for (const model of this.#models.values()) {
      if (all || tags.some((tag) => model.source?.readsAlso === tag)) model.outdate();
    }
  }

  /** A colleague has decided about a company, or has taken that back; true if there is a list in which that counts. */
  decidedElsewhere(userId: number, companyId: number, isDecided: boolean): boolean {
    const all = [...this.#models.values()];
    return all.filter((model) => model.decidedElsewhere(userId, companyId, isDecided)).length > 0;
  }

  /** The API is back: lists on screen that failed are loaded again, others when they are shown. */
  tryAgain(): void {
    for (const model of this.#models.values()) {
      if (model.driver !== null && model.stream.state.get().status === 'failed') model.stream.tryAgain();
    }
  }

  #forget(key: string, model: ListModel): void {
    model.dispose();
    this.#models.delete(key);
  }
}

const ListModelsContext = createContext<ListModels | null>(null);

/** Keeps the lists of one account; another account starts with none. */
export function ListModelsProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const { account } = useSession();
  return <ModelsOf key={account}>{children}</ModelsOf>;
}

function ModelsOf({ children }: { readonly children: ReactNode }): ReactNode {
  const triage = useTriage();
  const [models] = useState(() => new ListModels(triage));
  useEffect(() => {
    const ends = [
      subscribe('refresh.landed', () => models.outdate()),
      subscribe('data.changed', ({ tags }) => models.changed(tags)),
      onReachedAgain(() => models.tryAgain()),
      subscribe('team.changed', heardOfTeam(models)),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, [models]);
  useChangesElsewhere(models, triage);
  return <ListModelsContext value={models}>{children}</ListModelsContext>;
}

/**
 * What a colleague settles leaves the shared lists at once, and is back once it is open again. Then, or if a list is
 * shared or has other filters, lists are read anew, though not for each of many such changes.
 */
function heardOfTeam(models: ListModels): (change: TeamChange) => void {
  let timer: ReturnType<typeof setTimeout> | null = null;
  return (change) => {
    const { kind, to, company_id: id, user } = change;
    // What the user decides is known here, or is when they come back to this device.
    if (kind === 'decided' && isOwnChange(change)) return;
    const isDecided = to !== 'None';
    if (kind === 'decided' && (!models.decidedElsewhere(user?.id ?? 0, id, isDecided) || isDecided)) return;
    if (kind === 'decided' || kind === 'settled' || kind === 'shared') {
      timer ??= setTimeout(() => {
        timer = null;
        models.outdate();
      }, readAgainMs);
    }
  };
}

/** How long changes are collected before lists are read anew, in milliseconds. */
const readAgainMs = 1500;

/**
 * A server does not report changes from other devices, so lists are reloaded when the user comes back to this one, and
 * when somebody signs in again, as this window was told nothing meanwhile. The same goes if a step turns out to be
 * gone.
 */
function useChangesElsewhere(models: ListModels, triage: Triage): void {
  const client = useQueryClient();
  const { place, status } = useSession();
  const isShared = place === 'server';
  const wasSignedOut = useRef(false);
  useEffect(() => {
    const readAgain = (): void => {
      models.outdate();
      void invalidateTags(client, changedElsewhere);
      void client.invalidateQueries({ queryKey: keys.knownEntries });
    };
    if (status === 'signedIn' && wasSignedOut.current) readAgain();
    wasSignedOut.current = status === 'signedOut';
    const ends = [
      triage.subscribe(({ kind }) => {
        if (kind === 'outdated') readAgain();
      }),
      isShared ? onComeBack(readAgain) : () => undefined,
    ];
    return () => {
      for (const end of ends) end();
    };
  }, [models, triage, client, isShared, status]);
}

/** The model of a list, kept under its key. */
export function useListModel(key: string): ListModel {
  const models = use(ListModelsContext);
  if (models === null) throw new Error('useListModel needs a ListModelsProvider above it.');
  const [held, setHeld] = useState(() => ({ key, model: models.get(key) }));
  const current = held.key === key ? held : { key, model: models.get(key) };
  if (current !== held) setHeld(current);
  const { model } = current;
  useEffect(() => models.trim(model), [models, model]);
  return model;
}
