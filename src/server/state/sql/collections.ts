import { integer, text, type RowOf } from '#node/rows.ts';
import type { CollectionItem } from '#shared/domain/collection.ts';
import { listNameKey } from '#shared/domain/listNameKey.ts';
import type { SharedRole } from '#shared/domain/team.ts';
import type { CollectionRecord, CollectionStore, Counted, NameTaken, Slice, LostCompany } from '../port.ts';
import { listParameter, unlessTaken, type Database } from './database.ts';
import { identify } from './identity.ts';

const columns = `c.id, c.name, c.description, c.user_id AS owner_id,
  (SELECT COUNT(*) FROM collection_item i WHERE i.team_id = :team AND i.collection_id = c.id) AS item_count`;
/** That a collection is the user's or shared with the user, who is the parameter twice. */
const seen = `c.deleted_at = '' AND (c.user_id = ? OR EXISTS (SELECT 1 FROM collection_member m
  WHERE m.team_id = :team AND m.collection_id = c.id AND m.user_id = ?))`;
/** The same, of what the user may change. */
const edited = `c.deleted_at = '' AND (c.user_id = ? OR EXISTS (SELECT 1 FROM collection_member m
  WHERE m.team_id = :team AND m.collection_id = c.id AND m.user_id = ? AND m.role = 'editor'))`;
const item = `FROM collection_item i JOIN collection c ON c.team_id = :team AND c.id = i.collection_id
  WHERE i.team_id = :team AND i.id = ?`;

const collectionRow = { id: integer, name: text, description: text, ownerId: integer, itemCount: integer };
const itemRow = { id: integer, companyId: integer };
const ownedItemRow = { ...itemRow, collectionId: integer };

/** Collections in SQL. */
export class SqlCollections implements CollectionStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async list(userId: number, { offset, limit }: Slice): Promise<Counted<CollectionRecord>> {
    const where = `c.team_id = :team AND ${seen}`;
    const count = await this.#db.number(`SELECT COUNT(*) FROM collection c WHERE ${where}`, userId, userId);
    const rows = await this.#db.all(
      collectionRow,
      `SELECT ${columns} FROM collection c WHERE ${where} ORDER BY c.id LIMIT ? OFFSET ?`,
      userId,
      userId,
      limit,
      offset,
    );
    return { count, rows };
  }

  async get(userId: number, id: number): Promise<CollectionRecord | undefined> {
    return this.#read(userId, id);
  }

  async create(userId: number, name: string, description: string, now: string): Promise<CollectionRecord | NameTaken> {
    return unlessTaken('name_taken', async () => {
      const id = await this.#db.insert(
        `INSERT INTO collection (team_id, user_id, name, name_key, description, created_at)
         VALUES (:team, ?, ?, ?, ?, ?) RETURNING id`,
        userId,
        name,
        listNameKey(name),
        description,
        now,
      );
      return { id, name, description, ownerId: userId, itemCount: 0 };
    });
  }

  async update(
    userId: number,
    id: number,
    { name, description }: { readonly name?: string; readonly description?: string },
  ): Promise<CollectionRecord | NameTaken | undefined> {
    return unlessTaken('name_taken', async () => {
      await this.#db.run(
        `UPDATE collection SET name = COALESCE(?, name), name_key = COALESCE(?, name_key),
           description = COALESCE(?, description) WHERE team_id = :team AND id = (
           SELECT c.id FROM collection c WHERE c.team_id = :team AND c.id = ? AND ${edited})`,
        name ?? null,
        name === undefined ? null : listNameKey(name),
        description ?? null,
        id,
        userId,
        userId,
      );
      return this.#read(userId, id);
    });
  }

  async remove(userId: number, id: number, now: string): Promise<boolean> {
    const changed = await this.#db.run(
      `UPDATE collection SET deleted_at = ? WHERE team_id = :team AND id = ? AND user_id = ? AND deleted_at = ''`,
      now,
      id,
      userId,
    );
    return changed > 0;
  }

  async restore(userId: number, id: number): Promise<CollectionRecord | NameTaken | undefined> {
    return unlessTaken('name_taken', async () => {
      const restore = `UPDATE collection SET deleted_at = '' WHERE team_id = :team AND id = ? AND user_id = ?`;
      await this.#db.run(restore, id, userId);
      return this.#read(userId, id);
    });
  }

  async items(ids: readonly number[]): Promise<Map<number, CollectionItem[]>> {
    const rows = await this.#db.all(
      ownedItemRow,
      `SELECT i.id, i.company_id, i.collection_id FROM ids(?) c
       CROSS JOIN collection_item i ON i.team_id = :team AND i.collection_id = c.value ORDER BY i.collection_id, i.id`,
      listParameter(ids),
    );
    const groups = Map.groupBy(rows, ({ collectionId }) => collectionId);
    return new Map(ids.map((id) => [id, (groups.get(id) ?? []).map(itemOf)]));
  }

  async itemPage(id: number, { offset, limit }: Slice): Promise<Counted<CollectionItem>> {
    const count = await this.#db.number(
      'SELECT COUNT(*) FROM collection_item WHERE team_id = :team AND collection_id = ?',
      id,
    );
    const rows = await this.#db.all(
      itemRow,
      `SELECT id, company_id FROM collection_item WHERE team_id = :team AND collection_id = ?
       ORDER BY id LIMIT ? OFFSET ?`,
      id,
      limit,
      offset,
    );
    return { count, rows: rows.map(itemOf) };
  }

  itemsVersion(id: number): Promise<string> {
    return this.#db.versionOf('i', 'FROM collection_item i WHERE i.team_id = :team AND i.collection_id = ?', id);
  }

  async addItems(
    id: number,
    companyIds: readonly number[],
    now: string,
    identities: readonly LostCompany[] = [],
  ): Promise<CollectionItem[]> {
    const unique = [...new Set(companyIds)];
    return this.#db.transaction(async (db) => {
      await identify(db, identities);
      await db.run(
        `INSERT INTO collection_item (team_id, collection_id, company_id, added_at)
         SELECT :team, CAST(? AS BIGINT), c.value, ? FROM ids(?) c WHERE true ORDER BY c.key ON CONFLICT DO NOTHING`,
        id,
        now,
        listParameter(unique),
      );
      const rows = await db.all(
        itemRow,
        `SELECT i.id, i.company_id FROM ids(?) c
         JOIN collection_item i ON i.team_id = :team AND i.collection_id = ? AND i.company_id = c.value ORDER BY c.key`,
        listParameter(unique),
        id,
      );
      return rows.map(itemOf);
    });
  }

  async roleIn(userId: number, id: number): Promise<SharedRole | undefined> {
    const collection = await this.#read(userId, id);
    if (collection === undefined || collection.ownerId === userId)
      return collection === undefined ? undefined : 'owner';
    const select = 'SELECT 1 FROM collection_member WHERE team_id = :team AND collection_id = ? AND user_id = ?';
    return (await this.#db.has(`${select} AND role = 'editor'`, id, userId)) ? 'editor' : 'reader';
  }

  async collectionOfItem(userId: number, itemId: number): Promise<number | undefined> {
    const [id] = await this.#db.column(integer, `SELECT i.collection_id ${item} AND ${seen}`, itemId, userId, userId);
    return id;
  }

  async removeItem(userId: number, itemId: number): Promise<boolean> {
    const remove = `DELETE FROM collection_item WHERE team_id = :team AND id = (SELECT i.id ${item} AND ${edited})`;
    return (await this.#db.run(remove, itemId, userId, userId)) > 0;
  }

  async #read(userId: number, id: number): Promise<CollectionRecord | undefined> {
    return this.#db.get(
      collectionRow,
      `SELECT ${columns} FROM collection c
       WHERE c.team_id = :team AND c.id = ? AND ${seen}`,
      id,
      userId,
      userId,
    );
  }
}

function itemOf({ id, companyId }: RowOf<typeof itemRow>): CollectionItem {
  return { id, company_id: companyId };
}
