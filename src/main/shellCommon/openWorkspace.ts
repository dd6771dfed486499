import path from 'node:path';
import type { Log } from '#main/ports.ts';
import { openFileLog } from './fileLog.ts';
import { prepareWorkspaceFolder } from './workspaceFolder.ts';
import { lockWorkspace, type WorkspaceLock } from './workspaceLock.ts';

/** Why a shell did not start: one line for the user, and the exit code. */
export class StartProblem extends Error {
  readonly exitCode: 1 | 2 | 3;

  constructor(message: string, exitCode: 1 | 2 | 3) {
    super(message);
    this.name = 'StartProblem';
    this.exitCode = exitCode;
  }
}

/** Makes the workspace this process's own and opens its log. Throws a `StartProblem`; 3 where another one has it. */
export function openWorkspace(folder: string): { log: Log; lock: WorkspaceLock } {
  const prepared = prepareWorkspaceFolder(folder);
  if (!prepared.ok) throw new StartProblem(prepared.problem, 1);
  const owned = lockWorkspace(folder);
  if (owned.kind === 'taken') {
    const who = owned.pid === 0 ? '' : ` (process ${owned.pid})`;
    throw new StartProblem(`Winnow is already open on the workspace ${folder}${who}.`, 3);
  }
  return { log: openFileLog(path.join(folder, 'logs', 'winnow.log')), lock: owned.lock };
}
