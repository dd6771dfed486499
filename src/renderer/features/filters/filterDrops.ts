import { filtersToQuery } from '#shared/domain/filterQuery.ts';
import type { FilterSet } from '#shared/domain/filters.ts';
import { inQuotes } from '#shared/domain/searchText.ts';
import type { FilterNames } from '#shared/fields/filterRows.ts';
import { chipsOf, type FilterChip } from './FilterChips.tsx';
import { including, withoutFields } from './filterEdits.ts';

/** A search with something less, and what it is without, as it follows “Without”. */
export interface FilterDrop {
  readonly key: string;
  readonly what: string;
  /** The search's text, in whole or in part; everything else is a filter. */
  readonly isText: boolean;
  readonly filters: FilterSet;
}

/** Most values of a field to name. */
const mostNamed = 3;

/**
 * A search without each thing that restricts it. The included values of a field are one thing, as any of them is
 * enough; everything excluded is one each.
 */
export function filterDrops(filters: FilterSet, names: FilterNames): FilterDrop[] {
  const chips = chipsOf(filters, names);
  const drops: FilterDrop[] = [];
  for (const [field, included] of Map.groupBy(
    chips.filter((chip) => !chip.isExcluded),
    (chip) => chip.field,
  )) {
    if (field === 'textSearch') continue;
    const excluded = { ...filters.exclude };
    const { include } = withoutFields(filters, [field]);
    drops.push({ key: field, what: namesOf(included), isText: false, filters: { include, exclude: excluded } });
  }
  for (const { key, label, without } of chips.filter((chip) => chip.isExcluded)) {
    drops.push({ key, what: `“not ${label}”`, isText: false, filters: without });
  }
  const text = filters.include.textSearch;
  if (chips.some((chip) => chip.field === 'textSearch' && !chip.isExcluded)) {
    const without = including(filters, { textSearch: '' });
    drops.push({ key: 'text', what: inQuotes(text), isText: true, filters: without });
  }
  return drops;
}

/** A search without two of the things that restrict it, for where no single one is to blame. */
export function pairsOfDrops(filters: FilterSet, names: FilterNames): FilterDrop[] {
  const drops = filterDrops(filters, names);
  return drops.flatMap((one, index) =>
    drops.slice(index + 1).flatMap((other) => {
      // The other one is looked up in what is left: dropping one leaves the keys of the others alone.
      const both = filterDrops(one.filters, names).find(({ key }) => key === other.key);
      if (both === undefined) return [];
      return [
        {
          key: `${one.key} ${other.key}`,
          what: `${one.what} and ${other.what}`,
          isText: one.isText || other.isText,
          filters: both.filters,
        },
      ];
    }),
  );
}

/** Those that find something, the cheapest first: a filter before words, and then what finds most. */
export function helpful<T extends Pick<FilterDrop, 'isText'> & { readonly count: number }>(drops: readonly T[]): T[] {
  return drops
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => Number(a.isText) - Number(b.isText) || b.count - a.count);
}

/** The query that counts what a search finds. */
export function countQuery({ filters }: Pick<FilterDrop, 'filters'>): Record<string, string> {
  return { ...filtersToQuery(filters), page_size: '1' };
}

function namesOf(chips: readonly FilterChip[]): string {
  const named = chips.slice(0, mostNamed).map(({ label }) => label);
  const more = chips.length - named.length;
  if (more > 0) return `${named.join(', ')} and ${more} more`;
  return named.length > 1 ? `${named.slice(0, -1).join(', ')} or ${named.at(-1) ?? ''}` : (named[0] ?? '');
}
