import type { PoolClient } from 'pg';
import { distinctNames } from '#shared/domain/listNameKey.ts';

/** Keys for the names of lists and collections, and a name of its own for each of them. */
export const namesApart = {
  sql: `
-- What no two lists, and no two collections, of a user share: the name without case and accents.
ALTER TABLE smart_list ADD COLUMN name_key text COLLATE "C" NOT NULL DEFAULT '';
ALTER TABLE collection ADD COLUMN name_key text COLLATE "C" NOT NULL DEFAULT '';
DROP INDEX smart_list_name;
DROP INDEX collection_name;
CREATE UNIQUE INDEX smart_list_name ON smart_list (team_id, user_id, name_key)
  WHERE deleted_at = '' AND name_key <> '';
CREATE UNIQUE INDEX collection_name ON collection (team_id, user_id, name_key)
  WHERE deleted_at = '' AND name_key <> '';
`,
  async afterwards(client: Pick<PoolClient, 'query'>): Promise<void> {
    for (const table of ['smart_list', 'collection']) {
      const { rows } = await client.query<{ team: string; id: string; owner: string; name: string; deleted: string }>(
        `SELECT team_id AS team, id, user_id AS owner, name, deleted_at AS deleted FROM ${table} ORDER BY id`,
      );
      for (const [team, ofTeam] of Map.groupBy(rows, (row) => Number(row.team))) {
        const named = distinctNames(
          ofTeam.map(({ id, owner, name, deleted }) => ({
            id: Number(id),
            userId: Number(owner),
            name,
            isDeleted: deleted !== '',
          })),
        );
        await client.query({
          text: `UPDATE ${table} AS t SET name = n.name, name_key = n.key
            FROM jsonb_to_recordset($1) AS n (id bigint, name text, key text) WHERE t.team_id = $2 AND t.id = n.id`,
          values: [JSON.stringify(named), team],
        });
      }
    }
  },
};
