import { Store } from './store.ts';

/**
 * The companies that have a note which the user may read; null while that is not known, and on a server that does not
 * say. Tables read it where they draw a company, so that no row asks for it; `data/notes.ts` keeps it up to date.
 */
export const notedCompanies = new Store<ReadonlySet<number> | null>(null);

/** Whether a company has a note. `known` is what its row was read with, which is older. */
export function hasNote(companyId: number, known = ''): boolean {
  return notedCompanies.get()?.has(companyId) ?? known !== '';
}
