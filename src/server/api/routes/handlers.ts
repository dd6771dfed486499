import { accountHandlers } from './account.ts';
import { collectionGuards, collectionHandlers } from './collections.ts';
import { companyGuards, companyHandlers } from './companies.ts';
import { entryGuards, entryHandlers } from './entries.ts';
import { exportGuards, exportHandlers } from './export.ts';
import type { Guards, Handlers } from './handler.ts';
import { reportHandlers } from './report.ts';
import { smartListGuards, smartListHandlers } from './smartLists.ts';

/** One handler for every call of the endpoint table; the compiler knows when one is missing. */
export const handlers: Handlers = {
  ...accountHandlers,
  ...companyHandlers,
  ...exportHandlers,
  ...reportHandlers,
  ...smartListHandlers,
  ...entryHandlers,
  ...collectionHandlers,
};

export const guards: Guards = {
  ...companyGuards,
  ...exportGuards,
  ...smartListGuards,
  ...entryGuards,
  ...collectionGuards,
};
