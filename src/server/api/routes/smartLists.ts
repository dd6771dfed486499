import { isDeepStrictEqual } from 'node:util';
import type { EndpointRequest, EndpointResponse } from '#shared/api/messages.ts';
import { type FilterSet, emptyFilters } from '#shared/domain/filters.ts';
import type { SmartList, SmartListOverview } from '#shared/domain/smartList.ts';
import { AppError } from '#shared/errors.ts';
import { bestMatches, previewRefit, refit } from '../../lists/entrySeeds.ts';
import { matchMissedWeeks } from '../../lists/catchUp.ts';
import type { FilledList, Opinion, SmartListCounts, SmartListRecord, NameTaken } from '../../state/port.ts';
import { found, notFound, pageAnswer, sliceOf } from '../http/answers.ts';
import type { Person } from '#shared/domain/team.ts';
import type { Guard, Guards, Handlers, SignedInContext } from './handler.ts';
import { peopleOf, refused } from './team.ts';

/** A smart list as the API returns it. */
export function smartListView(
  { id, name, filters, showsDecided, shared }: SmartListRecord,
  people: (id: number) => Person,
): SmartList {
  const view = { id, name, filters: withAlias(filters), shows_decided: showsDecided };
  if (shared === null) return { ...view, shared: null };
  const { mode, role, ownerId, memberCount } = shared;
  return { ...view, shared: { mode, role, owner: people(ownerId), members: memberCount } };
}

/** A smart list that was just filled, with what was added. */
function filledView(
  { list, added, leftOut, known }: FilledList,
  people: (id: number) => Person,
): EndpointResponse<'createSmartList'> {
  return { ...smartListView(list, people), added, left_out: leftOut, known };
}

/** A smart list with its counts. */
function overviewView(
  list: SmartListRecord,
  counts: SmartListCounts | undefined,
  people: (id: number) => Person,
): SmartListOverview {
  return {
    ...smartListView(list, people),
    ...(counts ?? noCounts),
    refreshed: list.refreshedAt,
    arrival: list.arrival,
  };
}

const noCounts: SmartListCounts = {
  topCompanies: 0,
  newCount: 0,
  totalCount: 0,
  unratedCount: 0,
  newUnratedCount: 0,
  leftOutCount: 0,
  knownOutCount: 0,
  settledCount: 0,
};

/** The API has `text_search` next to `textSearch` (docs/api.md 2). */
function withAlias({ include, exclude }: FilterSet): FilterSet {
  const alias = { text_search: include.textSearch };
  return { include: { ...include, ...alias }, exclude };
}

/** The opinions that were given; a missing one says nothing (docs/api.md). */
export function opinionsOf(
  feedback: readonly { readonly company_id: number; readonly feedback?: boolean | undefined }[],
): Opinion[] {
  return feedback.flatMap(({ company_id: companyId, feedback: positive }) =>
    positive === undefined ? [] : [{ companyId, positive }],
  );
}

type SmartListCalls =
  | 'listSmartLists'
  | 'listSmartListCompanies'
  | 'getSmartList'
  | 'createSmartList'
  | 'updateSmartList'
  | 'previewSmartListEdit'
  | 'leaveSmartList'
  | 'deleteSmartList'
  | 'restoreSmartList';

/** Which undecided companies an overview shows of each smart list (docs/api.md). */
const fewBest = 5;

export const smartListHandlers: Pick<Handlers, SmartListCalls> = {
  async listSmartLists({ query }, context) {
    const { count, lists } = await overview(query, context);
    return pageAnswer(context.url, query, count, lists);
  },

  async listSmartListCompanies({ query }, context) {
    const { deps, user } = context;
    const { count, lists } = await overview(query, context);
    const ids = lists.map(({ id }) => id);
    const best = await deps.state.entries.bestUndecided(user.id, ids, fewBest);
    const companies = await deps.companies.getMany([...new Set([...best.values()].flat())]);
    const byId = new Map(companies.map((company) => [company.id, company]));
    const results = lists.map((list) => ({
      ...list,
      companies: (best.get(list.id) ?? []).flatMap((id) => byId.get(id) ?? []),
    }));
    return pageAnswer(context.url, query, count, results);
  },

  async getSmartList({ params }, context) {
    const { deps, user } = context;
    return smartListView(
      found(await deps.state.smartLists.get(user.id, params.id), 'smart list'),
      await peopleOf(context),
    );
  },

  async createSmartList({ body }, context) {
    const { deps, user } = context;
    const { week } = await deps.companies.status();
    const list = { name: body.name, filters: body.filters, matchedWeek: week, now: deps.now().toISOString() };
    const entries = body.fill ? await bestMatches(deps, user.id, body.filters) : [];
    const created = await deps.state.smartLists.create(user.id, list, entries, opinionsOf(body.feedback ?? []));
    return filledView(unlessTaken(created), await peopleOf(context));
  },

  async updateSmartList({ params, body }, context) {
    const { deps, user } = context;
    const list = found(await deps.state.smartLists.get(user.id, params.id), 'smart list');
    const { name, filters, feedback, shows_decided: showsDecided } = body;
    if (filters !== undefined) {
      refuseForPicks(list, filters);
      if (list.shared?.role === 'reader') throw refused('You only read this shared list.', 'filters');
    }
    const changed = await deps.state.smartLists.update(user.id, list.id, {
      ...(name === undefined ? {} : { name }),
      ...(showsDecided === undefined ? {} : { showsDecided }),
      ...(filters === undefined || list.kind === 'picks'
        ? {}
        : { filters: { value: filters, ...(await refit(deps, list, filters)) } }),
      ...(feedback === undefined ? {} : { opinions: opinionsOf(feedback) }),
      now: deps.now().toISOString(),
    });
    const filled = found(unlessTaken(changed), 'smart list');
    if (filters !== undefined && list.kind !== 'picks') await refitFamily(list, filters, context);
    return filledView(filled, await peopleOf(context));
  },

  async previewSmartListEdit({ params, body: { filters } }, { deps, user }) {
    const list = found(await deps.state.smartLists.get(user.id, params.id), 'smart list');
    refuseForPicks(list, filters);
    if (list.kind === 'picks') return { dropped: 0, dropped_kept: 0, added: 0, left_out: 0, known: 0, decided: 0 };
    return previewRefit(deps, list, filters);
  },

  async leaveSmartList({ params, body }, context) {
    const { deps, user } = context;
    const list = found(await deps.state.smartLists.get(user.id, params.id), 'smart list');
    await deps.state.smartLists.haveSeen(user.id, list.id, body.arrival);
    return smartListView(list, await peopleOf(context));
  },

  async deleteSmartList({ params }, { deps, user }) {
    if (!(await deps.state.smartLists.remove(user.id, params.id, deps.now().toISOString()))) {
      throw notFound('smart list');
    }
    return null;
  },

  async restoreSmartList({ params }, context) {
    const { deps, user } = context;
    const restored = found(unlessTaken(await deps.state.smartLists.restore(user.id, params.id)), 'smart list');
    const list = await withFiltersOfFamily(restored, context);
    await matchMissedWeeks(deps, list);
    return smartListView(list, await peopleOf(context));
  },
};

const ownSmartList: Guard = async (id, { deps, user }) => {
  found(await deps.state.smartLists.get(user.id, id), 'smart list');
};

export const smartListGuards: Pick<Guards, SmartListCalls> = {
  getSmartList: ownSmartList,
  updateSmartList: ownSmartList,
  previewSmartListEdit: ownSmartList,
  leaveSmartList: ownSmartList,
  deleteSmartList: ownSmartList,
};

/** The other lists of a shared list's family get its filters, too, each as they are for whoever has it. */
async function refitFamily(list: SmartListRecord, filters: FilterSet, { deps }: SignedInContext): Promise<void> {
  for (const { id, userId } of await deps.state.sharing.familyLists(list.shared?.family ?? 0)) {
    if (id === list.id) continue;
    const other = await deps.state.smartLists.get(userId, id);
    if (other === undefined) continue;
    const change = { value: filters, ...(await refit(deps, other, filters)) };
    await deps.state.smartLists.update(userId, id, { filters: change, now: deps.now().toISOString() });
  }
}

/** A shared list that was deleted for a while gets the filters that the others have by now. */
async function withFiltersOfFamily(list: SmartListRecord, { deps }: SignedInContext): Promise<SmartListRecord> {
  const { smartLists, sharing } = deps.state;
  const other = (await sharing.familyLists(list.shared?.family ?? 0)).find(({ id }) => id !== list.id);
  const current = other === undefined ? undefined : await smartLists.get(other.userId, other.id);
  if (current === undefined || isDeepStrictEqual(current.filters, list.filters)) return list;
  const filters = { value: current.filters, ...(await refit(deps, list, current.filters)) };
  const changed = await smartLists.update(list.userId, list.id, { filters, now: deps.now().toISOString() });
  return changed === undefined || changed === 'name_taken' ? list : changed.list;
}

async function overview(query: EndpointRequest<'listSmartLists'>['query'], context: SignedInContext) {
  const { deps, user } = context;
  const { state } = deps;
  const { count, rows } = await state.smartLists.list(user.id, sliceOf(query));
  const counts = await state.smartLists.counts(
    user.id,
    rows.map((list) => list.id),
  );
  const people = await peopleOf(context);
  return { count, lists: rows.map((list) => overviewView(list, counts.get(list.id), people)) };
}

/** "My picks" is filled by hand; filters of any kind, even excluding ones, would have no meaning there. */
function refuseForPicks(list: SmartListRecord, filters: FilterSet): void {
  if (list.kind !== 'picks' || isDeepStrictEqual(filters, emptyFilters())) return;
  throw new AppError('unprocessable', `"${list.name}" is filled by hand and has no filters.`, {
    fields: { filters: 'This list has no filters.' },
  });
}

/** A name that another of the user's smart lists has is a conflict (product 17.6). */
function unlessTaken<T>(result: T | NameTaken): T {
  if (result !== 'name_taken') return result;
  throw new AppError('conflict', 'You already have a smart list with this name.', {
    fields: { name: 'You already have a smart list with this name.' },
  });
}
