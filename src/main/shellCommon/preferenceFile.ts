import { existsSync, readFileSync, renameSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import type { Log, PreferenceStore } from '#main/ports.ts';
import { writeFileAtomically } from '#node/atomicFile.ts';

/** The part of `conf` and of electron-store (which is built on it) that we use. */
export interface SettingsStore {
  store: Record<string, unknown>;
}

/** How we ask both libraries to keep the file. */
export interface SettingsFileOptions {
  readonly cwd: string;
  readonly fileExtension: 'json';
  readonly configFileMode: 0o600;
  readonly clearInvalidConfig: false;
  readonly accessPropertiesByDotNotation: false;
}

/** The settings file is beside the workspace it belongs to, in either shell. */
export const settingsName = 'settings';

/** A preference store and, if the file could not be read, a notice for the user; otherwise `''`. */
export interface OpenedPreferences {
  readonly preferences: PreferenceStore;
  readonly notice: string;
}

/**
 * Opens `<folder>/settings.json` through the shell's library. A file that is not a JSON object is kept as
 * `settings.json.bad-<time>` and the defaults apply.
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
        : 'Your settings could not be read, so Winnow started with the defaults. ' +
          `The old file was kept as ${keptAs} in ${dirname(file)}.`,
  };
}

/** Moves a file that is not a JSON object aside and returns its new name; `''` if the file is good or missing. */
function keepBrokenFile(file: string, now: Date): string {
  if (!existsSync(file) || isJsonObject(file)) return '';
  const kept = `${file}.bad-${now.toISOString().replaceAll(/[:.]/g, '-')}`;
  renameSync(file, kept);
  return basename(kept);
}

/** Anything unreadable is not one, including a folder of that name. */
function isJsonObject(file: string): boolean {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

/**
 * What a shell remembers about a workspace between starts: the port, because a page's local storage belongs to it;
 * whether the sample was created, so that it is created only once; and the last folders for saving and opening.
 */
const shellStateSchema = z.object({
  port: z.number().int().min(0).max(65_535).catch(0),
  sampleMade: z.boolean().catch(false),
  saveFolder: z.string().max(32_767).catch(''),
  openFolder: z.string().max(32_767).catch(''),
});
export type ShellState = z.infer<typeof shellStateSchema>;

/** Reads what the last shell saved; the defaults if there is nothing, or nothing readable. */
export function readShellState(folder: string): ShellState {
  return shellStateSchema.parse(readObject(fileIn(folder)));
}

/** Saves it for the next start. If that fails, the next start finds its own port: no reason not to start. */
export async function writeShellState(folder: string, state: ShellState): Promise<void> {
  try {
    await writeFileAtomically(fileIn(folder), `${JSON.stringify(state)}\n`);
  } catch {
    // The next start does without it.
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
