import type { ReactNode } from 'react';
import type { FilterSet } from '#shared/domain/filters.ts';
import { useFilterNames } from '../../data/filterNames.ts';
import { isDefault, useEarlierFilters, useSearchStore } from '../../data/searchState.tsx';
import { useCommands } from '../../keyboard/CommandProvider.tsx';
import { KeyTip, Keys } from '../../keyboard/Keys.tsx';
import { chipsOf } from '../filters/FilterChips.tsx';
import classes from './SearchWords.module.css';

/** Most filters to name. */
const mostNamed = 4;

/** “Filters of your last search: Biotechnology, $10M+ · Apply”, over a search that started without them. */
export function EarlierFilters(): ReactNode {
  const earlier = useEarlierFilters();
  const { applyEarlier } = useSearchStore();
  useCommands(earlier === null ? {} : { 'list.earlierFilters': applyEarlier });
  if (earlier === null) return null;
  return <Offer filters={earlier} onApply={applyEarlier} />;
}

function Offer({ filters, onApply }: { readonly filters: FilterSet; readonly onApply: () => void }): ReactNode {
  const names = useFilterNames(filters);
  const chips = chipsOf(filters, names);
  const named = chips.slice(0, mostNamed).map(({ label, isExcluded }) => (isExcluded ? `not ${label}` : label));
  const more = chips.length - named.length;
  const whose = isDefault(filters) ? 'Filters a search starts with' : 'Filters of your last search';
  return (
    <span className={classes.offer}>
      <span className={classes.earlier}>
        {whose}: {named.join(', ')}
        {more > 0 && ` and ${more} more`}
      </span>
      <KeyTip id="list.earlierFilters">
        <button type="button" className={classes.longer} onClick={onApply}>
          Apply
        </button>
      </KeyTip>
      <Keys id="list.earlierFilters" />
    </span>
  );
}
