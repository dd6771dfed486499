import type { LocalApi } from '#node/localApi.ts';
import { openLocalApi } from '#server/thread/workerHandle.ts';
import type { ShellPorts } from './ports.ts';
import { createApp, type App } from './app.ts';

/**
 * Begins to open the local workspace's API, in a thread of its own, while the shell gets its other parts ready. It is
 * closed when the shell ends, also where that is before the app has it. A failure comes from the app's `start`.
 */
export function beginLocalApi(folder: string, atEnd: (step: () => Promise<void>) => void): Promise<LocalApi> {
  const opening = openLocalApi(folder);
  const close = async (): Promise<void> => {
    const api = await opening.catch(() => null);
    await api?.close();
  };
  // So that a failure that nobody waits for yet is none of the process's.
  opening.catch(() => undefined);
  atEnd(close);
  return opening;
}

/** Joins a shell's ports with the services and the local workspace's API. */
export function compose(ports: ShellPorts, localApi: Promise<LocalApi>): App {
  return createApp(ports, { openLocalApi: () => localApi });
}
