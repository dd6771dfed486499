import { useState, type ReactNode } from 'react';
import { counted } from '#shared/domain/formats.ts';
import { isolated } from '../../ui/title.ts';
import { AddToCollectionDialog } from '../../features/collect/AddToCollectionDialog.tsx';
import type { CompaniesToAdd } from '../../features/collect/useAddToCollection.ts';
import { hasSelection } from '../commands.ts';
import type { ListModel } from '../list.ts';
import type { ListSource } from '../sources.ts';

/**
 * Adds the companies in hand, fixed at the key press, to a collection chosen in a dialog. The dialog opens at once,
 * even if the selection still has to be requested: the next keys are a name and must not reach the list.
 */
export function useCollect(model: ListModel): { readonly dialog: ReactNode; readonly collect: () => void } {
  const [companies, setCompanies] = useState<CompaniesToAdd | null>(null);

  const collect = (): void => {
    const { source, selection } = model;
    const { row } = model.cursor.focus.get();
    if (!hasSelection(model)) {
      if (row !== null) setCompanies({ ids: [row.company.id], label: isolated(row.company.name) });
      return;
    }
    if (source === null) return;
    const ids = companyIdsOf(model, source);
    // The dialog, where it is awaited, reports it.
    ids.catch(() => undefined);
    setCompanies({ ids, label: counted(selection.state.get().count, 'company', 'companies') });
  };

  const dialog = companies !== null && (
    <AddToCollectionDialog companies={companies} onClose={() => setCompanies(null)} />
  );
  return { dialog, collect };
}

async function companyIdsOf({ selection }: ListModel, source: ListSource): Promise<readonly number[]> {
  const rows = await selection.ids(source);
  return [...new Set(rows.map(({ companyId }) => companyId))];
}
