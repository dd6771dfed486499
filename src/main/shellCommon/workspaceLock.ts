import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lockAlone } from '#node/lock.ts';

/** The one process that may write to a workspace holds this until it ends. */
export interface WorkspaceLock {
  release(): void;
}

/** The lock, or who holds it: a process id, or 0 where that is not known. */
export type LockOutcome =
  { readonly kind: 'owner'; readonly lock: WorkspaceLock } | { readonly kind: 'taken'; readonly pid: number };

/** Takes the workspace for this process. The process id beside the lock is for people only, and may be an old one. */
export function lockWorkspace(folder: string): LockOutcome {
  const ownerFile = join(folder, 'owner.pid');
  const lock = lockAlone(join(folder, 'owner.lock'));
  if (lock === null) return { kind: 'taken', pid: readPid(ownerFile) };
  try {
    writeFileSync(ownerFile, `${process.pid}\n`, { mode: 0o600 });
  } catch (error) {
    lock.release();
    throw error;
  }
  let isHeld = true;
  return {
    kind: 'owner',
    lock: {
      release: () => {
        // A second time it would be the note of the next owner.
        if (!isHeld) return;
        isHeld = false;
        rmSync(ownerFile, { force: true });
        lock.release();
      },
    },
  };
}

function readPid(file: string): number {
  try {
    return Number.parseInt(readFileSync(file, 'utf8'), 10) || 0;
  } catch {
    return 0;
  }
}
