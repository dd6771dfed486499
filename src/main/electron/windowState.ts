import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { Clock, Log } from '#main/ports.ts';
import { writeFileAtomically } from '#node/atomicFile.ts';
import type { ShellWindow } from './electronApi.ts';

const size = z.number().int().min(1).max(100_000);
const position = z.number().int().min(-100_000).max(100_000);

const windowStateSchema = z.object({
  x: position,
  y: position,
  width: size,
  height: size,
  maximized: z.boolean(),
  fullScreen: z.boolean().catch(false),
});
/** Where the main window was, in device-independent pixels. */
export type WindowState = z.infer<typeof windowStateSchema>;

/** A rectangle on the desktop. */
export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Smallest window in which every screen works (product 10). */
export const minimumSize = { width: 1024, height: 700 } as const;
const usualSize = { width: 1360, height: 860 } as const;

/**
 * The same if the displays have room for it: a laptop's at 150 % has less, and a window that cannot be as small as its
 * display hides its edges, even when maximised. `areas` are the displays' work areas.
 */
export function leastSize(areas: readonly Area[]): { width: number; height: number } {
  return sizeWithin(minimumSize, areas);
}

/** A size for a window that fits on every display. */
export function sizeWithin(
  { width, height }: Pick<Area, 'width' | 'height'>,
  areas: readonly Area[],
): { width: number; height: number } {
  return {
    width: Math.min(width, ...areas.map((area) => area.width)),
    height: Math.min(height, ...areas.map((area) => area.height)),
  };
}

/**
 * Where to open the window: where it was, moved and shrunk so that it is entirely on a connected display; without a
 * valid state in the middle of the first display. `areas` are the displays' work areas, the first display first.
 */
export function placeWindow(saved: unknown, areas: readonly Area[]): WindowState {
  const state = windowStateSchema.safeParse(saved);
  const [first = { x: 0, y: 0, ...usualSize }] = areas;
  if (!state.success) {
    const width = Math.min(usualSize.width, first.width);
    const height = Math.min(usualSize.height, first.height);
    const x = first.x + Math.floor((first.width - width) / 2);
    const y = first.y + Math.floor((first.height - height) / 2);
    return { x, y, width, height, maximized: false, fullScreen: false };
  }
  const { maximized, fullScreen } = state.data;
  const area = areas.toSorted((a, b) => overlap(b, state.data) - overlap(a, state.data))[0] ?? first;
  const width = Math.min(Math.max(state.data.width, minimumSize.width), area.width);
  const height = Math.min(Math.max(state.data.height, minimumSize.height), area.height);
  const x = clamp(state.data.x, area.x, area.x + area.width - width);
  const y = clamp(state.data.y, area.y, area.y + area.height - height);
  return { x, y, width, height, maximized, fullScreen };
}

function overlap(a: Area, b: Area): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return Math.max(0, width) * Math.max(0, height);
}

function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(value, most));
}

/** The state saved by the last start, unchecked; null if there is nothing readable. */
export function readWindowState(folder: string): unknown {
  try {
    return JSON.parse(readFileSync(fileIn(folder), 'utf8'));
  } catch {
    return null;
  }
}

/** Saves it for the next start. */
export async function writeWindowState(folder: string, state: WindowState): Promise<void> {
  await writeFileAtomically(fileIn(folder), `${JSON.stringify(state)}\n`);
}

function fileIn(folder: string): string {
  return path.join(folder, 'window.json');
}

/**
 * Dragging a window fires an event for every step; the state is written once it has rested this long, in milliseconds.
 */
const restMs = 500;

/**
 * Remembers where the window is and whether it is maximised or full screen, from now until it is closed. Returns a
 * function that writes pending state at once, and resolves when it is on disk.
 */
export function keepWindowState(window: ShellWindow, folder: string, clock: Clock, log: Log): () => Promise<void> {
  let isDue = false;
  let cancel: (() => void) | null = null;
  let writing = Promise.resolve();

  function write(): void {
    cancel?.();
    if (!isDue || window.isDestroyed()) return;
    isDue = false;
    const { x, y, width, height } = window.getNormalBounds();
    const state = { x, y, width, height, maximized: window.isMaximized(), fullScreen: window.isFullScreen() };
    // One after the other: the newest is the last one on disk.
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

  const changes = ['resize', 'move', 'maximize', 'unmaximize', 'enter-full-screen', 'leave-full-screen'] as const;
  for (const change of changes) window.on(change, writeSoon);
  // The last moment at which the window still has a position.
  window.on('close', () => {
    isDue = true;
    write();
  });
  return () => {
    write();
    return writing;
  };
}
