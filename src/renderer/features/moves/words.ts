import type { ListName } from '#shared/domain/listName.ts';
import { assertNever } from '#shared/errors.ts';

/** What a decision did, for the live region and toasts: `Archived Acme`, `Moved 12 companies to Watchlist`. */
export function decidedText(to: ListName, targets: readonly { name: string }[]): string {
  const what = targets.length === 1 ? (targets[0]?.name ?? '') : `${targets.length} companies`;
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
