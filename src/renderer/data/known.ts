import { useMemo } from 'react';
import type { KnownMark, KnownSource } from '#shared/domain/known.ts';
import { useApiQuery } from './useApi.ts';

const noMarks: ReadonlyMap<number, readonly KnownMark[]> = new Map();

/** What the user's companies are known from; undefined while that is not known. An older server has no such call. */
export function useKnownSources(): readonly KnownSource[] | undefined {
  return useApiQuery('listKnownSources', {}, { staleTime: Infinity }).data?.results;
}

/** The marks of all known companies, by company. */
export function useKnownMarks(): ReadonlyMap<number, readonly KnownMark[]> {
  const { data } = useApiQuery('listKnownMarks', {}, { staleTime: Infinity });
  return useMemo(
    () =>
      data === undefined || data.results.length === 0
        ? noMarks
        : Map.groupBy(data.results, ({ company_id: id }) => id),
    [data],
  );
}
