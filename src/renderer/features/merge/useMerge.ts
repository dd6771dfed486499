import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { MergePair, WorkspaceStatus } from '#shared/bridge/workspace.ts';
import { call } from '../../bridge/bridge.ts';
import { keys } from '../../data/keys.ts';
import { isolated } from '../../ui/title.ts';
import { showFailure, showUndone } from '../../ui/toasts.tsx';

/** Merges two companies, or notes that they are two. `onDone` hears what was done and how it is undone. */
export function useMerge(onDone: (message: string, undo: () => void) => void): {
  readonly merge: (pair: MergePair) => void;
  readonly setApart: (pair: MergePair) => void;
  readonly isPending: boolean;
  /** Why it failed, or `''`. */
  readonly problem: string;
} {
  const client = useQueryClient();
  const lookAgain = (): Promise<void> => client.invalidateQueries({ queryKey: keys.duplicates });
  const merging = useMutation({
    mutationFn: ({ kept, gone }: MergePair) => call('workspace.merge', { ids: [kept.id, gone.id] }),
    onSuccess: async (status, pair) => {
      onDone(mergedText(pair), () => void undo(status).then(lookAgain));
      await lookAgain();
    },
  });
  const parting = useMutation({
    mutationFn: (pair: MergePair) => setApart(pair, true),
    onSuccess: async (_done, pair) => {
      onDone(`${isolated(pair.kept.name)} and ${isolated(pair.gone.name)} stay separate.`, () => {
        void setApart(pair, false).then(lookAgain, (error: unknown) => showFailure('Not undone', error));
      });
      await lookAgain();
    },
  });
  return {
    merge: (pair) => merging.mutate(pair),
    setApart: (pair) => parting.mutate(pair),
    isPending: merging.isPending || parting.isPending,
    problem: (merging.error ?? parting.error)?.message ?? '',
  };
}

function setApart({ kept, gone }: MergePair, isApart: boolean): Promise<null> {
  return call('workspace.setApart', { ids: [kept.id, gone.id], isApart });
}

function mergedText({ kept, gone, merged }: MergePair): string {
  const other = merged.name === gone.name ? kept.name : gone.name;
  return other === merged.name
    ? `Merged the two entries of ${isolated(merged.name)}.`
    : `Merged ${isolated(other)} into ${isolated(merged.name)}.`;
}

/** Undoes a merge, unless companies have been imported or merged since: only the newest can be undone. */
async function undo({ lastImport }: WorkspaceStatus): Promise<void> {
  try {
    const now = await call('workspace.get', null);
    if (now.lastImport?.at !== lastImport?.at) {
      showFailure('Not undone', 'Companies have been imported or merged since. Undo that first, in Workspace.');
      return;
    }
    await call('workspace.undoImport', null);
    showUndone('Undone: the two companies are separate again.');
  } catch (error) {
    showFailure('Not undone', error);
  }
}
