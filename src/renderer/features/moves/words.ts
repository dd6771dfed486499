import type { ListName } from '#shared/domain/listName.ts';
import { assertNever } from '#shared/errors.ts';
import { isolated } from '../../ui/bidi.ts';
import { counted } from '../../ui/numbers.ts';

/**
 * What a decision did, for the live region and toasts: `Archived Acme`, `Moved 12 companies to Watchlist`. A company with
 * several entries is one company.
 */
export function decidedText(to: ListName, targets: readonly { name: string; companyId: number }[]): string {
  const companies = new Set(targets.map(({ companyId }) => companyId)).size;
  const what = companies === 1 ? isolated(targets[0]?.name ?? '') : counted(companies, 'company', 'companies');
  switch (to) {
    case 'Archive':
      return `Archived ${what}`;
    case 'Watchlist':
    case 'Opportunities':
      return `Moved ${what} to ${to}`;
    case 'None':
      return `Moved ${what} back to the inbox`;
    default:
      return assertNever(to);
  }
}

/** What undo took back: `Undid: Archived Acme.` */
export function undoneText(label: string): string {
  return `Undid: ${label}.`;
}
