import { counted } from '#shared/domain/formats.ts';
import type { Later } from '#shared/domain/later.ts';
import type { ListName } from '#shared/domain/listName.ts';
import type { CompaniesToAdd } from '../features/collect/useAddToCollection.ts';
import type { CompanyRow } from '../grid/cells/companyRow.ts';
import { Store } from '../ui/store.ts';
import { decideInList, decideOne } from './commands.ts';
import type { ListModel } from './list.ts';
import { oneCompany, selectedCompanies } from './tools/useCollect.tsx';

/** The rows being dragged, for whatever they may be dropped on. */
export interface DraggedRows {
  /** What they are, in words: a name, or `12 companies`. */
  readonly label: string;
  /** Moves them to a list, as its key does. */
  readonly decide: (to: ListName, later?: Later) => void;
  /** The companies, to be added to a collection; null if there are none. */
  readonly companies: () => CompaniesToAdd | null;
}

/** What is being dragged in this window; null while nothing is. */
export const draggedRows = new Store<DraggedRows | null>(null);

/** Rows of a list as they are dragged: the selection if the row is in it, otherwise the row alone. */
export function rowsDraggedBy(model: ListModel, row: CompanyRow): DraggedRows {
  if (!model.selection.has(row)) {
    const { label } = oneCompany(row);
    return { label, decide: (to, later) => decideOne(model, row, to, later), companies: () => oneCompany(row) };
  }
  return {
    label: counted(model.selection.state.get().count, 'company', 'companies'),
    decide: (to, later) => decideInList(model, to, later),
    companies: () => selectedCompanies(model),
  };
}
