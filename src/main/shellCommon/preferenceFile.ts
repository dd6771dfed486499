import { existsSync, readFileSync, renameSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Log, PreferenceStore } from '#main/ports.ts';

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
        : `Your settings could not be read, so Winnow started with its defaults. The old file is kept as ${keptAs} in ${dirname(file)}.`,
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
