import { useQuery, type QueryClient, type UseQueryResult } from '@tanstack/react-query';
import type { UnsavedNote } from '#shared/bridge/moves.ts';
import type { Note, Notes } from '#shared/domain/notes.ts';
import { useEffect } from 'react';
import { call } from '../bridge/bridge.ts';
import { notedCompanies } from '../ui/notedCompanies.ts';
import { keys } from './keys.ts';
import { apiQuery, useApiQuery } from './useApi.ts';

/** A note as it is shown. */
export interface ShownNote extends Note {
  /** Whether the server does not have this text yet. */
  readonly isUnsaved: boolean;
  /** Why the server has refused it; `''` if it has not. */
  readonly problem: string;
}

/** The notes about a company, newest first, with what is on its way to the server. */
export function useNotes(companyId: number): { notes: ShownNote[]; query: UseQueryResult<Notes> } {
  const query = useApiQuery('listNotes', { params: { id: companyId } });
  const unsaved = useQuery({
    queryKey: keys.unsavedNotes(companyId),
    queryFn: () => call('moves.notes', { companyId }),
    staleTime: Infinity,
  });
  return { notes: shownNotes(query.data?.results ?? [], unsaved.data ?? []), query };
}

/** Keeps up to date which companies have a note, while somebody is signed in. */
export function useKeepNotedCompanies(isSignedIn: boolean): void {
  const { data } = useApiQuery('listNotedCompanies', {}, { staleTime: Infinity, retry: false, enabled: isSignedIn });
  useEffect(() => {
    notedCompanies.set(data === undefined ? null : new Set(data.company_ids));
  }, [data]);
}

/** What the server has, under what it does not have yet. */
export function shownNotes(saved: readonly Note[], unsaved: readonly UnsavedNote[]): ShownNote[] {
  let notes: ShownNote[] = saved.map((note) => ({ ...note, isUnsaved: false, problem: '' }));
  for (const { id, text, forTeam, problem } of unsaved) {
    const before = notes.find((note) => note.id === id);
    if (text === '') notes = notes.filter((note) => note !== before);
    else if (before === undefined) {
      notes = [
        {
          id,
          text,
          created_at: '',
          changed_at: '',
          history: [],
          author: null,
          for_team: forTeam ?? false,
          isUnsaved: true,
          problem,
        },
        ...notes,
      ];
    } else {
      const audience = forTeam ?? before.for_team;
      if (before.text === text && before.for_team === audience) continue;
      const earlier = { at: before.changed_at, text: before.text };
      const history = before.isUnsaved || before.text === text ? before.history : [earlier, ...before.history];
      const changed = { text, for_team: audience, history, isUnsaved: true, problem };
      notes = notes.map((note) => (note === before ? { ...note, ...changed } : note));
    }
  }
  return notes;
}

/** What is being read of each company: a later answer must not give way to an earlier one. */
const following = new Map<number, Promise<void>>();

/**
 * What is unsaved of these companies' notes has changed. With `isSaved` the server has some of it now: that is read
 * before it is taken off what is shown, so that no note is gone, or back, for a moment.
 */
export async function followNotes(client: QueryClient, companyIds: readonly number[], isSaved: boolean): Promise<void> {
  await Promise.all(
    companyIds.map((companyId) => {
      const followed = followOne(client, companyId, isSaved, following.get(companyId));
      following.set(companyId, followed);
      return followed.finally(() => {
        if (following.get(companyId) === followed) following.delete(companyId);
      });
    }),
  );
}

async function followOne(
  client: QueryClient,
  companyId: number,
  isSaved: boolean,
  before: Promise<void> | undefined,
): Promise<void> {
  await before?.catch(() => undefined);
  const queryKey = keys.unsavedNotes(companyId);
  // Also while no screen shows the company: it must not come back with what its notes were before.
  if (isSaved) await client.invalidateQueries({ queryKey: notesKey(companyId), refetchType: 'all' });
  if (client.getQueryData(queryKey) === undefined) {
    // The answer that is on its way may be from before: once it is there, it is asked for again.
    await client.refetchQueries({ queryKey });
    await client.refetchQueries({ queryKey });
    return;
  }
  client.setQueryData(queryKey, await call('moves.notes', { companyId }));
}

function notesKey(companyId: number): readonly unknown[] {
  return apiQuery('listNotes', { params: { id: companyId } }).queryKey;
}
