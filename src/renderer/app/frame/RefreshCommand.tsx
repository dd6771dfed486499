import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { useWorkspace } from '../../data/bridgeValues.ts';
import { useWorkspaceCommand } from '../../data/useApi.ts';
import { useCommands } from '../../keyboard/CommandProvider.tsx';
import { showFailure } from '../../ui/toasts.tsx';

/**
 * Refreshing from anywhere, by the palette or the application's menu: it runs, and Workspace shows what it does. A
 * component of its own, because the status of the workspace changes often while something runs.
 */
export function RefreshCommand(): ReactNode {
  const workspace = useWorkspace();
  const navigate = useNavigate();
  const { mutate } = useWorkspaceCommand('workspace.refresh');
  const enabled = workspace !== undefined && workspace.job?.state !== 'running' && workspace.readOnly === '';
  useCommands(
    {
      'app.refresh': () => {
        mutate(null, { onError: (error) => showFailure('Couldn’t refresh', error) });
        void navigate('/workspace');
      },
    },
    { layer: 'frame', enabled },
  );
  return null;
}
