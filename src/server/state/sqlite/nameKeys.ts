import type { Migration } from '#node/migrate.ts';
import { distinctNames } from '#shared/domain/listNameKey.ts';

/** Gives every list and collection a name of its own, with its key. What is there already gets the same again. */
export const namesApart: Pick<Migration, 'sql' | 'functions'> = {
  sql: `
UPDATE smart_list SET name = named.value ->> 'name', name_key = named.value ->> 'key'
FROM json_each(distinct_names((SELECT json_group_array(json_array(id, user_id, name, deleted_at) ORDER BY id)
  FROM smart_list))) AS named WHERE smart_list.id = named.value ->> 'id';
UPDATE collection SET name = named.value ->> 'name', name_key = named.value ->> 'key'
FROM json_each(distinct_names((SELECT json_group_array(json_array(id, user_id, name, deleted_at) ORDER BY id)
  FROM collection))) AS named WHERE collection.id = named.value ->> 'id';
`,
  functions: { distinct_names: distinctNamesOf },
};

/** Rows in JSON as their names and keys in JSON. */
function distinctNamesOf(json: string): string {
  const rows = JSON.parse(json) as [id: number, userId: number, name: string, deletedAt: string][];
  const named = rows.map(([id, userId, name, deletedAt]) => ({ id, userId, name, isDeleted: deletedAt !== '' }));
  return JSON.stringify(distinctNames(named));
}
