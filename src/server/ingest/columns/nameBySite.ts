import { fold } from '#shared/domain/text.ts';
import { domainOf } from '#shared/domain/webAddress.ts';

/** Shorter names lie in many addresses by chance. */
const fewestLetters = 3;

/** Rows by which a column of names is told. */
const rowsLookedAt = 300;

/**
 * The column of names in a table whose headers name none, by the column of sites: companies are called much as their
 * domains are. Undefined where no column of `candidates` is like that in half of the rows.
 */
export function nameColumnBySite(
  rows: readonly (readonly string[])[],
  site: number,
  candidates: readonly number[],
): number | undefined {
  const known = rows
    .slice(0, rowsLookedAt)
    .map((row) => ({ row, domain: lettersOf(domainOf(row[site] ?? '').split('.', 1)[0] ?? '') }))
    .filter(({ domain }) => domain.length >= fewestLetters);
  const shares = candidates.map((column) => {
    const alike = known.filter(({ row, domain }) => isNameOf(row[column] ?? '', domain)).length;
    return { column, share: known.length === 0 ? 0 : alike / known.length };
  });
  const [best] = shares.toSorted((a, b) => b.share - a.share);
  return best === undefined || best.share < 0.5 ? undefined : best.column;
}

function isNameOf(cell: string, domain: string): boolean {
  if (cell.length > 100 || cell.includes('@') || domainOf(cell) !== '') return false;
  const [first = ''] = cell.trim().split(/\s+/, 1);
  const whole = lettersOf(cell);
  const start = lettersOf(first);
  return (
    (whole.length >= fewestLetters && (whole.includes(domain) || domain.includes(whole))) ||
    (start.length > fewestLetters && domain.startsWith(start))
  );
}

function lettersOf(text: string): string {
  return fold(text).replaceAll(/[^a-z0-9]/g, '');
}
