import { z } from 'zod';
import type { Company } from './company.ts';
import { ownDomainOf } from './webAddress.ts';

/** What was known of a company when it was decided; amounts in USD, days as `YYYY-MM-DD`, `''` or null for unknown. */
export const decisionFactsSchema = z.object({
  name: z.string(),
  domain: z.string(),
  stages: z.array(z.string()),
  raised: z.number().nullable(),
  funded_on: z.string(),
  employees: z.number().nullable(),
});
export type DecisionFacts = z.infer<typeof decisionFactsSchema>;

/** The six facts of a company that its decision keeps. */
export function factsOf(company: Company): DecisionFacts {
  return {
    name: company.name,
    domain: ownDomainOf(company),
    stages: company.stages,
    raised: company.funding_total,
    funded_on: company.funded_on,
    employees: company.size.count,
  };
}
