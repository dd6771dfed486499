import { useDebouncedValue } from '@mantine/hooks';
import { useMemo, type ReactNode } from 'react';
import type { SearchWords } from '#shared/api/schemas.ts';
import { filtersToQuery, withoutText } from '#shared/domain/filterQuery.ts';
import type { FilterSet } from '#shared/domain/filters.ts';
import { isActiveText } from '#shared/domain/searchText.ts';
import { formatCount } from '#shared/domain/formats.ts';
import { useApiQuery } from '../../data/useApi.ts';
import { useCommands } from '../../keyboard/CommandProvider.tsx';
import { KeyTip } from '../../keyboard/Keys.tsx';
import classes from './SearchWords.module.css';

/** How long a search rests before other texts are asked for, in milliseconds: its rows come first. */
const askDelay = 120;

/** Other texts for a search, and what they find; undefined until that is known. */
export function useSearchWords(filters: FilterSet): SearchWords | undefined {
  const query = useMemo(() => filtersToQuery(filters), [filters]);
  const [resting] = useDebouncedValue(query, askDelay);
  const enabled = resting === query && isActiveText(filters.include.textSearch);
  return useApiQuery('getSearchWords', { query }, { replaces: 'searchWords', enabled }).data;
}

/** “Also 611 with words that begin with “hospital””, where there are longer words; sets `hospital*`. */
export function LongerWords({
  words,
  onText,
}: {
  readonly words: SearchWords | undefined;
  readonly onText: (text: string) => void;
}): ReactNode {
  const longer = words === undefined || words.count === 0 ? undefined : words.longer[0];
  useCommands(longer === undefined ? {} : { 'list.longerWords': () => onText(longer.text_search) });
  if (longer === undefined) return null;
  return (
    <KeyTip id="list.longerWords">
      <button type="button" className={classes.longer} onClick={() => onText(longer.text_search)}>
        Also {formatCount(longer.count)} with words that begin with “{longer.word}”
      </button>
    </KeyTip>
  );
}

/** Says that words find names only, where none of the companies has a description. */
export function NamesOnly({ filters }: { readonly filters: FilterSet }): ReactNode {
  const query = useMemo(() => filtersToQuery(withoutText(filters)), [filters]);
  const enabled = isActiveText(filters.include.textSearch);
  const found = useApiQuery('searchCompanies', { query: { ...query, page_size: 1 } }, { enabled }).data;
  if (!enabled || found === undefined || found.count === 0 || found.blank?.includes('description') !== true)
    return null;
  return <span className={classes.earlier}>No company here has a description: words find names only.</span>;
}
