import { z } from 'zod';
import { companySchema } from './companySchema.ts';
import { crossingSchema } from './crossing.ts';
import { backSchema, laterSchema } from './later.ts';
import { settledSchema } from './team.ts';
import { flagsOfList, listFlagsSchema, listOfFlags, type ListName } from './listName.ts';

/**
 * One company in one smart list (product 3). `siblings` are ids of the same company's undecided entries in the user's
 * other smart lists, `doubles` those of its entries in the same special list, which shows only this one: a decision
 * covers them too (docs/api.md). `decided_at` is when it was put into its list (ISO 8601, UTC), `''` while it is
 * undecided, `reason` the name of the reason given for it. `later` says until when it is put off, `back` why one that
 * was put off is undecided again, `came` why one that was known before matches the list only now. `smart_list` is the
 * name of its smart list, also of a deleted one, `note` the newest note about the company, `''` for none,
 * `settled` a colleague's decision that has settled it in a shared list.
 */
export const inboxEntrySchema = companySchema.extend({
  inboxId: z.number().int().positive(),
  inboxEntryId: z.number().int().positive(),
  ...listFlagsSchema.shape,
  siblings: z.array(z.number().int().positive()),
  // Other servers may not send the rest.
  doubles: z.array(z.number().int().positive()).default([]),
  decided_at: z.string().default(''),
  reason: z.string().default(''),
  later: laterSchema.nullable().default(null),
  back: backSchema.nullable().default(null),
  came: crossingSchema.nullable().default(null),
  /** It has come into the list since the user was last there. */
  is_new: z.boolean().default(false),
  smart_list: z.string().default(''),
  note: z.string().default(''),
  settled: settledSchema.nullable().default(null),
});
export type InboxEntry = z.infer<typeof inboxEntrySchema>;

/** The company's other entries that a decision about one of them covers. */
export type Companions = Pick<InboxEntry, 'siblings' | 'doubles'>;

/** An entry as it is once a decision about it has arrived. The day and until when it is put off are not known yet. */
export function entryIn(entry: InboxEntry, list: ListName): InboxEntry {
  if (listOfEntry(entry) === list) return entry;
  const later = list === 'Later' ? { until: '' } : null;
  return { ...entry, ...flagsOfList(list), decided_at: '', reason: '', later, back: null, came: null };
}

/** The list an entry is in, from its flags. */
export function listOfEntry(entry: InboxEntry): ListName {
  return listOfFlags(entry);
}
