import type { EndpointRequest } from '#shared/api/messages.ts';
import { filterParameters } from '#shared/domain/filterQuery.ts';
import type { FilterSet } from '#shared/domain/filters.ts';
import type { DecidedList } from '#shared/domain/listName.ts';
import type { ReportRemark, SectorReport } from '#shared/report/reportData.ts';
import type { CompanyQuery } from '../../index/port.ts';
import { sectorReportOf, type ReaderOfReport, type ReportedPart } from '../../insight/report.ts';
import { sectorDataOf } from '../../insight/sectorData.ts';
import { companyQueryOf, filterNamesOf, filtersOf } from '../../lists/companyQuery.ts';
import { found, WrittenJson, pageAnswer, sliceOf } from '../http/answers.ts';
import { badInput } from '../http/requestInput.ts';
import { reasonNames } from './decisions.ts';
import { searchWordsOf } from './searchWords.ts';
import { thesisCounts } from './thesis.ts';
import type { Guard, Guards, Handlers, SignedInContext } from './handler.ts';

type CompanyCalls =
  | 'searchCompanies'
  | 'searchCompanyIds'
  | 'getFacets'
  | 'getOwnValues'
  | 'getSearchWords'
  | 'getThesis'
  | 'findCompanyNames'
  | 'getCompany'
  | 'getCompanyHistory'
  | 'getScoreRank'
  | 'listPeople'
  | 'getCompanyInsight';

/** The most ids that select-all takes at once: every company there may be. */
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

  async getFacets({ query: { filled, ...query } }, context) {
    return context.deps.companies.facets(await queryOfCall(query, context), filled);
  },

  async getOwnValues({ query }, context) {
    const { column, text, ...search } = query;
    return context.deps.companies.ownValues(await queryOfCall(search, context), column, text);
  },

  async getSearchWords({ query }, context) {
    return searchWordsOf(await queryOfCall(query, context), context.deps.companies);
  },

  async getThesis({ query }, context) {
    const { user_smart_list_id: smartListId, ...search } = query;
    return thesisCounts(await queryOfCall(search, context), context, smartListId);
  },

  async findCompanyNames({ query }, { deps }) {
    return { results: await deps.companies.namedLike(query.text, query.page_size) };
  },

  async getCompany({ params }, { deps }) {
    return found(await deps.companies.get(params.id), 'company');
  },

  async getCompanyHistory({ params }, { deps }) {
    return found(await deps.companies.history(params.id), 'company');
  },

  async getScoreRank({ params }, { deps }) {
    return found(await deps.companies.scoreRank(params.id), 'company');
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

const anyCompany: Guard = async (id, { deps }) => {
  found(await deps.companies.get(id), 'company');
};

export const companyGuards: Pick<Guards, CompanyCalls> = {
  getCompany: anyCompany,
  getCompanyHistory: anyCompany,
  getScoreRank: anyCompany,
};

/** A repeated query is the same object, so its filters are read once. */
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

type ReportQuery = EndpointRequest<'getSectorReport'>['query'];

const sources = ['company_id', 'user_smart_list_id', 'collection_id'] as const;

/** All items of a collection at once. */
const allItems = { offset: 0, limit: 10_000_000 };

export const reportHandlers: Pick<Handlers, 'getSectorReport'> = {
  async getSectorReport({ query }, context) {
    const part = await partOf(query, context);
    if (part.kind === 'company' && query.kept === true)
      throw badInput({ kept: 'A company’s sector has all companies.' });
    const user = { decided: await decidedBy(context), onlyKept: query.kept === true };
    const report = await sectorReportOf(context.deps.companies, part, user, query.n_companies);
    return query.remarks === true ? { ...report, remarks: await remarksOn(report, context) } : report;
  },
};

/** What the user has decided and written about the companies that a report names. */
async function remarksOn({ company, companies }: SectorReport, context: SignedInContext): Promise<ReportRemark[]> {
  const { deps, user } = context;
  const ids = [...new Set([...(company === null ? [] : [company.id]), ...companies.map(({ id }) => id)])];
  const notes = Map.groupBy(await deps.state.notes.all(user.id, ids), ({ companyId }) => companyId);
  const reasons = await reasonNames(context);
  const decisions = await deps.state.entries.decisionsOf(user.id, ids);
  const decided = new Map(decisions.map((decision) => [decision.companyId, decision]));
  return ids.flatMap((companyId): ReportRemark[] => {
    const { list = 'None', decidedAt = '', reason = 0 } = decided.get(companyId) ?? {};
    const written = (notes.get(companyId) ?? []).map(({ createdAt, text }) => ({ createdAt, text }));
    if (list === 'None' && written.length === 0) return [];
    return [{ companyId, list, decidedAt, reason: reasons.get(reason) ?? '', notes: written }];
  });
}

async function decidedBy({ deps, user }: SignedInContext): Promise<ReaderOfReport['decided']> {
  const of = async (list: DecidedList): Promise<ReadonlySet<number>> =>
    new Set(await deps.state.entries.decidedCompanyIds(user.id, [list]));
  return { watchlist: await of('Watchlist'), opportunities: await of('Opportunities'), archive: await of('Archive') };
}

async function partOf(query: ReportQuery, { deps, user }: SignedInContext): Promise<ReportedPart> {
  const filters = Object.fromEntries(filterParameters.map((name) => [name, query[name]]));
  refuseSeveral(query, filters);
  if (query.company_id !== undefined) {
    return { kind: 'company', company: found(await deps.companies.get(query.company_id), 'company') };
  }
  if (query.user_smart_list_id !== undefined) {
    const list = found(await deps.state.smartLists.get(user.id, query.user_smart_list_id), 'smart list');
    const ids = await deps.state.entries.companyIds(list.id, 'all');
    const names = await filterNamesOf(deps.state, user.id, list.filters);
    return { kind: 'smartList', name: list.name, filters: list.filters, names, ids };
  }
  if (query.collection_id !== undefined) {
    const collection = found(await deps.state.collections.get(user.id, query.collection_id), 'collection');
    const { rows } = await deps.state.collections.itemPage(collection.id, allItems);
    return { kind: 'collection', name: collection.name, ids: rows.map((row) => row.company_id) };
  }
  const search = await companyQueryOf(deps.state, user.id, filtersOf(filters));
  const names = await filterNamesOf(deps.state, user.id, search.filters);
  // What is left out by lists is counted by no index on its own.
  const { withoutIds } = search;
  const onlyIds = withoutIds === null ? search.onlyIds : new Set(await deps.companies.searchIds(search, maxSelectAll));
  return { kind: 'search', filters: search.filters, names, onlyIds };
}

/** A report is about one thing: a second source, or filters with one, would promise something else. */
function refuseSeveral(query: ReportQuery, filters: Readonly<Record<string, unknown>>): void {
  const named = sources.filter((source) => query[source] !== undefined);
  if (named.length > 1) throw badInput(Object.fromEntries(named.map((source) => [source, 'A report has one source.'])));
  const given = Object.keys(filters).filter((name) => filters[name] !== undefined);
  if (named.length === 0 || given.length === 0) return;
  throw badInput(Object.fromEntries(given.map((name) => [name, 'Filters are for the report on a search.'])));
}
