import { useState, type ReactNode } from 'react';
import { useSession } from '../../data/bridgeValues.ts';
import { MergeDialog } from '../../features/merge/MergeDialog.tsx';
import { showDone, showFailure } from '../../ui/toasts.tsx';
import type { ListModel } from '../list.ts';

/**
 * Asks whether the two selected companies are one. `merge` is null where the user may not merge: companies of a server
 * are everybody's.
 */
export function useMergeSelection(model: ListModel): {
  readonly dialog: ReactNode;
  readonly merge: (() => void) | null;
} {
  const [ids, setIds] = useState<readonly [number, number] | null>(null);
  const isLocal = useSession().place === 'local';

  const merge = (): void => {
    const { source, selection } = model;
    if (source === null) return;
    if (selection.state.get().count !== 2) {
      showDone('Select the two companies that are one, then merge them.');
      return;
    }
    selection.ids(source).then(
      (rows) => {
        const [one, other] = [...new Set(rows.map(({ companyId }) => companyId))];
        if (one !== undefined && other !== undefined) setIds([one, other]);
      },
      (error: unknown) => showFailure('The selection could not be read', error),
    );
  };

  const dialog = ids !== null && <MergeDialog ids={ids} onClose={() => setIds(null)} />;
  return { dialog, merge: isLocal ? merge : null };
}
