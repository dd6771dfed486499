import { Button } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, type KeyboardEvent, type ReactNode } from 'react';
import type { SearchWords } from '#shared/api/schemas.ts';
import { filtersToQuery } from '#shared/domain/filterQuery.ts';
import type { FilterSet } from '#shared/domain/filters.ts';
import { formatCount } from '#shared/domain/formats.ts';
import { isActiveText } from '#shared/domain/searchText.ts';
import { useFilterNames } from '../../data/filterNames.ts';
import { apiQuery } from '../../data/useApi.ts';
import { including } from '../filters/filterEdits.ts';
import { countQuery, filterDrops, helpful, pairsOfDrops, type FilterDrop } from '../filters/filterDrops.ts';

/** A search to try instead. */
interface WayOut {
  readonly label: string;
  readonly count: number;
  readonly filters: FilterSet;
}

/** Most offers of a kind. */
const mostOffers = 3;

/** Most filters to offer: one each may be to blame. */
const mostFilters = 6;

/** Most pairs to count: each costs a search. */
const mostPairs = 36;

/**
 * Where nothing matches: searches that find something, the cheapest first. They are longer words, then a filter less,
 * then a word less; two things less only where no single one helps. The first is focused, so that Enter takes it;
 * arrows, `j` and `k` go through them.
 */
export function WaysOut({
  filters,
  words,
  onChange,
}: {
  readonly filters: FilterSet;
  /** Other texts that find something. */
  readonly words: SearchWords | undefined;
  readonly onChange: (filters: FilterSet) => void;
}): ReactNode {
  const group = useRef<HTMLDivElement>(null);
  const ways = useWaysOut(filters, words);
  const best = ways[0]?.label;
  useEffect(() => {
    // Whoever is typing, or somewhere else on the screen, stays there.
    const active = document.activeElement;
    const isFree =
      active === null ||
      active === document.body ||
      active === document.querySelector('main') ||
      active.closest('[data-region="table"]') !== null;
    if (best !== undefined && isFree) group.current?.querySelector('button')?.focus({ preventScroll: true });
  }, [best]);
  if (ways.length === 0) return null;
  return (
    <div
      ref={group}
      role="toolbar"
      tabIndex={-1}
      aria-label="Searches that find something"
      style={{ display: 'contents' }}
      data-keeps="j k ArrowDown ArrowUp ArrowLeft ArrowRight"
      onKeyDown={step}
    >
      {ways.map(({ label, count, filters: other }) => (
        <Button key={label} variant="default" onClick={() => onChange(other)}>
          {label}: {formatCount(count)}
        </Button>
      ))}
    </div>
  );
}

const steps: Readonly<Record<string, 1 | -1>> = {
  j: 1,
  ArrowDown: 1,
  ArrowRight: 1,
  k: -1,
  ArrowUp: -1,
  ArrowLeft: -1,
};

/** Moves the focus to the next or previous offer. */
function step(event: KeyboardEvent<HTMLElement>): void {
  const delta = steps[event.key];
  if (delta === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  const here = buttons.findIndex((button) => button === document.activeElement);
  buttons[Math.min(buttons.length - 1, Math.max(0, here + delta))]?.focus();
  event.preventDefault();
}

/** What finds something; nothing before it is known for all of them, so that nothing moves under the keys. */
function useWaysOut(filters: FilterSet, words: SearchWords | undefined): readonly WayOut[] {
  const names = useFilterNames(filters);
  const drops = useMemo(() => filterDrops(filters, names), [filters, names]);
  const hasText = isActiveText(filters.include.textSearch);
  const single = useCounted(drops);
  const isKnown = single !== null && (!hasText || words !== undefined);
  const found = isKnown ? waysOf(single, filters, words) : [];
  const isWithoutHelp = isKnown && found.length === 0;
  const pairs = useMemo(
    () => (isWithoutHelp ? pairsOfDrops(filters, names).slice(0, mostPairs) : []),
    [isWithoutHelp, filters, names],
  );
  const both = useCounted(pairs) ?? [];
  return found.length > 0 ? found : helpful(both).slice(0, mostOffers).map(without);
}

function waysOf(
  single: readonly (FilterDrop & { readonly count: number })[],
  filters: FilterSet,
  words: SearchWords | undefined,
): WayOut[] {
  const withText = (text: string): FilterSet => including(filters, { textSearch: text });
  const { longer, without: less, any } = words ?? { longer: [], without: [], any: null };
  const dropped = helpful(single);
  return [
    ...longer.slice(0, 1).map(({ word, count, text_search: text }) => ({
      label: `Words that begin with “${word}”`,
      count,
      filters: withText(text),
    })),
    ...dropped
      .filter(({ isText }) => !isText)
      .slice(0, mostFilters)
      .map(without),
    ...less
      .slice(0, mostOffers)
      .map(({ word, count, text_search: text }) => ({ label: `Without “${word}”`, count, filters: withText(text) })),
    ...(any === null ? [] : [{ label: 'Any of the words', count: any.count, filters: withText(any.text_search) }]),
    // Where some of the words find something, all of them need not go.
    ...(less.length > 0 ? [] : dropped.filter(({ isText }) => isText).map(without)),
  ];
}

function without({ what, count, filters }: FilterDrop & { readonly count: number }): WayOut {
  return { label: `Without ${what}`, count, filters };
}

/** What searches find; null before it is known of all of them. */
function useCounted(drops: readonly FilterDrop[]): readonly (FilterDrop & { readonly count: number })[] | null {
  const counts = useQueries({
    queries: drops.map((drop) => ({
      ...apiQuery('searchCompanies', { query: countQuery(drop) }),
      staleTime: 10_000,
    })),
    combine: (results) => {
      // One that fails offers nothing; the others do.
      if (results.some(({ isPending }) => isPending)) return null;
      return results.map(({ data }) => data?.count ?? 0);
    },
  });
  return counts === null ? null : drops.map((drop, index) => ({ ...drop, count: counts[index] ?? 0 }));
}

/** The key of a search, for what is drawn anew with another one. */
export function searchKey(filters: FilterSet): string {
  return JSON.stringify(filtersToQuery(filters));
}
