import type { CompanyChange } from '#shared/domain/companyChange.ts';
import { Store } from './store.ts';

/**
 * What the last import has changed, by company; one that was asked about and is as it was has an empty list. Tables and
 * screens read it where they draw a company; `data/lastChanges.ts` asks for what is shown.
 */
export const lastChanges = new Store<ReadonlyMap<number, readonly CompanyChange[]>>(new Map());

/** What the last import has changed about one company. */
export function changesOf(companyId: number): readonly CompanyChange[] {
  return lastChanges.get().get(companyId) ?? [];
}
