import type { EndpointResponse } from '#shared/api/messages.ts';
import type { CollectionSharing, ListSharing, Settled } from '#shared/domain/team.ts';
import { isAtLeast } from '#shared/domain/team.ts';
import { assertNever } from '#shared/errors.ts';
import type {
  CollectionRecord,
  SettlementRecord,
  SharedMember,
  ShareOutcome,
  SmartListRecord,
} from '../../state/port.ts';
import { found, notFound } from '../http/answers.ts';
import type { Guard, Guards, Handlers, SignedInContext } from './handler.ts';
import { needs, peopleOf, refused } from './team.ts';

type SharingCalls =
  | 'getListSharing'
  | 'shareList'
  | 'dealCompanies'
  | 'giveBackCompanies'
  | 'getListProgress'
  | 'listConflicts'
  | 'settleConflict'
  | 'getCollectionSharing'
  | 'shareCollection';

/** How long what was dealt is kept from others, in milliseconds. */
const leaseMs = 10 * 60_000;

/** Shared smart lists and collections. */
export const sharingHandlers: Pick<Handlers, SharingCalls> = {
  async getListSharing({ params }, context) {
    return listSharing(found(await ownList(params.id, context), 'smart list'), context);
  },

  async shareList({ params: { id }, body: { mode, members } }, context) {
    needs(context, 'analyst', 'share lists');
    const { deps, user } = context;
    const asked = await askedMembers(members, context);
    throwUnlessShared(await deps.state.sharing.share(user.id, id, mode, asked, deps.now().toISOString()), 'smart list');
    return listSharing(found(await ownList(id, context), 'smart list'), context);
  },

  async dealCompanies({ params: { id }, body: { count } }, { deps, user }) {
    const now = deps.now();
    const until = new Date(now.getTime() + leaseMs).toISOString();
    const entries = await deps.state.sharing.deal(user.id, id, { count, until }, now.toISOString());
    if (entries === undefined) {
      throw refused(
        'Companies are dealt only in shared lists where one decision settles a company, to those who decide in them.',
      );
    }
    return { until, entries };
  },

  async giveBackCompanies({ params: { id } }, { deps, user }) {
    await deps.state.sharing.giveBack(user.id, id);
    return null;
  },

  async getListProgress({ params: { id } }, context) {
    const { deps, user } = context;
    const list = found(await ownList(id, context), 'smart list');
    const [rows, counts, people] = await Promise.all([
      deps.state.sharing.progress(list.shared?.family ?? 0, deps.now().toISOString()),
      deps.state.smartLists.counts(user.id, [id]),
      peopleOf(context),
    ]);
    const members = rows.map(({ userId, settled, dealt }) => ({ ...people(userId), settled, dealt }));
    return { members, left: counts.get(id)?.unratedCount ?? 0 };
  },

  async listConflicts(_, context) {
    return conflictsOf(context);
  },

  async settleConflict({ params: { id }, body: { kept } }, context) {
    const { deps, user } = context;
    const at = deps.now().toISOString();
    const outcome = await deps.state.sharing.settleConflict(user.id, isLead(context), id, kept, at);
    switch (outcome) {
      case 'settled':
        return conflictsOf(context);
      case 'missing':
        throw notFound('conflict');
      case 'not_owner':
        throw refused('Only the owner of the list or a lead can settle this.');
      case 'no_such_decision':
        throw refused('That decision is not one of the two any more.', 'kept');
      default:
        return assertNever(outcome);
    }
  },

  async getCollectionSharing({ params: { id } }, context) {
    const { deps, user } = context;
    return collectionSharing(found(await deps.state.collections.get(user.id, id), 'collection'), context);
  },

  async shareCollection({ params: { id }, body: { members } }, context) {
    needs(context, 'analyst', 'share collections');
    const { deps, user } = context;
    const collection = found(await deps.state.collections.get(user.id, id), 'collection');
    if (collection.ownerId !== user.id) throw notYours('collection');
    const asked = await askedMembers(members, context);
    const at = deps.now().toISOString();
    throwUnlessShared(await deps.state.sharing.shareCollection(user.id, id, asked, at), 'collection');
    return collectionSharing(collection, context);
  },
};

const seenList: Guard = async (id, context) => {
  found(await ownList(id, context), 'smart list');
};

const seenCollection: Guard = async (id, { deps, user }) => {
  found(await deps.state.collections.get(user.id, id), 'collection');
};

export const sharingGuards: Pick<Guards, SharingCalls> = {
  getListSharing: seenList,
  shareList: seenList,
  dealCompanies: seenList,
  giveBackCompanies: seenList,
  getListProgress: seenList,
  getCollectionSharing: seenCollection,
  shareCollection: seenCollection,
  async settleConflict(id, context) {
    const conflicts = await context.deps.state.sharing.conflicts(context.user.id, isLead(context));
    if (!conflicts.some((conflict) => conflict.id === id)) throw notFound('conflict');
  },
};

function isLead({ user }: SignedInContext): boolean {
  return isAtLeast(user.role, 'lead');
}

function ownList(id: number, { deps, user }: SignedInContext): Promise<SmartListRecord | undefined> {
  return deps.state.smartLists.get(user.id, id);
}

async function listSharing(list: SmartListRecord, context: SignedInContext): Promise<ListSharing> {
  const people = await peopleOf(context);
  const members = await context.deps.state.sharing.members(list.id);
  const { shared } = list;
  return {
    mode: shared?.mode ?? null,
    role: shared?.role ?? 'owner',
    owner: people(shared?.ownerId ?? context.user.id),
    members: members.map(({ userId, role }) => ({ ...people(userId), role })),
  };
}

async function collectionSharing(
  { id, ownerId }: CollectionRecord,
  context: SignedInContext,
): Promise<CollectionSharing> {
  const { deps, user } = context;
  const people = await peopleOf(context);
  const members = await deps.state.sharing.collectionMembers(id);
  return {
    role: (await deps.state.collections.roleIn(user.id, id)) ?? 'reader',
    owner: people(ownerId),
    members: members.map(({ userId, role }) => ({ ...people(userId), role })),
  };
}

/** Whom the user wants to share with: people on the team, each once. */
async function askedMembers(
  members: readonly { readonly id: number; readonly role: SharedMember['role'] }[],
  { deps }: SignedInContext,
): Promise<SharedMember[]> {
  const there = new Map((await deps.state.team.members()).map((member) => [member.id, member]));
  const asked = new Map<number, SharedMember>();
  for (const { id, role } of members) {
    const member = there.get(id);
    if (member === undefined || member.isClosed) throw refused('Only people on the team can share this.', 'members');
    // A reader of the team reads here, too.
    asked.set(id, { userId: id, role: member.role === 'reader' ? 'reader' : role });
  }
  return [...asked.values()];
}

function throwUnlessShared(outcome: ShareOutcome, what: string): void {
  switch (outcome) {
    case 'shared':
      return;
    case 'missing':
      throw notFound(what);
    case 'not_owner':
      throw notYours(what);
    case 'not_shareable':
      throw refused('A list filled by hand can’t be shared. Share a collection instead.');
    default:
      assertNever(outcome);
  }
}

function notYours(what: string) {
  return refused(`Only the owner of this ${what} can share it.`);
}

async function conflictsOf(context: SignedInContext): Promise<EndpointResponse<'listConflicts'>> {
  const { deps, user } = context;
  const rows = await deps.state.sharing.conflicts(user.id, isLead(context));
  const [people, companies, names] = await Promise.all([
    peopleOf(context),
    deps.companies.getMany([...new Set(rows.map(({ companyId }) => companyId))]),
    deps.state.smartLists.names(user.id, [...new Set(rows.map(({ smartListId }) => smartListId))]),
  ]);
  const byId = new Map(companies.map(({ id, name }) => [id, { id, name }]));
  const view = ({ userId, seq, list, at }: SettlementRecord): Settled => ({ user: people(userId), list, at, seq });
  const results = rows.map((row) => ({
    id: row.id,
    list: { id: row.smartListId, name: names.get(row.smartListId) ?? 'A colleague’s list' },
    company: byId.get(row.companyId) ?? { id: row.companyId, name: 'A company that was removed' },
    first: view(row.first),
    second: view(row.second),
    made_at: row.madeAt,
    kept: row.kept === 0 ? null : row.kept,
    may_settle: row.role === 'owner' || isLead(context),
  }));
  return { results };
}
