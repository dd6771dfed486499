import { Store } from '../../ui/store.ts';

/** Whether the likely duplicates are being gone through: what an import has added leads there, too. */
export const reviewOpen = new Store(false);
