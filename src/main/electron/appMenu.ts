import type { MenuItemConstructorOptions } from 'electron';

/**
 * The application menu. What the keyboard does in the page is the page's own registry; the menu names some of it by
 * command id and adds what only the system can do.
 */
export function appMenu(
  platform: NodeJS.Platform,
  devTools: boolean,
  command: (id: string) => void,
): MenuItemConstructorOptions[] {
  const item = (label: string, id: string): MenuItemConstructorOptions => ({ label, click: () => command(id) });
  const first: MenuItemConstructorOptions[] = platform === 'darwin' ? [{ role: 'appMenu' }] : [];
  const tools: MenuItemConstructorOptions[] = devTools ? [{ role: 'toggleDevTools' }] : [];
  return [
    ...first,
    {
      label: 'File',
      submenu: [
        item('Import companies', 'app.import'),
        item('Export CSV', 'list.export'),
        { type: 'separator' },
        item('Settings', 'go.settings'),
        { type: 'separator' },
        platform === 'darwin' ? { role: 'close' } : { role: 'quit' },
      ],
    },
    { role: 'editMenu' },
    {
      label: 'View',
      submenu: [
        item('Command palette', 'app.palette'),
        item('Search', 'app.search'),
        item('Sidebar', 'app.sidebar'),
        { type: 'separator' },
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { role: 'togglefullscreen' },
        ...tools,
      ],
    },
    { role: 'windowMenu' },
    { role: 'help', submenu: [item('Help', 'go.help'), item('All shortcuts', 'app.shortcuts')] },
  ];
}
