import { z } from 'zod';
import { decisionFactsSchema } from './decisionFacts.ts';
import { backSchema, laterSchema } from './later.ts';
import { listNameSchema } from './listName.ts';

/**
 * `before`: decided by a Winnow that kept no history. `decided`: put into a list, or back to undecided. `reason`: given
 * a reason, or another one. `back`: undecided again by itself, after it was put off.
 */
export const decisionKindSchema = z.enum(['before', 'decided', 'reason', 'back']);
export type DecisionKind = z.infer<typeof decisionKindSchema>;

/**
 * One line of a company's history of decisions: when (ISO 8601, UTC), from which list to which, in which smart list
 * (its name, also of a deleted one), why, and what was known of the company then, where that was kept.
 */
export const companyDecisionSchema = z.object({
  at: z.string(),
  kind: decisionKindSchema,
  from: listNameSchema,
  to: listNameSchema,
  smart_list: z.string(),
  reason: z.string(),
  later: laterSchema.nullable().default(null),
  back: backSchema.nullable().default(null),
  facts: decisionFactsSchema.nullable(),
});
export type CompanyDecision = z.infer<typeof companyDecisionSchema>;

/** All of a company's decisions, newest first. */
export const companyDecisionsSchema = z.object({ results: z.array(companyDecisionSchema) });
export type CompanyDecisions = z.infer<typeof companyDecisionsSchema>;
