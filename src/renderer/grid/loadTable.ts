import { Store } from '../ui/store.ts';
import type { CompanyTable } from './CompanyTable.tsx';

/**
 * The table with AG Grid, once its code is loaded: it is as large as the rest of the app, and loaded separately for all
 * lists.
 */
export const table = new Store<{ readonly Table: typeof CompanyTable } | null>(null);

/** Loads the table's code. Rejects if it does not arrive; may be called again. */
export async function loadTable(): Promise<void> {
  const code = await import('./CompanyTable.tsx');
  table.set({ Table: code.CompanyTable });
}
