import type { CompanyIdentity } from '../port.ts';
import type { StateDatabase } from './database.ts';

/** Stores what a company is found again by. Call it in a transaction. */
export function identify(db: StateDatabase, companyId: number, { domain, foldedName }: CompanyIdentity): void {
  db.run(
    `INSERT INTO known_company (id, domain, folded_name) VALUES (?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET domain = excluded.domain, folded_name = excluded.folded_name
       WHERE domain <> excluded.domain OR folded_name <> excluded.folded_name`,
    companyId,
    domain,
    foldedName,
  );
}
