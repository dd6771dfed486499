import type { ContextMenuParams, MenuItemConstructorOptions } from 'electron';
import type { ElectronApi, ShellWindow } from './electronApi.ts';

/** What a right click says of where it was. */
export type Clicked = Pick<ContextMenuParams, 'isEditable' | 'selectionText' | 'editFlags'>;

/** Electron shows no menu of its own, so there would be no way to paste with the mouse. */
export function openContextMenus({ Menu }: Pick<ElectronApi, 'Menu'>, window: ShellWindow): void {
  window.webContents.on('context-menu', (_event, clicked) => {
    const template = contextMenu(clicked);
    if (template.length > 0) Menu.buildFromTemplate(template).popup({ window });
  });
}

/** The menu as a template: for a field what can be done with its text, for marked text Copy, elsewhere nothing. */
export function contextMenu({ isEditable, selectionText, editFlags }: Clicked): MenuItemConstructorOptions[] {
  const copy: MenuItemConstructorOptions = { role: 'copy', enabled: editFlags.canCopy };
  if (!isEditable) return selectionText.trim() === '' ? [] : [copy];
  return [
    { role: 'cut', enabled: editFlags.canCut },
    copy,
    { role: 'paste', enabled: editFlags.canPaste },
    { type: 'separator' },
    { role: 'selectAll', enabled: editFlags.canSelectAll },
  ];
}
