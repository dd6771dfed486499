import type { QueryClient } from '@tanstack/react-query';
import type { Company } from '#shared/domain/company.ts';
import { apiQuery } from '../../data/useApi.ts';

/**
 * Keeps a company that a list knows already, so that its page is there at once: the next key is meant for what one
 * sees, and a page that still loads would not take it.
 */
export function keepCompany(client: QueryClient, company: Company): void {
  const { queryKey } = apiQuery('getCompany', { params: { id: company.id } });
  client.setQueryData<Company>(queryKey, (known) => known ?? company);
}
