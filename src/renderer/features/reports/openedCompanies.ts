import type { QueryClient } from '@tanstack/react-query';
import type { Company } from '#shared/domain/company.ts';
import { companySchema } from '#shared/domain/companySchema.ts';
import type { EndpointName } from '#shared/api/endpoints.ts';

/** Companies that are offered. */
const most = 8;
const endpoint: EndpointName = 'getCompany';

/** The companies whose pages were opened in this session, the last one first. */
export function openedCompanies(client: QueryClient): Company[] {
  return client
    .getQueryCache()
    .findAll({ queryKey: ['api', endpoint] })
    .toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
    .flatMap(({ state }) => {
      const company = companySchema.safeParse(state.data);
      return company.success ? [company.data] : [];
    })
    .slice(0, most);
}
