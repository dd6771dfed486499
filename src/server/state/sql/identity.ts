import type { LostCompany } from '../port.ts';
import { listParameter, type Statements } from './database.ts';

/** Stores what companies are found again by. Call it in a transaction. */
export async function identify(db: Statements, companies: readonly LostCompany[]): Promise<void> {
  if (companies.length === 0) return;
  const rows = new Map(companies.map(({ companyId, domain, foldedName }) => [companyId, [domain, foldedName]]));
  await db.run(
    `INSERT INTO known_company (team_id, id, domain, folded_name)
     SELECT :team, CAST(s.value ->> 0 AS BIGINT), s.value ->> 1, s.value ->> 2 FROM records(?) s WHERE true
     ON CONFLICT (team_id, id) DO UPDATE SET domain = excluded.domain, folded_name = excluded.folded_name
       WHERE known_company.domain <> excluded.domain OR known_company.folded_name <> excluded.folded_name`,
    listParameter([...rows].map(([id, row]) => [id, ...row])),
  );
}
