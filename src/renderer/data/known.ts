import { useEffect } from 'react';
import type { KnownMark, KnownSource } from '#shared/domain/known.ts';
import { knownMarks } from '../ui/knownMarks.ts';
import { useApiQuery } from './useApi.ts';

const noMarks: ReadonlyMap<number, readonly KnownMark[]> = new Map();

/** What the user's companies are known from; undefined while that is not known. An older server has no such call. */
export function useKnownSources(): readonly KnownSource[] | undefined {
  return useApiQuery('listKnownSources', {}, { staleTime: Infinity, retry: false }).data?.results;
}

/** Keeps the marks of known companies up to date while somebody is signed in. */
export function useKeepKnownMarks(isSignedIn: boolean): void {
  const { data } = useApiQuery('listKnownMarks', {}, { staleTime: Infinity, retry: false, enabled: isSignedIn });
  useEffect(() => {
    const marks = data?.results ?? [];
    knownMarks.set(marks.length === 0 ? noMarks : Map.groupBy(marks, ({ company_id: id }) => id));
  }, [data]);
}
