import { ActionIcon, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { KeyTip } from '../../keyboard/KeyTip.tsx';
import { Keys } from '../../keyboard/Keys.tsx';
import { ToolButton } from './ListToolbar.tsx';
import classes from './ListToolbar.module.css';
import type { ListTools } from './useListTools.ts';

/** Export of the list or the selection: all columns, or those that the table shows. */
export function ExportButton({ tools, label }: { readonly tools: ListTools; readonly label: string }): ReactNode {
  const icon = <IconDownload size={17} stroke={1.6} aria-hidden />;
  if (tools.noExport !== '') {
    return (
      <ToolButton id="list.export" label={label} disabled={tools.noExport} icon={icon} onClick={tools.exportList} />
    );
  }
  return (
    <Menu position="bottom-end" withinPortal>
      <KeyTip id="list.export" label={label}>
        <Menu.Target>
          <ActionIcon size={30} className={classes.tool} aria-label={label}>
            {icon}
          </ActionIcon>
        </Menu.Target>
      </KeyTip>
      <Menu.Dropdown>
        <Menu.Item rightSection={<Keys id="list.export" />} onClick={tools.exportList}>
          All columns
        </Menu.Item>
        <Menu.Item rightSection={<Keys id="list.exportVisible" />} onClick={tools.exportVisible}>
          Visible columns
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
