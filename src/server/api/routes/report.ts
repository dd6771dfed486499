import type { EndpointRequest } from '#shared/api/messages.ts';
import { filterParameters } from '#shared/domain/filterQuery.ts';
import { found } from '../http/answers.ts';
import { badInput } from '../http/requestInput.ts';
import { sectorReportOf, type ReportedPart } from '../../insight/report.ts';
import { companyQueryOf, filtersOf } from '../../lists/companyQuery.ts';
import type { Handlers, SignedInContext } from './handler.ts';

type ReportQuery = EndpointRequest<'getSectorReport'>['query'];

const sources = ['company_id', 'user_smart_list_id', 'collection_id'] as const;

/** Every item of a collection at once. */
const allItems = { offset: 0, limit: 10_000_000 };

export const reportHandlers: Pick<Handlers, 'getSectorReport'> = {
  async getSectorReport({ query }, context) {
    return await sectorReportOf(context.deps.companies, await partOf(query, context), query.n_companies);
  },
};

async function partOf(query: ReportQuery, { deps, user }: SignedInContext): Promise<ReportedPart> {
  const filters = Object.fromEntries(filterParameters.map((name) => [name, query[name]]));
  refuseSeveral(query, filters);
  if (query.company_id !== undefined) {
    return { kind: 'company', company: found(await deps.companies.get(query.company_id), 'company') };
  }
  if (query.user_smart_list_id !== undefined) {
    const list = found(await deps.state.smartLists.get(user.id, query.user_smart_list_id), 'smart list');
    const ids = await deps.state.entries.companyIds(list.id, 'all');
    return { kind: 'smartList', name: list.name, filters: list.filters, ids };
  }
  if (query.collection_id !== undefined) {
    const collection = found(await deps.state.collections.get(user.id, query.collection_id), 'collection');
    const { rows } = await deps.state.collections.itemPage(collection.id, allItems);
    return { kind: 'collection', name: collection.name, ids: rows.map((row) => row.company_id) };
  }
  const search = await companyQueryOf(deps.state, user.id, filtersOf(filters));
  return { kind: 'search', filters: search.filters, onlyIds: search.onlyIds };
}

/** A report is about one thing: a second source, or filters beside one, would promise something else. */
function refuseSeveral(query: ReportQuery, filters: Readonly<Record<string, unknown>>): void {
  const named = sources.filter((source) => query[source] !== undefined);
  if (named.length > 1) throw badInput(Object.fromEntries(named.map((source) => [source, 'A report has one source.'])));
  const given = Object.keys(filters).filter((name) => filters[name] !== undefined);
  if (named.length === 0 || given.length === 0) return;
  throw badInput(Object.fromEntries(given.map((name) => [name, 'Filters are for the report on a search.'])));
}
