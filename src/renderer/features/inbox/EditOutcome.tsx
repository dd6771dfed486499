import { keepPreviousData } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { SmartListEdit } from '#shared/api/schemas.ts';
import type { FilterSet } from '#shared/domain/filters.ts';
import { counted, formatCount } from '#shared/domain/formats.ts';
import { useApiQuery } from '../../data/useApi.ts';
import classes from './EditFiltersDialog.module.css';

/** What saving other filters does to a smart list: what it drops, what it adds, and what stays. */
export function EditOutcome({ list, filters }: { readonly list: number; readonly filters: FilterSet }): ReactNode {
  const edit = useApiQuery(
    'previewSmartListEdit',
    { params: { id: list }, body: { filters } },
    { placeholderData: keepPreviousData },
  );
  if (edit.isError) {
    return (
      <p className={classes.note} role="alert">
        Couldn’t count what would change. {edit.error.message}
      </p>
    );
  }
  return (
    <p className={classes.note} aria-live="polite" data-stale={edit.isPlaceholderData}>
      {edit.data === undefined ? 'Counting what would change …' : editText(edit.data)}
    </p>
  );
}

/** What an edit does, in sentences. */
export function editText(edit: SmartListEdit): string {
  const { dropped, dropped_kept: kept, added, left_out: leftOut, known, decided } = edit;
  const removed =
    dropped === 0
      ? 'Removes no company'
      : `Removes ${counted(dropped, 'undecided company', 'undecided companies')}${keptText(dropped, kept)}`;
  const adds = added === 0 ? 'adds none' : `adds ${formatCount(added)}`;
  const before = leftOut === 0 ? '' : ` Leaves out ${counted(leftOut, 'match', 'matches')} that you decided on before.`;
  const out = known === 0 ? '' : ` Leaves out ${counted(known, 'match', 'matches')} that you know already.`;
  const stay =
    decided === 0 ? '' : ` ${counted(decided, 'decided company stays', 'decided companies stay')} in the list.`;
  return `${removed} and ${adds}.${before}${out}${stay}`;
}

function keptText(dropped: number, kept: number): string {
  if (kept === 0) return '';
  if (dropped === 1) return ', which you once had in Watchlist or Opportunities,';
  return `, ${kept === dropped ? 'all' : formatCount(kept)} of which you once had in Watchlist or Opportunities,`;
}
