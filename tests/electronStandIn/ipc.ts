import { EventEmitter } from 'node:events';
import { need } from './state.ts';

type Listener = (event: never, ...args: unknown[]) => unknown;

/** Electron's `ipcMain`. */
class StandInIpc extends EventEmitter {
  readonly #handlers = new Map<string, Listener>();

  handle(channel: string, listener: Listener): void {
    need(!this.#handlers.has(channel), `Attempted to register a second handler for '${channel}'`);
    this.#handlers.set(channel, listener);
  }

  async answer(channel: string, event: object, args: unknown[]): Promise<unknown> {
    const handler = this.#handlers.get(channel);
    if (handler === undefined) throw new Error(`No handler registered for '${channel}'`);
    return await handler(event as never, ...args);
  }
}

export const ipcMain = new StandInIpc();
