import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** How long the redirect file stays, in milliseconds: a cold browser takes a while. */
export const redirectFileMs = 60_000;

/**
 * Opens the address in the user's browser through a file that only the user can read, so that the secret in the address
 * is in no argument list (S18). False where there is no browser to open. The caller removes the file with `remove`.
 */
export async function openInBrowser(
  url: string,
  temporary: string,
): Promise<{ opened: boolean; remove(): Promise<void> }> {
  const opener = openerOf(process.platform, process.env);
  const file = path.join(temporary, 'open-winnow.html');
  const remove = (): Promise<void> => rm(file, { force: true });
  if (opener === null) return { opened: false, remove };
  await remove();
  await writeFile(file, redirectPage(url), { mode: 0o600, flag: 'wx' });
  const opened = await new Promise<boolean>((resolve) => {
    const child = spawn(opener.command, [...opener.args, file], { stdio: 'ignore', detached: true });
    child.once('error', () => {
      resolve(false);
    });
    child.once('spawn', () => {
      child.unref();
      resolve(true);
    });
  });
  if (!opened) await remove();
  return { opened, remove };
}

/** A page that goes on to the address at once; the address is made of letters that need no escaping. */
function redirectPage(url: string): string {
  return `<!doctype html><meta charset="utf-8"><meta name="referrer" content="no-referrer"><title>Winnow</title><meta http-equiv="refresh" content="0;url=${url}"><a href="${url}">Open Winnow</a>\n`;
}

interface Opener {
  readonly command: string;
  readonly args: readonly string[];
}

/** What opens a file in the user's browser; null on a system without a display or without such a command. */
export function openerOf(platform: NodeJS.Platform, env: Readonly<Record<string, string | undefined>>): Opener | null {
  if (platform === 'darwin') return { command: 'open', args: [] };
  if (platform === 'win32') return { command: 'rundll32', args: ['url.dll,FileProtocolHandler'] };
  const hasDisplay = Boolean(env['DISPLAY']) || Boolean(env['WAYLAND_DISPLAY']);
  const command = (env['PATH'] ?? '').split(path.delimiter).map((folder) => path.join(folder, 'xdg-open'));
  const found = command.find((candidate) => existsSync(candidate));
  return hasDisplay && found !== undefined ? { command: found, args: [] } : null;
}
