import type { QueryClient } from '@tanstack/react-query';
import type { CompanyInsight } from '#shared/api/schemas.ts';
import type { Company } from '#shared/domain/company.ts';
import type { SectorData } from '#shared/domain/sector.ts';
import { AppError } from '#shared/errors.ts';
import type { ApiInput } from '../../bridge/bridge.ts';
import { apiQuery } from '../../data/useApi.ts';

/** How many similar companies the reading pane names. */
export const similarInPane = 5;

/** What asks for the overview of a company's sector (product 7 `POST /api/company`). */
export function sectorInput(companyId: number): ApiInput<'getCompanyInsight'> {
  return { body: { company_id: companyId, type: 'sector', n_companies: 50 } };
}

/** What asks for companies similar to one: 50 unless told (product 9). */
export function similarInput(companyId: number, count = 50): ApiInput<'getCompanyInsight'> {
  return { body: { company_id: companyId, type: 'similar', n_companies: count } };
}

/** The sector in an answer. Throws `internal` where the server has answered something else. */
export function sectorOf(insight: CompanyInsight): SectorData {
  if ('sector_data' in insight) return insight.sector_data;
  throw new AppError('internal', 'The server answered similar companies where a sector was asked for.');
}

/** The similar companies in an answer. Throws `internal` where the server has answered something else. */
export function similarOf(insight: CompanyInsight): readonly Company[] {
  if ('similar_companies' in insight) return insight.similar_companies;
  throw new AppError('internal', 'The server answered a sector where similar companies were asked for.');
}

/**
 * Keeps a company that a list knows already, so that its page is there at once: the next key is meant for what one
 * sees, and a page that still loads would not take it.
 */
export function keepCompany(client: QueryClient, company: Company): void {
  const { queryKey } = apiQuery('getCompany', { params: { id: company.id } });
  client.setQueryData<Company>(queryKey, (known) => known ?? company);
}
