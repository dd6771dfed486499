import type { BenchQuery } from '../searchEngine.ts';
import { listFields, pageSize, scalarFields } from '../searchEngine.ts';

/** Whether the matches are computed once and kept, or by each part of the statement as the planner likes. */
export type Form = 'MATERIALIZED' | 'NOT MATERIALIZED';

/**
 * Count and first page in one statement. Companies with all words in their names come first: an index of their own
 * finds them; the rest follow by merit, as ours do (docs/api.md 3).
 */
export function searchStatement(query: BenchQuery, form: Form): string {
  const where = conditionOf(query);
  const order = 'merit DESC, id';
  const named = `name_words @@ ${tsquery(query.words)} AND ${where} ORDER BY ${order} LIMIT ${pageSize}`;
  const hits = query.words.length === 0 ? '' : `, hits AS MATERIALIZED (SELECT id, merit FROM company WHERE ${named})`;
  const first =
    hits === ''
      ? `SELECT id, merit, false AS hit FROM matches ORDER BY ${order} LIMIT ${pageSize}`
      : `SELECT id, merit, true AS hit FROM hits UNION ALL (SELECT id, merit, false FROM matches
           WHERE id NOT IN (SELECT id FROM hits) ORDER BY ${order} LIMIT ${pageSize})`;
  return `WITH matches AS ${form} (SELECT id, merit FROM company WHERE ${where})${hits},
    first AS MATERIALIZED (${first}),
    page AS MATERIALIZED (SELECT * FROM first ORDER BY hit DESC, ${order} LIMIT ${pageSize})
    SELECT (SELECT count(*) FROM matches), company.id, company.data FROM page JOIN company USING (id)
    ORDER BY page.hit DESC, page.merit DESC, page.id`;
}

/** Counts the matches of each value of a field, in one GROUP BY. */
export function groupStatement(query: BenchQuery, field: (typeof listFields)[number]): string {
  return `SELECT value, count(*) FROM company, unnest(${field}) AS value WHERE ${conditionOf(query)} GROUP BY value`;
}

function conditionOf({ words, filters }: BenchQuery): string {
  const conditions = words.length === 0 ? [] : [`words @@ ${tsquery(words)}`];
  for (const field of scalarFields) {
    const values = filters[field];
    if (values !== undefined) conditions.push(`${field} IN (${values.map(quoted).join(', ')})`);
  }
  for (const field of listFields) {
    const values = filters[field];
    if (values !== undefined) conditions.push(`${field} && ARRAY[${values.map(quoted).join(', ')}]`);
  }
  return conditions.join(' AND ');
}

function tsquery(words: readonly string[]): string {
  return `${quoted(words.map((word) => `'${word}'`).join(' & '))}::tsquery`;
}

function quoted(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}
