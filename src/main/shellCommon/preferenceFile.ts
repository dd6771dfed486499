import { existsSync, readFileSync, renameSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import type { Log, PreferenceStore } from '#main/ports.ts';
import { writeFileAtomically } from '#node/atomicFile.ts';

/** The part of `conf` and of electron-store (which is built on it) that is used. */
export interface SettingsStore {
  store: Record<string, unknown>;
}

/** How both libraries are asked to keep the file. */
export interface SettingsFileOptions {
  readonly cwd: string;
  readonly fileExtension: 'json';
  readonly configFileMode: 0o600;
  readonly clearInvalidConfig: false;
  readonly accessPropertiesByDotNotation: false;
}

/** Where the settings lie: beside the workspace they belong to, in either shell. */
export const settingsName = 'settings';

/** A preference store and, where the file could not be read, what to tell the user about it; else `''`. */
export interface OpenedPreferences {
  readonly preferences: PreferenceStore;
  readonly notice: string;
}

/**
 * Opens `<folder>/settings.json` through the shell's library. A file that is no JSON object is kept as
 * `settings.json.bad-<time>` and the defaults hold.
 */
export function openPreferences(
  folder: string,
  open: (options: SettingsFileOptions) => SettingsStore,
  now: Date,
  log: Log,
): OpenedPreferences {
  const file = join(folder, `${settingsName}.json`);
  const keptAs = keepBrokenFile(file, now);
  if (keptAs !== '') log.warn('settings.broken', { keptAs });
  const settings = open({
    cwd: folder,
    fileExtension: 'json',
    configFileMode: 0o600,
    clearInvalidConfig: false,
    accessPropertiesByDotNotation: false,
  });
  return {
    preferences: {
      read: () => settings.store,
      write: (value) => {
        settings.store = value;
      },
    },
    notice:
      keptAs === ''
        ? ''
        : 'Your settings could not be read, so Winnow started with its defaults. ' +
          `The old file is kept as ${keptAs} in ${dirname(file)}.`,
  };
}

/** Moves a file that is no JSON object aside and returns its new name; `''` where the file is good or missing. */
function keepBrokenFile(file: string, now: Date): string {
  if (!existsSync(file) || isJsonObject(file)) return '';
  const kept = `${file}.bad-${now.toISOString().replaceAll(/[:.]/g, '-')}`;
  renameSync(file, kept);
  return basename(kept);
}

/** What cannot be read at all, a folder of that name too, is none. */
function isJsonObject(file: string): boolean {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

/**
 * What a shell remembers about a workspace from one start to the next: the port, because a page's local storage belongs
 * to it; whether the sample was made, so that it is made once; and the folders where files were saved and opened last.
 */
const shellStateSchema = z.object({
  port: z.number().int().min(0).max(65_535).catch(0),
  sampleMade: z.boolean().catch(false),
  saveFolder: z.string().max(32_767).catch(''),
  openFolder: z.string().max(32_767).catch(''),
});
export type ShellState = z.infer<typeof shellStateSchema>;

/** Reads what the last shell left; the defaults where there is nothing or nothing readable. */
export function readShellState(folder: string): ShellState {
  return shellStateSchema.parse(readObject(fileIn(folder)));
}

/** Writes it for the next one. Where that cannot be, the next one finds its own port: no reason not to start. */
export async function writeShellState(folder: string, state: ShellState): Promise<void> {
  try {
    await writeFileAtomically(fileIn(folder), `${JSON.stringify(state)}\n`);
  } catch {
    // It goes without.
  }
}

function fileIn(folder: string): string {
  return join(folder, 'shell.json');
}

function readObject(file: string): object {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
