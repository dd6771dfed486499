import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { fileToken, type ImportPreview } from '#shared/bridge/workspace.ts';
import { call, shellInfo } from '../../bridge/bridge.ts';
import { handOverFiles } from '../../bridge/bridgeConnect.ts';

/** Files about to be imported. */
export interface FilePreviews {
  readonly previews: readonly ImportPreview[];
  readonly isPending: boolean;
  readonly error: Error | null;
  /** Whether the shell has a file dialog of its own; else the page's file chooser is used. */
  readonly hasDialog: boolean;
  readonly choose: () => void;
  readonly handOver: (files: readonly File[]) => void;
  /** Looks at other sheets of a spreadsheet, by its token. */
  readonly chooseSheets: (token: string, sheets: readonly string[]) => void;
  /** The choice that is being looked at, if one is. */
  readonly choosing: ChosenSheets | null;
  readonly clear: () => void;
}

/** The sheets that are chosen of a spreadsheet. */
export interface ChosenSheets {
  readonly token: string;
  readonly sheets: readonly string[];
}

/** Hands chosen or dropped files to the shell and returns their previews. */
export function useFilePreviews(): FilePreviews {
  const [previews, setPreviews] = useState<readonly ImportPreview[]>([]);
  const inspect = useMutation({
    mutationFn: async (files: readonly File[] | null): Promise<ImportPreview[]> => {
      if (files === null) return call('workspace.chooseFiles', null);
      return call('workspace.inspect', { tokens: await handOverFiles(files) });
    },
    onSuccess: setPreviews,
  });
  const latest = useRef<ChosenSheets>(null);
  const again = useMutation({
    mutationFn: ({ token, sheets }: ChosenSheets) =>
      call('workspace.inspect', { tokens: [token], sheets: { [token]: [...sheets] } }),
    onSuccess: (parts, choice) => {
      // Of choices made one after the other the last counts, whichever is answered last.
      if (latest.current === choice) setPreviews((all) => withParts(all, choice.token, parts));
    },
  });
  return {
    previews,
    isPending: inspect.isPending || again.isPending,
    error: inspect.error ?? again.error,
    hasDialog: shellInfo().capabilities.openDialog,
    choose: () => inspect.mutate(null),
    handOver: (files) => inspect.mutate(files),
    chooseSheets: (token, sheets) => {
      latest.current = { token, sheets };
      again.mutate(latest.current);
    },
    choosing: again.isPending ? again.variables : null,
    clear: () => {
      inspect.reset();
      again.reset();
      setPreviews([]);
    },
  };
}

/** The same previews, with other parts of one file in its place. */
function withParts(
  all: readonly ImportPreview[],
  token: string,
  parts: readonly ImportPreview[],
): readonly ImportPreview[] {
  return all.flatMap((one) => (one.token === token ? parts : fileToken(one.token) === token ? [] : [one]));
}
