import type { Collection, CollectionItem, CollectionPreview } from '#shared/domain/collection.ts';
import { AppError } from '#shared/errors.ts';
import { identityOf } from '../../lists/entrySeeds.ts';
import { examined, found, notFound, pageAnswer, sliceOf } from '../http/answers.ts';
import type { CollectionRecord, NameTaken } from '../../state/port.ts';
import { askedOf } from './entries.ts';
import type { SharedRole } from '#shared/domain/team.ts';
import type { Guard, Guards, Handlers, SignedInContext } from './handler.ts';
import { peopleOf, refused } from './team.ts';

type CollectionCalls =
  | 'listCollectionPreviews'
  | 'listCollections'
  | 'listCollectionCompanies'
  | 'createCollection'
  | 'updateCollection'
  | 'deleteCollection'
  | 'restoreCollection'
  | 'addCollectionItem'
  | 'addCollectionItems'
  | 'deleteCollectionItem';

export const collectionHandlers: Pick<Handlers, CollectionCalls> = {
  async listCollectionPreviews({ query }, context) {
    const { deps, user, url } = context;
    const { count, rows } = await deps.state.collections.list(user.id, sliceOf(query));
    const shared = await sharedViews(context, rows);
    return pageAnswer(
      url,
      query,
      count,
      rows.map((row) => previewOf(row, shared)),
    );
  },

  async listCollections({ query }, context) {
    const { deps, user, url } = context;
    const { count, rows } = await deps.state.collections.list(user.id, sliceOf(query));
    const items = await deps.state.collections.items(rows.map(({ id }) => id));
    const shared = await sharedViews(context, rows);
    const results = rows.map((collection) => withItems(collection, items.get(collection.id) ?? [], shared));
    return pageAnswer(url, query, count, results);
  },

  async listCollectionCompanies({ params, query }, context) {
    const { deps, url, user } = context;
    const { count, rows } = await deps.lists.items(params.id, askedOf(query, sliceOf(query), context));
    const companyIds = rows.map((item) => item.company_id);
    const companies = await deps.companies.getMany(companyIds);
    const notes = await deps.state.notes.newest(user.id, companyIds);
    const byId = new Map(companies.map((company) => [company.id, company]));
    const results = rows.flatMap((item) => {
      const company = byId.get(item.company_id);
      return company === undefined
        ? []
        : [{ ...company, collection_item_id: item.id, note: notes.get(company.id) ?? '' }];
    });
    const page = pageAnswer(url, query, count, results);
    if (query.page > 0) return page;
    const { rows: first } = count > rows.length ? await deps.state.collections.itemPage(params.id, examined) : { rows };
    return { ...page, blank: await deps.companies.blankFields(first.map((item) => item.company_id)) };
  },

  async createCollection({ body }, { deps, user }) {
    const { name, description } = body;
    const created = await deps.state.collections.create(user.id, name, description, deps.now().toISOString());
    return withItems(unlessTaken(created), [], () => null);
  },

  async updateCollection({ params, body }, context) {
    await needsToEdit(params.id, context);
    const { name, description } = body;
    const changed = await context.deps.state.collections.update(context.user.id, params.id, {
      ...(name === undefined ? {} : { name }),
      ...(description === undefined ? {} : { description }),
    });
    return whole(context, found(unlessTaken(changed), 'collection'));
  },

  async deleteCollection({ params }, context) {
    const { deps, user } = context;
    if ((await deps.state.collections.roleIn(user.id, params.id)) !== 'owner') {
      throw refused('The owner of this collection deletes it.');
    }
    if (!(await deps.state.collections.remove(user.id, params.id, deps.now().toISOString()))) {
      throw notFound('collection');
    }
    return null;
  },

  async restoreCollection({ params }, context) {
    const restored = await context.deps.state.collections.restore(context.user.id, params.id);
    return whole(context, found(unlessTaken(restored), 'collection'));
  },

  async addCollectionItem({ body }, context) {
    const [item] = await addCompanies(context, body.collection, [body.company_id]);
    return found(item, 'company');
  },

  async addCollectionItems({ body }, context) {
    return { results: await addCompanies(context, body.collection_id, body.company_ids) };
  },

  async deleteCollectionItem({ params }, context) {
    const { deps, user } = context;
    const collection = await deps.state.collections.collectionOfItem(user.id, params.id);
    if (collection !== undefined) await needsToEdit(collection, context);
    if (!(await deps.state.collections.removeItem(user.id, params.id))) throw notFound('collection item');
    return null;
  },
};

const ownCollection: Guard = async (id, { deps, user }) => {
  found(await deps.state.collections.get(user.id, id), 'collection');
};

export const collectionGuards: Pick<Guards, CollectionCalls> = {
  listCollectionCompanies: ownCollection,
  updateCollection: ownCollection,
  deleteCollection: ownCollection,
  async deleteCollectionItem(id, { deps, user }) {
    found(await deps.state.collections.collectionOfItem(user.id, id), 'collection item');
  },
};

/** Adds companies to a collection; all of them must exist, and the collection must be the user's. */
async function addCompanies(
  context: SignedInContext,
  collectionId: number,
  companyIds: readonly number[],
): Promise<CollectionItem[]> {
  const { deps, user } = context;
  const { id } = found(await deps.state.collections.get(user.id, collectionId), 'collection');
  await needsToEdit(id, context);
  const companies = await deps.companies.getMany(companyIds);
  const identities = companies.map((company) => ({ companyId: company.id, ...identityOf(company) }));
  const there = new Set(companies.map((company) => company.id));
  const missing = companyIds.filter((companyId) => !there.has(companyId));
  if (missing.length > 0) throw new AppError('not_found', `There is no company ${missing.slice(0, 5).join(', ')}.`);
  return deps.state.collections.addItems(id, companyIds, deps.now().toISOString(), identities);
}

async function whole(context: SignedInContext, collection: CollectionRecord): Promise<Collection> {
  const items = await context.deps.state.collections.items([collection.id]);
  return withItems(collection, items.get(collection.id) ?? [], await sharedViews(context, [collection]));
}

/** Throws for a collection that the user may only read. */
async function needsToEdit(id: number, { deps, user }: SignedInContext): Promise<void> {
  if ((await deps.state.collections.roleIn(user.id, id)) === 'reader') {
    throw refused('You only read this shared collection.');
  }
}

type Shared = (collection: CollectionRecord) => CollectionPreview['shared'];

/** Whose collections are that others share with the user, and what the user may do with them. */
async function sharedViews(context: SignedInContext, rows: readonly CollectionRecord[]): Promise<Shared> {
  const { deps, user } = context;
  const others = rows.filter(({ ownerId }) => ownerId !== user.id);
  if (others.length === 0) return () => null;
  const people = await peopleOf(context);
  const roles = new Map<number, SharedRole>();
  for (const { id } of others) roles.set(id, (await deps.state.collections.roleIn(user.id, id)) ?? 'reader');
  return ({ id, ownerId }) => {
    const role = roles.get(id);
    return role === undefined ? null : { role, owner: people(ownerId) };
  };
}

function previewOf(collection: CollectionRecord, shared: Shared): CollectionPreview {
  const { id, name, description, itemCount } = collection;
  return { id, name, description, collection_items_count: itemCount, shared: shared(collection) };
}

function withItems(collection: CollectionRecord, items: CollectionItem[], shared: Shared): Collection {
  return {
    ...previewOf(collection, shared),
    collection_items_count: items.length,
    collection_items: items,
    companies: items.map((item) => item.company_id),
  };
}

/** A name that another of the user's collections has is a conflict (product 17.6). */
function unlessTaken<T>(result: T | NameTaken): T {
  if (result !== 'name_taken') return result;
  throw new AppError('conflict', 'You already have a collection with this name.', {
    fields: { name: 'You already have a collection with this name.' },
  });
}
