import { z } from 'zod';
import type { Company } from './company.ts';
import type { Raised } from './money.ts';
import { ownDomainOf } from './webAddress.ts';

/** What was known of a company when it was decided; amounts in USD, days as `YYYY-MM-DD`, `''` or null for unknown. */
export const decisionFactsSchema = z.object({
  name: z.string(),
  domain: z.string(),
  stages: z.array(z.string()),
  raised: z.number().nullable(),
  /** As its source has it, in another currency (`writeMoney`). */
  raised_original: z.string().default(''),
  funded_on: z.string(),
  employees: z.number().nullable(),
});
export type DecisionFacts = z.infer<typeof decisionFactsSchema>;

/** What a company had raised. */
export function raisedIn({ raised, raised_original: original }: DecisionFacts): Raised {
  return { raised, original };
}

/** The facts of a company that its decision keeps. */
export function factsOf(company: Company): DecisionFacts {
  return {
    name: company.name,
    domain: ownDomainOf(company),
    stages: company.stages,
    raised: company.funding_total,
    raised_original: company.funding_total_original,
    funded_on: company.funded_on,
    employees: company.size.count,
  };
}
