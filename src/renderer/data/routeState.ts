import { z } from 'zod';

/** Route state for the workspace screen: opens the file chooser for an import, once. */
export const chooseFiles = { choose: 'files' } as const;

const chooseFilesSchema = z.object({ choose: z.literal('files') });

/** Whether a route's state asks for the file chooser. */
export function asksForFiles(state: unknown): boolean {
  return chooseFilesSchema.safeParse(state).success;
}

/** Route state for the search: asks whether to save it as a smart list, once. */
export const saveSearch = { save: 'search' } as const;

const saveSearchSchema = z.object({ save: z.literal('search') });

/** Whether a route's state asks for the dialog that saves the search. */
export function asksToSave(state: unknown): boolean {
  return saveSearchSchema.safeParse(state).success;
}

/** Whether there are so many screens of the app to go back to; the router counts them in the history's state. */
export function canGoBack(steps = 1): boolean {
  const state: unknown = window.history.state;
  return typeof state === 'object' && state !== null && 'idx' in state && Number(state.idx) >= steps;
}

/** An id that nothing has: used for an address without a valid one, so that the screen says what does not exist. */
const noSuchId = 2_147_483_647;

/** The id in an address (product 2). */
export function routeId(text: string | undefined): number {
  const id = Number(text);
  return Number.isSafeInteger(id) && id > 0 && id < noSuchId ? id : noSuchId;
}
