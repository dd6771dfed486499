import { z } from 'zod';
import { companySchema } from './companySchema.ts';
import { personSchema, sharedRoleSchema } from './team.ts';

const id = z.number().int().positive();

/** A named collection of companies, without its items (docs/api.md `/collection/preview/`). */
export const collectionPreviewSchema = z.object({
  id,
  name: z.string(),
  description: z.string(),
  collection_items_count: z.number().int().nonnegative(),
  // Other servers may not send it.
  /** Whose it is and what the user may do with it; null for the user's own. */
  shared: z.object({ role: sharedRoleSchema, owner: personSchema }).nullable().default(null),
});
export type CollectionPreview = z.infer<typeof collectionPreviewSchema>;

export const collectionItemSchema = z.object({ id, company_id: id });
export type CollectionItem = z.infer<typeof collectionItemSchema>;

/** A collection with its items; `companies` are company ids (product 3, docs/api.md). */
export const collectionSchema = collectionPreviewSchema.extend({
  collection_items: z.array(collectionItemSchema),
  companies: z.array(id),
});
export type Collection = z.infer<typeof collectionSchema>;

/** A company in a collection, with the id of its item there, and the newest note about it, `''` for none. */
export const collectionCompanySchema = companySchema.extend({
  collection_item_id: id,
  note: z.string().default(''),
});
export type CollectionCompany = z.infer<typeof collectionCompanySchema>;
