import type { BrowserWindow } from 'electron';
import type { Clock, Log } from '#main/ports.ts';
import { writeWindowState } from './windowState.ts';

/** A window that is dragged tells of every step; it is written when it has come to rest, in milliseconds. */
const restMs = 500;

/**
 * Remembers where the window is and whether it is maximised, from now until it is closed. Returns what writes at once
 * what is not written yet, and resolves when it is on disk.
 */
export function keepWindowState(window: BrowserWindow, folder: string, clock: Clock, log: Log): () => Promise<void> {
  let isDue = false;
  let cancel: (() => void) | null = null;
  let writing = Promise.resolve();

  function write(): void {
    cancel?.();
    if (!isDue || window.isDestroyed()) return;
    isDue = false;
    const state = { ...window.getNormalBounds(), maximized: window.isMaximized() };
    // One after the other: the newest is the last on disk.
    writing = writing
      .then(() => writeWindowState(folder, state))
      .catch((error: unknown) => {
        log.error('window.state', error);
      });
  }

  function writeSoon(): void {
    isDue = true;
    cancel?.();
    cancel = clock.after(restMs, write);
  }

  window.on('resize', writeSoon);
  window.on('move', writeSoon);
  window.on('maximize', writeSoon);
  window.on('unmaximize', writeSoon);
  // The last moment at which it still has a place.
  window.on('close', () => {
    isDue = true;
    write();
  });
  return () => {
    write();
    return writing;
  };
}
