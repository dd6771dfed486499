import { useMutation, type UseMutationResult } from '@tanstack/react-query';
import { useRef } from 'react';
import type { CallInput } from '#shared/bridge/contract.ts';
import type { WorkspaceStatus } from '#shared/bridge/workspace.ts';
import { call } from '../bridge/bridge.ts';

type WorkspaceCall =
  | 'workspace.createSample'
  | 'workspace.startImport'
  | 'workspace.undoImport'
  | 'workspace.refresh'
  | 'workspace.backUp'
  | 'workspace.restore'
  | 'workspace.removeCopy'
  | 'workspace.cancel';

/**
 * One command of the workspace. How it goes on is told by `workspace.changed` alone: the answer comes another way and
 * may come last, when a short job has ended already.
 */
export function useWorkspaceCommand<N extends WorkspaceCall>(
  name: N,
): UseMutationResult<WorkspaceStatus, Error, CallInput<N>> {
  // The second click of a double click is the first one's: it would be told that something is running already.
  const running = useRef(new Map<string, Promise<WorkspaceStatus>>());
  return useMutation({
    mutationFn: (input: CallInput<N>): Promise<WorkspaceStatus> => {
      const key = JSON.stringify(input);
      const begun = running.current.get(key) ?? call(name, input).finally(() => running.current.delete(key));
      running.current.set(key, begun);
      return begun;
    },
  });
}
