import { openLocalApi } from '#server/workerHandle.ts';
import type { ShellPorts } from './ports.ts';
import { createApp, type App, type AppOptions } from './services/app.ts';

/** Joins a shell's ports with the services and the local workspace's API (DESIGN `One way through the house`). */
export function compose(ports: ShellPorts, options: Omit<AppOptions, 'openLocalApi'> = {}): App {
  return createApp(ports, { ...options, openLocalApi });
}
