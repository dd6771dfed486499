/**
 * A company and those that were merged into it, as rows `(id)` of `same`; its parameter is the company. What is joined
 * to it is joined by CROSS JOIN: SQLite may not begin with all that the user has.
 */
export const sameCompany = `WITH RECURSIVE same (id) AS (
  SELECT CAST(? AS BIGINT)
  UNION SELECT m.gone FROM merge_note m JOIN same s ON m.kept = s.id WHERE m.team_id = :team AND m.done <> '')`;

/** Rows `(shown, id)` of `same`: each of some companies, `ids(?)`, and those that were merged into it. */
export const sameCompanies = `WITH RECURSIVE same (shown, id) AS (
  SELECT value, value FROM ids(?)
  UNION SELECT s.shown, m.gone FROM same s JOIN merge_note m ON m.kept = s.id
    WHERE m.team_id = :team AND m.done <> '')`;
