import { useState, type ReactNode } from 'react';
import { counted } from '#shared/domain/formats.ts';
import { isolated } from '../../ui/title.ts';
import { AddToCollectionDialog } from '../../features/collect/AddToCollectionDialog.tsx';
import type { CompaniesToAdd } from '../../features/collect/useAddToCollection.ts';
import type { CompanyRow } from '../../grid/cells/companyRow.ts';
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
    const { row } = model.cursor.focus.get();
    setCompanies(hasSelection(model) ? selectedCompanies(model) : row === null ? null : oneCompany(row));
  };

  const dialog = companies !== null && (
    <AddToCollectionDialog companies={companies} onClose={() => setCompanies(null)} />
  );
  return { dialog, collect };
}

/** One row's company, to be added. */
export function oneCompany({ company }: CompanyRow): CompaniesToAdd {
  return { ids: [company.id], label: isolated(company.name) };
}

/** The selected companies, to be added; null before the list has been opened. */
export function selectedCompanies(model: ListModel): CompaniesToAdd | null {
  const { source, selection } = model;
  if (source === null) return null;
  const ids = companyIdsOf(model, source);
  // Whoever adds them reports it.
  ids.catch(() => undefined);
  return { ids, label: counted(selection.state.get().count, 'company', 'companies') };
}

async function companyIdsOf({ selection }: ListModel, source: ListSource): Promise<readonly number[]> {
  const rows = await selection.ids(source);
  return [...new Set(rows.map(({ companyId }) => companyId))];
}
