import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';
import type { CallInput } from '#shared/bridge/contract.ts';
import type { WorkspaceStatus } from '#shared/bridge/workspace.ts';
import { call } from '../app/bridge.ts';
import { keys } from './keys.ts';

type WorkspaceCall =
  | 'workspace.createSample'
  | 'workspace.startImport'
  | 'workspace.undoImport'
  | 'workspace.refresh'
  | 'workspace.backUp'
  | 'workspace.restore'
  | 'workspace.cancel';

/** One command of the workspace; its answer is the workspace as it is now. */
export function useWorkspaceCommand<N extends WorkspaceCall>(
  name: N,
): UseMutationResult<WorkspaceStatus, Error, CallInput<N>> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: CallInput<N>): Promise<WorkspaceStatus> => call(name, input),
    onSuccess: (status) => client.setQueryData(keys.workspace, status),
  });
}
