import { useQuery, type QueryClient, type UseQueryResult } from '@tanstack/react-query';
import type { UnsavedNote } from '#shared/bridge/moves.ts';
import type { Note, Notes } from '#shared/domain/notes.ts';
import { call } from '../bridge/bridge.ts';
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

/**
 * What is unsaved of these companies' notes has changed. What the server now has is read before it is taken off what is
 * shown, so that no note is gone for a moment.
 */
export async function followNotes(client: QueryClient, companyIds: readonly number[]): Promise<void> {
  await Promise.all(
    companyIds.map(async (companyId) => {
      const queryKey = keys.unsavedNotes(companyId);
      const known = client.getQueryData<UnsavedNote[]>(queryKey);
      if (known === undefined) {
        // The answer that is on its way may be from before: once it is there, it is asked for again.
        await client.refetchQueries({ queryKey });
        return client.refetchQueries({ queryKey });
      }
      const unsaved = await call('moves.notes', { companyId });
      const isSent = known.some(({ id }) => unsaved.every((note) => note.id !== id));
      if (isSent) await client.invalidateQueries({ queryKey: notesKey(companyId) });
      client.setQueryData(queryKey, isSent ? await call('moves.notes', { companyId }) : unsaved);
    }),
  );
}

function notesKey(companyId: number): readonly unknown[] {
  return apiQuery('listNotes', { params: { id: companyId } }).queryKey;
}
