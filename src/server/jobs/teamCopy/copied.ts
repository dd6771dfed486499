import type { DatabaseSync } from 'node:sqlite';
import { isDeepStrictEqual } from 'node:util';
import { integer, valuesOf } from '#node/rows.ts';
import { AppError } from '#shared/errors.ts';
import type { FileBatches } from './fileBatches.ts';
import { quoted, RowHash, rowsOfDatabase, rowsOfFile, type Asker, type TeamTable } from './tables.ts';

/** The team that a database of one team has. */
export const team = 1;

/** What a team has: the rows of each table of the state, the hash of its ledger, and how many companies there are. */
export interface Copied {
  readonly tables: Readonly<Record<string, number>>;
  readonly ledger: string;
  readonly companies: number;
}

/** What a file has, with the companies of its index. */
export function countFile(
  state: DatabaseSync,
  { companies }: Pick<FileBatches, 'companies'>,
  tables: readonly TeamTable[],
): Copied {
  const rows = tables.map(({ name }): [string, number] => {
    const counted = state.prepare(`SELECT count(*) FROM ${quoted(name)}`).all();
    return [name, valuesOf(integer, counted)[0] ?? 0];
  });
  const hash = new RowHash();
  for (const row of rowsOfFile(state, ledgerOf(tables), ledgerOrder)) hash.add(row);
  return { tables: Object.fromEntries(rows), ledger: hash.hex, companies };
}

/** What a database has. The connection must be in a transaction. */
export async function countDatabase(client: Asker, tables: readonly TeamTable[]): Promise<Copied> {
  const count = async (what: string): Promise<number> => {
    const { rows } = await client.query<{ count: number }>(`SELECT count(*) AS count FROM ${what}`);
    return Number(rows[0]?.count);
  };
  const counts: Record<string, number> = {};
  for (const { name } of tables) counts[name] = await count(`${quoted(name)} WHERE team_id = ${String(team)}`);
  const hash = new RowHash();
  for await (const rows of rowsOfDatabase(client, team, ledgerOf(tables), ledgerOrder)) {
    for (const row of rows) hash.add(row);
  }
  const companies = await count(`company_version WHERE replaced_by = 0 AND kind <> 'removed'`);
  return { tables: counts, ledger: hash.hex, companies };
}

/** Returns what was copied. Throws `storage_corrupt` if the copy has anything else. */
export function checkCopied(from: Copied, to: Copied): Copied {
  if (isDeepStrictEqual(from, to)) return to;
  const names = Object.keys(from.tables).filter((name) => from.tables[name] !== to.tables[name]);
  if (from.ledger !== to.ledger) names.push('the ledger');
  if (from.companies !== to.companies) names.push('the companies');
  const message = `The copy differs from what was copied (${names.join(', ')}). Nothing of it was kept.`;
  throw new AppError('storage_corrupt', message);
}

function ledgerOf(tables: readonly TeamTable[]): TeamTable {
  const ledger = tables.find(({ name }) => name === 'event');
  if (ledger === undefined) throw new Error('There is no ledger.');
  return ledger;
}

const ledgerOrder = 'ORDER BY seq';
