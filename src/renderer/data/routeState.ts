import { z } from 'zod';

/** Given to the route of the workspace: opens the choice of files to import, once. */
export const chooseFiles = { choose: 'files' } as const;

const chooseFilesSchema = z.object({ choose: z.literal('files') });

/** Whether a route's state asks for the choice of files. */
export function asksForFiles(state: unknown): boolean {
  return chooseFilesSchema.safeParse(state).success;
}

/** Whether there is a screen of the app to go back to; the router counts them in the history's state. */
export function canGoBack(): boolean {
  const state: unknown = window.history.state;
  return typeof state === 'object' && state !== null && 'idx' in state && Number(state.idx) > 0;
}

/** An id that nothing has: what an address without a proper one is asked for, so that it says what is not there. */
const noSuchId = 2_147_483_647;

/** The id in an address (product 2). */
export function routeId(text: string | undefined): number {
  const id = Number(text);
  return Number.isSafeInteger(id) && id > 0 && id < noSuchId ? id : noSuchId;
}
