import { useState, type ReactNode } from 'react';
import { useHasWorkspace } from '../../data/bridgeValues.ts';
import { MergeDialog } from '../../features/merge/MergeDialog.tsx';
import { showDone, showFailure } from '../../ui/toasts.tsx';
import type { ListModel } from '../list.ts';
import type { ListSource } from '../sources.ts';

/**
 * Asks whether the two selected companies are one. `merge` is null where the user may not merge: companies of a server
 * are everybody's.
 */
export function useMergeSelection(model: ListModel): {
  readonly dialog: ReactNode;
  readonly merge: (() => void) | null;
} {
  const [ids, setIds] = useState<readonly [number, number] | null>(null);
  const mayMerge = useHasWorkspace();

  const merge = (): void => {
    const { source, selection } = model;
    if (source === null) return;
    if (selection.state.get().count !== 2) {
      showDone('Select the two companies to merge first.');
      return;
    }
    void twoOf(model, source).then(setIds, (error: unknown) => showFailure('Couldn’t read the selection', error));
  };

  const dialog = ids !== null && <MergeDialog ids={ids} onClose={() => setIds(null)} />;
  return { dialog, merge: mayMerge ? merge : null };
}

/** The two selected companies; null if they are one, which has two entries. */
async function twoOf({ selection }: ListModel, source: ListSource): Promise<readonly [number, number] | null> {
  const rows = await selection.ids(source);
  const [one, other] = [...new Set(rows.map(({ companyId }) => companyId))];
  return one === undefined || other === undefined ? null : [one, other];
}
