import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { holdFileOf, holdWorkspace } from '#node/lock.ts';
import { AppError } from '#shared/errors.ts';

/** Tells a process that is importing from one that is gone: by a lock that ends with the process, however it ends. */
export interface ImportOwners {
  /** Becomes an owner; `name` goes into the note of the import. */
  begin(): { readonly name: string; end(): void };
  isGone(name: string): boolean;
}

const prefix = 'import-';

/** The owners of imports into the companies of a folder. */
export function importOwnersIn(folder: string): ImportOwners {
  const pathOf = (name: string): string => join(folder, `${prefix}${name}`);
  return {
    begin: () => {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const name = randomUUID();
      const hold = holdWorkspace(pathOf(name), 0);
      return {
        name,
        end: () => {
          hold.release();
          rmSync(holdFileOf(pathOf(name)), { force: true });
        },
      };
    },
    isGone: (name) => {
      // Only its owner makes a file of that name; it goes when the import ends.
      const isThere = name !== '' && readdirSync(folder).includes(`${prefix}${name}.lock`);
      if (!isThere) return true;
      try {
        const hold = holdWorkspace(pathOf(name), 0);
        const isGone = hold.isAlone;
        hold.release();
        if (isGone) rmSync(holdFileOf(pathOf(name)), { force: true });
        return isGone;
      } catch (error) {
        if (error instanceof AppError && error.code === 'busy') return false;
        throw error;
      }
    },
  };
}
