import type { FilterSet } from '#shared/domain/filters.ts';
import type { EndpointRequest } from '#shared/api/messages.ts';
import { found, WrittenJson, pageAnswer, sliceOf } from '../http/answers.ts';
import { sectorDataOf } from '../../insight/sectorData.ts';
import { companyQueryOf, filtersOf } from '../../lists/companyQuery.ts';
import type { CompanyQuery } from '../../index/port.ts';
import type { Guards, Handlers, SignedInContext } from './handler.ts';

type CompanyCalls =
  'searchCompanies' | 'searchCompanyIds' | 'getFacets' | 'getCompany' | 'listPeople' | 'getCompanyInsight';

/** Most ids that select-all takes at once: every company there may be. */
const maxSelectAll = 10_000_000;

export const companyHandlers: Pick<Handlers, CompanyCalls> = {
  async searchCompanies({ query }, context) {
    const search = await queryOfCall(query, context);
    return new WrittenJson(await context.deps.companies.searchJson(search, query.page, query.page_size));
  },

  async searchCompanyIds({ query }, context) {
    const ids = await context.deps.companies.searchIds(await queryOfCall(query, context), maxSelectAll);
    return { count: ids.length, ids };
  },

  async getFacets({ query }, context) {
    return context.deps.companies.facets(await queryOfCall(query, context));
  },

  async getCompany({ params }, { deps }) {
    return found(await deps.companies.get(params.id), 'company');
  },

  async listPeople({ query }, { deps, url }) {
    found(await deps.companies.get(query.company_id), 'company');
    const people = await deps.companies.people(query.company_id);
    const { offset, limit } = sliceOf(query);
    return pageAnswer(url, query, people.length, people.slice(offset, offset + limit));
  },

  async getCompanyInsight({ body }, { deps: { companies } }) {
    const company = found(await companies.get(body.company_id), 'company');
    if (body.type === 'sector') return { sector_data: await sectorDataOf(companies, company) };
    return { similar_companies: await companies.similar(company.id, body.n_companies) };
  },
};

export const companyGuards: Pick<Guards, CompanyCalls> = {
  async getCompany(id, { deps }) {
    found(await deps.companies.get(id), 'company');
  },
};

/** A query that comes again is the same object, and its filters are read once. */
const filtersByQuery = new WeakMap<object, FilterSet>();

async function queryOfCall(
  query: EndpointRequest<'searchCompanies'>['query'],
  { deps, user, isWanted }: SignedInContext,
): Promise<CompanyQuery> {
  const { page: _page, page_size: _size, sort_by: sortBy, exclude_smartlist: excludeSmartList, ...parameters } = query;
  let filters = filtersByQuery.get(query);
  if (filters === undefined) {
    filters = filtersOf(parameters);
    filtersByQuery.set(query, filters);
  }
  return { ...(await companyQueryOf(deps.state, user.id, filters, { sortBy, excludeSmartList })), isWanted };
}
