import { shellCaller, type ShellApp } from '#main/shellCommon/shellApp.ts';
import type { Log } from '#main/ports.ts';
import { preferencesSchema, type Preferences } from '#shared/bridge/preferences.ts';
import type { CommandId } from '#shared/commands.ts';
import { appMenu } from './appMenu.ts';
import type { ElectronApi } from './electronApi.ts';
import { applyTheme } from './look.ts';

export interface FollowParts {
  readonly electron: Pick<ElectronApi, 'Menu' | 'nativeTheme'>;
  readonly app: Pick<ShellApp, 'router' | 'events'>;
  readonly log: Log;
  readonly devTools: boolean;
  /** Runs a command of the page's registry. */
  readonly command: (id: CommandId) => void;
  /** Closes a window other than the main one. */
  readonly closeSecondary: (window: unknown) => void;
}

/**
 * Draws what the system shows of the user's preferences, now and whenever they change: the menu with its keys, and the
 * theme of what is not the page's. Resolves when it is drawn, with what ends this.
 */
export async function followPreferences(parts: FollowParts): Promise<() => void> {
  const { electron, app, log, devTools, command, closeSecondary } = parts;

  function draw({ shortcuts, theme }: Pick<Preferences, 'shortcuts' | 'theme'>): void {
    applyTheme(electron, theme);
    const template = appMenu({ platform: process.platform, devTools, shortcuts, command, closeSecondary });
    electron.Menu.setApplicationMenu(electron.Menu.buildFromTemplate(template));
  }

  const unsubscribe = app.events.subscribe('preferences.changed', draw);
  draw({ shortcuts: {}, theme: 'system' });
  try {
    const reply = await app.router.handle('preferences.get', null, shellCaller());
    if (reply.ok) draw(preferencesSchema.parse(reply.value));
  } catch (error) {
    log.error('menu.draw', error);
  }
  return unsubscribe;
}
