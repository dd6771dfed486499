import { keepPreviousData, useQueries, useQuery, type UseQueryOptions } from '@tanstack/react-query';
import { fileToken, type ImportPreview, type Rates } from '#shared/bridge/workspace.ts';
import { call } from '../../bridge/bridge.ts';
import { keys } from '../../data/keys.ts';
import type { Corrections } from './columnCorrections.ts';

/** Corrections of a file before it is imported. */
interface Said {
  readonly corrections: Corrections;
  /** The day that the values are of; `''` for what the file says. */
  readonly day?: string;
  /** US dollars for one unit of other currencies. */
  readonly rates?: Rates | undefined;
}

/** The beginning of a file as it is read with what the user says; undefined while it is not known. */
export function useReadFile(preview: ImportPreview, said: Said): ImportPreview | undefined {
  return useQuery(readFile(preview, said, preview.problem === '')).data?.[0];
}

/** The beginnings of files, read with the user's corrections; as they are found while that is not known. */
export function useReadFiles(previews: readonly ImportPreview[], corrections: Corrections): readonly ImportPreview[] {
  const read = useQueries({
    queries: previews.map((preview) => readFile(preview, { corrections }, isCorrected(preview, corrections))),
  });
  return previews.map(
    (preview, at) => (isCorrected(preview, corrections) ? read[at]?.data?.[0] : undefined) ?? preview,
  );
}

function isCorrected({ token }: ImportPreview, corrections: Corrections): boolean {
  return Object.keys(corrections[token] ?? {}).length > 0;
}

function readFile(
  { token, read }: ImportPreview,
  { corrections, day = '', rates }: Said,
  enabled: boolean,
): UseQueryOptions<ImportPreview[]> {
  const whole = fileToken(token);
  const reading = { mapping: corrections[token] ?? {}, ...(day === '' ? {} : { day }), rates };
  return {
    queryKey: [...keys.rowPreview, token, read, reading],
    queryFn: () => call('workspace.inspect', { tokens: [whole], sheets: { [whole]: [...read] }, reading }),
    enabled,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  };
}
