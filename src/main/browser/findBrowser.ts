import { existsSync } from 'node:fs';
import path from 'node:path';

/** Commands of Chrome, Chromium and Edge; the first one found is used. */
const names = [
  'google-chrome-stable',
  'google-chrome',
  'chromium',
  'chromium-browser',
  'microsoft-edge-stable',
  'microsoft-edge',
];

/** Their locations on macOS and Windows. */
const macApps = [
  'Google Chrome.app/Contents/MacOS/Google Chrome',
  'Chromium.app/Contents/MacOS/Chromium',
  'Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
];
const windowsPrograms = [
  String.raw`Google\Chrome\Application\chrome.exe`,
  String.raw`Chromium\Application\chrome.exe`,
  String.raw`Microsoft\Edge\Application\msedge.exe`,
];
const windowsFolders = ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'];

/**
 * The program of an installed Chrome, Chromium or Edge, or null if there is none. The environment variable
 * `WINNOW_CHROMIUM` names one that is elsewhere.
 */
export function findBrowser(
  platform: NodeJS.Platform,
  env: Readonly<Record<string, string | undefined>>,
  exists: (file: string) => boolean = existsSync,
): string | null {
  const own = env['WINNOW_CHROMIUM'];
  if (own !== undefined && own !== '') return exists(own) ? own : null;
  return candidatesOf(platform, env).find((candidate) => exists(candidate)) ?? null;
}

function candidatesOf(platform: NodeJS.Platform, env: Readonly<Record<string, string | undefined>>): string[] {
  if (platform === 'darwin') {
    const folders = ['/Applications', path.posix.join(env['HOME'] ?? '/', 'Applications')];
    return folders.flatMap((folder) => macApps.map((app) => path.posix.join(folder, app)));
  }
  if (platform === 'win32') {
    const folders = windowsFolders.map((name) => env[name] ?? '').filter((folder) => folder !== '');
    return folders.flatMap((folder) => windowsPrograms.map((program) => path.win32.join(folder, program)));
  }
  const folders = (env['PATH'] ?? '').split(':').filter((folder) => folder !== '');
  return names.flatMap((name) => folders.map((folder) => path.posix.join(folder, name)));
}
