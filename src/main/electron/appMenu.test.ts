import type { MenuItemConstructorOptions } from 'electron';
import { describe, expect, test } from 'vitest';
import { commands, isCommandId } from '#shared/commands.ts';
import { acceleratorOf, appMenu } from './appMenu.ts';

const menuOf = (
  platform: NodeJS.Platform,
  shortcuts: Readonly<Record<string, string[]>> = {},
  command: (id: string) => void = () => undefined,
): MenuItemConstructorOptions[] =>
  appMenu({ platform, devTools: false, shortcuts, command, closeSecondary: () => undefined });

/** All items of all menus. */
function itemsOf(menu: readonly MenuItemConstructorOptions[]): MenuItemConstructorOptions[] {
  return menu.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? itemsOf(item.submenu) : [])]);
}

const keyOf = (menu: readonly MenuItemConstructorOptions[], id: string): unknown =>
  itemsOf(menu).find((item) => item.id === id)?.accelerator;

describe('the application menu', () => {
  test.for(['linux', 'win32', 'darwin'] as const)(
    'on %s every item is a command of the table, or the system’s',
    (platform) => {
      const sent: string[] = [];
      const items = itemsOf(menuOf(platform, {}, (id) => sent.push(id)));
      for (const { id, label, role, type, submenu, click } of items) {
        if (role !== undefined || type === 'separator' || submenu !== undefined || id === 'window.close') continue;
        expect(isCommandId(id ?? '')).toBe(true);
        expect(label).toBe(commands.find((command) => command.id === id)?.title);
        click?.({} as never, undefined, {});
        expect(sent.at(-1)).toBe(id);
      }
      expect(new Set(sent).size).toBe(sent.length);
    },
  );

  test('macOS has its own first menu and closes windows; elsewhere the app is quit', () => {
    expect(menuOf('darwin')[0]?.role).toBe('appMenu');
    const roles = (platform: NodeJS.Platform): unknown[] => itemsOf(menuOf(platform)).map(({ role }) => role);
    expect(roles('darwin')).toContain('close');
    expect(roles('linux')).toContain('quit');
    // Where a close would end the app, its key is none that closes the main window.
    expect(roles('linux')).not.toContain('close');
  });

  test('Settings are where each system has them, once', () => {
    const menuWith = (platform: NodeJS.Platform): number =>
      menuOf(platform).findIndex(
        ({ submenu }) => Array.isArray(submenu) && submenu.some(({ id }) => id === 'go.settings'),
      );
    expect([menuWith('darwin'), menuWith('win32'), menuWith('linux')]).toEqual([0, 0, 0]);
    expect(menuOf('darwin')[0]?.role).toBe('appMenu');
    for (const platform of ['darwin', 'win32', 'linux'] as const) {
      expect(itemsOf(menuOf(platform)).filter(({ id }) => id === 'go.settings')).toHaveLength(1);
    }
  });

  test('shows the keys of the table, or the user’s own, and leaves them to the page', () => {
    expect(keyOf(menuOf('linux'), 'app.palette')).toBe('CommandOrControl+K');
    expect(keyOf(menuOf('linux'), 'go.help')).toBe('F1');
    expect(keyOf(menuOf('linux', { 'app.palette': ['Mod+p'] }), 'app.palette')).toBe('CommandOrControl+P');
    expect(keyOf(menuOf('linux', { 'app.palette': [] }), 'app.palette')).toBeUndefined();
    for (const item of itemsOf(menuOf('linux'))) {
      // What has a role is the system's.
      const isOurs = item.role === undefined && item.id !== 'window.close';
      if (isOurs && item.accelerator !== undefined) expect(item.registerAccelerator).toBe(false);
    }
  });
});

test('the page grows with the key that browsers take, without Shift too', () => {
  const zoom = itemsOf(menuOf('win32')).filter(({ role }) => role === 'zoomIn');
  expect(zoom.map(({ accelerator, visible }) => [accelerator, visible])).toEqual([
    [undefined, undefined],
    ['CommandOrControl+=', false],
  ]);
});

describe('acceleratorOf', () => {
  test.for([
    [['Mod+k'], 'CommandOrControl+K'],
    [['j', 'ArrowDown'], ''],
    [['g d'], ''],
    [['z', 'Mod+z'], 'CommandOrControl+Z'],
    [['Mod+,'], 'CommandOrControl+,'],
    [['Mod+ArrowUp'], 'CommandOrControl+Up'],
    [['Shift+F6'], 'Shift+F6'],
    [['F2'], 'F2'],
    [['?'], ''],
    [[], ''],
  ] as const)('of %j is %j', ([keys, accelerator]) => {
    expect(acceleratorOf(keys)).toBe(accelerator);
  });

  test('no key of the table becomes a letter that a menu would take from whoever is typing', () => {
    for (const { keys } of commands) expect(acceleratorOf(keys)).toMatch(/^$|^(?:CommandOrControl\+|(?:Shift\+)?F\d)/);
  });
});
