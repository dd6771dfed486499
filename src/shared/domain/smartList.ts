import { z } from 'zod';
import { companySchema } from './companySchema.ts';
import { filterSetSchema } from './filters.ts';
import { sharedAsSchema } from './team.ts';

const count = z.number().int().nonnegative();

/** A saved search, also called an inbox (product 3). */
export const smartListSchema = z.object({
  id: z.number().int().positive(),
  name: z.string(),
  filters: filterSetSchema,
  /** It also shows companies that were decided before they came into it. */
  shows_decided: z.boolean().default(false),
  /** How it is shared; null for one that is not. */
  shared: sharedAsSchema.nullable().default(null),
});
export type SmartList = z.infer<typeof smartListSchema>;

/**
 * A smart list with its counts (product 3, docs/api.md): `topCompanies` entries with highlight top match, `newCount`
 * what has come since the user was last there, `unratedCount` still in None, `newUnratedCount` the new ones of them,
 * `leftOutCount` those that were decided before they came into it, which the others count only where it shows them,
 * `settledCount` those that colleagues have settled, which no other counts, `totalCount` all. `refreshed` is when a
 * digest was last matched to it (ISO 8601, UTC).
 */
export const smartListOverviewSchema = smartListSchema.extend({
  topCompanies: count,
  newCount: count,
  totalCount: count,
  unratedCount: count,
  // Other servers may not send it.
  newUnratedCount: count.default(0),
  leftOutCount: count.default(0),
  knownOutCount: count.default(0),
  settledCount: count.default(0),
  refreshed: z.string(),
  /** The number of its newest arrival: whoever leaves the list sends it back (`leaveSmartList`). */
  arrival: count.default(0),
});
export type SmartListOverview = z.infer<typeof smartListOverviewSchema>;

/** The same with its best five companies (docs/api.md `/overview/company/`). */
export const smartListCompaniesSchema = smartListOverviewSchema.extend({ companies: z.array(companySchema) });
export type SmartListCompanies = z.infer<typeof smartListCompaniesSchema>;

/** What an analyst thinks of a sample company while creating a smart list; absent means no opinion (docs/api.md). */
export const feedbackSchema = z.array(
  z.object({ company_id: z.number().int().positive(), feedback: z.boolean().optional() }),
);
