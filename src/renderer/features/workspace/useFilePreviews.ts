import { useMutation } from '@tanstack/react-query';
import type { ImportPreview } from '#shared/bridge/workspace.ts';
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
  readonly clear: () => void;
}

/** Hands chosen or dropped files to the shell and returns their previews. */
export function useFilePreviews(): FilePreviews {
  const inspect = useMutation({
    mutationFn: async (files: readonly File[] | null): Promise<ImportPreview[]> => {
      if (files === null) return call('workspace.chooseFiles', null);
      return call('workspace.inspect', { tokens: await handOverFiles(files) });
    },
  });
  return {
    previews: inspect.data ?? [],
    isPending: inspect.isPending,
    error: inspect.error,
    hasDialog: shellInfo().capabilities.openDialog,
    choose: () => inspect.mutate(null),
    handOver: (files) => inspect.mutate(files),
    clear: () => inspect.reset(),
  };
}
