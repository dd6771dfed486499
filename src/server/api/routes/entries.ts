import type { EndpointRequest } from '#shared/api/messages.ts';
import type { Company } from '#shared/domain/company.ts';
import type { InboxEntry } from '#shared/domain/inboxEntry.ts';
import { tallyOf } from '#shared/domain/decisionRecord.ts';
import { factsOf } from '#shared/domain/decisionFacts.ts';
import { type DecidedList, flagsOfList, type ListName, listOfFlags } from '#shared/domain/listName.ts';
import { parseOrder } from '#shared/domain/listOrder.ts';
import { AppError, assertNever } from '#shared/errors.ts';
import { allSeedsOf } from '../../lists/entrySeeds.ts';
import type { RowsAsked } from '../../lists/listRows.ts';
import { bringBackDue } from '../../lists/revisits.ts';
import { localDate } from '../../lists/schedule.ts';
import type {
  EntryRecord,
  EntryScope,
  EntrySurroundings,
  InLists,
  MoveOutcome,
  ReasonOutcome,
  SettlementRecord,
  Slice,
} from '../../state/port.ts';
import type { Settled } from '#shared/domain/team.ts';
import { peopleOf, refused } from './team.ts';
import { examined, found, notFound, pageAnswer, sliceOf } from '../http/answers.ts';
import { badInput } from '../http/requestInput.ts';
import { reasonNames } from './decisions.ts';
import { idempotencyOf, keyReused } from './idempotency.ts';
import type { Guard, SignedInContext, Guards, Handlers } from './handler.ts';

const none = { siblings: [], doubles: [] };

/**
 * Entries as the API returns them: company, ids, flags, companions. Leaves out an entry whose company has just been
 * removed, which is about to be removed itself.
 */
async function entriesWithCompanies(context: SignedInContext, entries: readonly EntryRecord[]): Promise<InboxEntry[]> {
  const {
    deps: { companies, state },
    user,
  } = context;
  if (entries.length === 0) return [];
  const ids = entries.map((entry) => entry.companyId);
  const listIds = [...new Set(entries.map((entry) => entry.smartListId))];
  const [found, companions, names, seen, reasons, notes, settled] = await Promise.all([
    companies.getMany(ids),
    state.entries.companions(user.id, entries),
    state.smartLists.names(user.id, listIds),
    state.smartLists.seen(user.id, listIds),
    reasonNames(context),
    state.notes.newest(user.id, ids),
    settledOf(context, entries),
  ]);
  const byId = new Map(found.map((company) => [company.id, company]));
  return entries.flatMap((entry) => {
    const company = byId.get(entry.companyId);
    if (company === undefined) return [];
    const around = {
      companions: companions.get(entry.id) ?? none,
      reasons,
      seen: seen.get(entry.smartListId) ?? 0,
      smartList: names.get(entry.smartListId) ?? '',
      note: notes.get(entry.companyId) ?? '',
    };
    return [viewOf(company, entry, around, settled.get(entry.id))];
  });
}

function viewOf(
  company: Company,
  entry: EntryRecord,
  { companions, reasons, seen, smartList, note }: Omit<EntrySurroundings, 'isSettledForAll'>,
  settled: Settled | undefined,
): InboxEntry {
  return {
    ...company,
    inboxId: entry.smartListId,
    inboxEntryId: entry.id,
    ...flagsOfList(entry.list),
    ...companions,
    decided_at: entry.decidedAt,
    reason: reasons.get(entry.reason) ?? '',
    later: entry.later,
    back: entry.back,
    came: entry.list === 'None' ? entry.came : null,
    is_new: entry.arrival > seen,
    smart_list: smartList,
    note,
    settled: settled ?? null,
  };
}

/** The colleagues' decisions that have settled companies of shared lists, by entry. */
async function settledOf(
  context: SignedInContext,
  entries: readonly EntryRecord[],
): Promise<ReadonlyMap<number, Settled>> {
  const { state } = context.deps;
  const all = new Map<number, Settled>();
  for (const [smartListId, own] of Map.groupBy(entries, (entry) => entry.smartListId)) {
    const shared = await state.smartLists.sharedAs(smartListId);
    if (shared?.mode !== 'one') continue;
    const ids = own.map(({ companyId }) => companyId);
    const settlements = await state.sharing.settlements(shared.family, ids);
    const people = await peopleOf(context);
    for (const { id, companyId } of own) {
      const there = settlements.get(companyId);
      if (there === undefined || there.userId === context.user.id) continue;
      const { userId, seq, list, at } = there;
      all.set(id, { user: people(userId), list, at, seq });
    }
  }
  return all;
}

/** One entry as the API returns it. */
async function entryWithCompany(context: SignedInContext, entry: EntryRecord): Promise<InboxEntry> {
  const { companies, state } = context.deps;
  const [[company], around] = await Promise.all([
    companies.getMany([entry.companyId]),
    state.entries.around(context.user.id, entry),
  ]);
  const settled = around.isSettledForAll ? await settledOf(context, [entry]) : undefined;
  return viewOf(found(company, 'company'), entry, around, settled?.get(entry.id));
}

/** The list that a slug names. */
export function listNameOfSlug(slug: 'watchlist' | 'opportunities' | 'archive' | 'later'): DecidedList {
  return ({ watchlist: 'Watchlist', opportunities: 'Opportunities', archive: 'Archive', later: 'Later' } as const)[
    slug
  ];
}

type EntryCalls =
  | 'listEntries'
  | 'listEntryIds'
  | 'countDecided'
  | 'countDecidedSince'
  | 'getDecisionRecord'
  | 'moveEntry'
  | 'giveReason'
  | 'pickCompany';

type Flags = Omit<
  EndpointRequest<'listEntryIds'>['query'],
  'user_smart_list_id' | 'company_id' | 'newly_added' | 'ordering'
>;

/** The most entries that select-all takes at once; far above any inbox. */
const maxSelectAll = 1_000_000;

export const entryHandlers: Pick<Handlers, EntryCalls> = {
  async listEntries({ query }, context) {
    const { deps, user, url } = context;
    const scope = await scopeOf(query, context);
    const { count, rows } = await deps.lists.entries(scope, askedOf(query, sliceOf(query), context));
    const page = pageAnswer(url, query, count, await entriesWithCompanies(context, rows));
    if (query.page > 0) return page;
    const { rows: first } = count > rows.length ? await deps.state.entries.page(user.id, scope, examined) : { rows };
    return { ...page, blank: await deps.companies.blankFields(first.map((entry) => entry.companyId)) };
  },

  async listEntryIds({ query }, context) {
    const { deps, user } = context;
    const scope = await scopeOf(query, context);
    const asked = askedOf(query, { offset: 0, limit: maxSelectAll }, context);
    const { count, rows } = await deps.lists.entries(scope, asked);
    const companions = await deps.state.entries.companions(user.id, rows);
    const reasons = await reasonNames(context);
    const entries = rows.map(({ id, companyId, decidedAt, reason }) => {
      const { siblings = [], doubles = [] } = companions.get(id) ?? {};
      const decision = { decided_at: decidedAt, reason: reasons.get(reason) ?? '' };
      return { id, company_id: companyId, siblings, doubles, ...decision };
    });
    return { count, entries };
  },

  async countDecided(_, { deps, user }) {
    const counts = await deps.state.entries.decidedCounts(user.id);
    const of = (list: DecidedList): number => counts.get(list) ?? 0;
    return {
      watchlist: of('Watchlist'),
      opportunities: of('Opportunities'),
      archive: of('Archive'),
      later: of('Later'),
    };
  },

  async countDecidedSince({ query }, { deps, user }) {
    const { companies, bySmartList } = await deps.state.entries.decidedSince(
      user.id,
      new Date(query.since).toISOString(),
    );
    const lists = bySmartList.map(({ smartListId, ...counts }) => ({ user_smart_list_id: smartListId, ...counts }));
    return { ...companies, smart_lists: lists };
  },

  async getDecisionRecord({ query: { since, zone } }, context) {
    const { state } = context.deps;
    const userId = context.user.id;
    const decisions = await state.entries.decisionsSince(userId, new Date(since).toISOString());
    const [names, reasons] = await Promise.all([
      state.smartLists.names(userId, [...new Set(decisions.map(({ smartListId }) => smartListId))]),
      reasonNames(context),
    ]);
    const counted = decisions.map(({ decidedAt: at, list, smartListId, reason }) => ({
      at,
      list,
      smartList: names.get(smartListId) ?? '',
      reason: reasons.get(reason) ?? '',
    }));
    return { results: tallyOf(counted, zone) };
  },

  async moveEntry({ params, body }, context) {
    const { deps, user } = context;
    const list = listOfFlags(body);
    if (body.reason !== 'before') await throwUnlessReason(body.reason, context);
    const outcome = await deps.state.entries.move(
      user.id,
      params.id,
      list,
      deps.now().toISOString(),
      idempotencyOf(context.headers, meaningOf(params.id, list, body)),
      {
        facts: async (companyId) => {
          const [company] = await deps.companies.getMany([companyId]);
          return company === undefined ? null : factsOf(company);
        },
        reason: body.reason,
        later: body.later,
        back: body.back,
        seen: body.seen,
      },
    );
    return entryOf(await backIfDue(outcome, context), context);
  },

  async giveReason({ params, body: { reason } }, context) {
    const { deps, user } = context;
    await throwUnlessReason(reason, context);
    const outcome = await deps.state.entries.giveReason(
      user.id,
      params.id,
      reason,
      deps.now().toISOString(),
      idempotencyOf(context.headers, `${params.id} reason ${reason}`),
    );
    return entryOf(outcome, context);
  },

  async pickCompany({ body }, context) {
    const { deps, user } = context;
    const seed = found((await allSeedsOf(deps.companies, [body.company_id]))[0], 'company');
    const now = deps.now().toISOString();
    const picks = await deps.state.smartLists.picks(user.id, now);
    const entry = await deps.state.entries.findOrAdd(user.id, picks.id, seed, now);
    return entryWithCompany(context, entry);
  },
};

/** What was put off until a day that has come is back at once, as where a move was sent late. */
async function backIfDue(outcome: MoveOutcome, { deps, user }: SignedInContext): Promise<MoveOutcome> {
  if (outcome.kind !== 'moved') return outcome;
  const { id, companyId, later } = outcome.entry;
  const today = localDate(deps.now());
  if (later === null || !('until' in later) || later.until > today) return outcome;
  await bringBackDue(deps, today, { userId: user.id, companyId });
  return { kind: 'moved', entry: found(await deps.state.entries.get(user.id, id), 'inbox entry') };
}

/** The entry that a change was made to, as the API returns it; throws where there was none. */
async function entryOf(outcome: ReasonOutcome, context: SignedInContext): Promise<InboxEntry> {
  switch (outcome.kind) {
    case 'moved':
    case 'repeated':
      return entryWithCompany(context, outcome.entry);
    case 'missing':
      throw notFound('inbox entry');
    case 'undecided':
      throw new AppError('conflict', 'Only a company in Watchlist, Opportunities or Archive has a reason.');
    case 'key_reused':
      throw keyReused();
    case 'reader':
      throw refused('You only read this shared list.');
    case 'settled':
      throw await alreadySettled(outcome.by, context);
    default:
      return assertNever(outcome);
  }
}

/** Somebody was quicker: a 409 that says who, and by which number one decides otherwise (docs/api.md 11). */
async function alreadySettled(
  { userId, list, at, seq }: SettlementRecord,
  context: SignedInContext,
): Promise<AppError> {
  const { name } = (await peopleOf(context))(userId);
  const fields = { decision: String(seq), by: name, list, at };
  const done = list === 'Later' ? 'put it off' : `put it into ${list}`;
  return new AppError('conflict', `${name} ${done} before you.`, { fields });
}

const ownEntry: Guard = async (id, { deps, user }) => {
  found(await deps.state.entries.get(user.id, id), 'inbox entry');
};

export const entryGuards: Pick<Guards, EntryCalls> = {
  moveEntry: ownEntry,
  giveReason: ownEntry,
};

/** A part of a list, in the order that the query names. */
export function askedOf(
  { ordering }: { readonly ordering?: string | undefined },
  slice: Slice,
  { user, isWanted }: SignedInContext,
): RowsAsked {
  const order = ordering === undefined ? undefined : parseOrder(ordering);
  return { userId: user.id, order: order ?? null, slice, isWanted };
}

/**
 * A smart list, a special list by its flag, or one company's entries. Flags also narrow the first and the last. All
 * three set to false mean undecided; some of them, in none of those lists.
 */
async function scopeOf(
  query: EndpointRequest<'listEntryIds'>['query'],
  { deps, user }: SignedInContext,
): Promise<EntryScope> {
  const { user_smart_list_id: smartListId, company_id: companyId, newly_added: isNew, ordering: _, ...flags } = query;
  const narrowed = listsAskedFor(flags);
  if (smartListId !== undefined) {
    if (companyId !== undefined) throw badInput({ company_id: 'Name a smart list or a company, not both.' });
    const { id, seen } = found(await deps.state.smartLists.get(user.id, smartListId), 'smart list');
    const only = isNew === undefined ? {} : { only: isNew ? ('new' as const) : ('others' as const) };
    return { smartListId: id, newest: { seen, ...only }, ...narrowed };
  }
  if (isNew !== undefined) throw badInput({ newly_added: 'Only a smart list can be asked for what is new.' });
  if (companyId !== undefined) return { companyId, ...narrowed };
  const { list } = narrowed;
  if (list !== undefined && list !== 'None') return { list };
  throw badInput({ user_smart_list_id: 'Name a smart list, a company, or one of the three flags as true.' });
}

function listsAskedFor(flags: Flags): InLists {
  const names = Object.keys(listOfFlag) as (keyof Flags)[];
  const asked = names.filter((name) => flags[name] === true);
  if (asked.length > 1) {
    throw badInput(Object.fromEntries(asked.map((name) => [name, 'At most one flag may be true.'])));
  }
  const [only] = asked;
  if (only !== undefined) return { list: listOfFlag[only] };
  const notIn = names.filter((name) => flags[name] === false).map((name) => listOfFlag[name]);
  return threeFlags.every((list) => notIn.includes(list)) ? { list: 'None' } : { notIn };
}

const threeFlags = ['Watchlist', 'Opportunities', 'Archive'] as const;

const listOfFlag = {
  tag_watchlist: 'Watchlist',
  tag_opportunities: 'Opportunities',
  tag_archive: 'Archive',
  tag_later: 'Later',
} as const satisfies Record<keyof Flags, ListName>;

/** What a move asks for, by which a key that is used for another one is recognised. */
function meaningOf(id: number, list: ListName, { later, seen }: EndpointRequest<'moveEntry'>['body']): string {
  const put = later === undefined ? '' : ` ${JSON.stringify(later)}`;
  return `${id} ${list}${put}${seen === 0 ? '' : ` seen ${seen}`}`;
}

/** Throws for the number of a reason that the user does not have; 0 is for none. */
async function throwUnlessReason(reason: number, { deps, user }: SignedInContext): Promise<void> {
  if (reason === 0) return;
  const reasons = await deps.state.reasons.list(user.id);
  if (!reasons.some(({ id }) => id === reason)) throw badInput({ reason: 'There is no such reason any more.' });
}
