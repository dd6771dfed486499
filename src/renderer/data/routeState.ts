import { z } from 'zod';

/** Given to the route of the workspace: opens the choice of files to import, once. */
export const chooseFiles = { choose: 'files' } as const;

const chooseFilesSchema = z.object({ choose: z.literal('files') });

/** Whether a route's state asks for the choice of files. */
export function asksForFiles(state: unknown): boolean {
  return chooseFilesSchema.safeParse(state).success;
}
