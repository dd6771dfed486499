import { AppError } from '#shared/errors.ts';
import { commandsOver, runCommand, type LocalApi } from '#node/localApi.ts';

/** The slot for the local API. */
export interface LocalApiSlot extends LocalApi {
  fill(api: LocalApi): void;
}

/** An empty slot: the services are created before the local API is open, and get `not_initialized` until then. */
export function createLocalApiSlot(): LocalApiSlot {
  let filled: LocalApi | null = null;
  const open = (): LocalApi => {
    if (filled === null) throw new AppError('not_initialized', 'The workspace is not open yet.');
    return filled;
  };
  return {
    ...commandsOver(async (command) => await runCommand(open(), command)),
    fill: (api) => {
      filled = api;
    },
    fetch: async (request) => await open().fetch(request),
    call: async (call, signal) => await open().call(call, signal),
    subscribe: (listener) => open().subscribe(listener),
    close: async () => {
      await filled?.close();
      filled = null;
    },
  };
}
