import { useState, type ReactNode } from 'react';
import { isolated } from '../../ui/bidi.ts';
import { counted } from '../../ui/numbers.ts';
import { showFailure } from '../../ui/toasts.tsx';
import { AddToCollectionDialog } from '../collections/AddToCollectionDialog.tsx';
import type { ListModel } from './listModel.ts';

/** Adding the companies in hand to a collection: fixed at the key press, asked for in a dialog. */
export function useCollect(model: ListModel): { readonly dialog: ReactNode; readonly collect: () => void } {
  const [companies, setCompanies] = useState<{ ids: number[]; label: string } | null>(null);

  const collect = (): void => {
    const { source, selection } = model;
    const { row } = model.cursor.focus.get();
    if (selection.isEmpty()) {
      if (row !== null) setCompanies({ ids: [row.company.id], label: isolated(row.company.name) });
      return;
    }
    if (source === null) return;
    selection.ids(source).then(
      (rows) => {
        const ids = [...new Set(rows.map(({ companyId }) => companyId))];
        setCompanies({ ids, label: counted(ids.length, 'company', 'companies') });
        return undefined;
      },
      (error: unknown) => showFailure('Not added', error),
    );
  };

  const dialog = companies !== null && (
    <AddToCollectionDialog companies={companies} onClose={() => setCompanies(null)} />
  );
  return { dialog, collect };
}
