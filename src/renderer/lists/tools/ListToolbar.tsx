import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import {
  IconCopy,
  IconDots,
  IconDownload,
  IconFileTypeCsv,
  IconFilter,
  IconFocusCentered,
  IconHistory,
  IconLayoutBottombar,
  IconLayoutSidebarRight,
  IconMarkdown,
  IconReport,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { commandOf, type CommandId } from '#shared/commands.ts';
import { handoverPresets, presetNames } from '#shared/domain/handover.ts';
import { useRunCommand } from '../../keyboard/CommandProvider.tsx';
import { KeyTip, Keys } from '../../keyboard/Keys.tsx';
import { keepsKeys } from '../../keyboard/regions.ts';
import classes from './ListToolbar.module.css';
import type { ListTools as Tools } from './useListTools.ts';
import type { PaneSetting } from './usePane.ts';

/** Name of the list, how many match, and actions on the whole list. */
export function ListToolbar({
  title,
  result,
  children,
}: {
  readonly title: string;
  readonly result: ReactNode;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <header className={classes.bar} {...keepsKeys}>
      <div className={classes.heading}>
        <h1 className={classes.title} title={title} dir="auto">
          {title}
        </h1>
        <p className={classes.result} aria-live="polite">
          {result}
        </p>
      </div>
      <div className={classes.tools} role="toolbar" aria-label="List">
        {children}
      </div>
    </header>
  );
}

/** A command as a toolbar button, with its icon, name and key. */
export function ToolButton({
  id,
  icon,
  label,
  pressed,
  disabled,
  onClick,
}: {
  readonly id: CommandId;
  readonly icon: ReactNode;
  readonly label?: string;
  readonly pressed?: boolean;
  /** Why it cannot be used; it stays visible and says so. */
  readonly disabled?: string;
  readonly onClick: () => void;
}): ReactNode {
  const isDisabled = disabled !== undefined && disabled !== '';
  return (
    <KeyTip id={id} {...(isDisabled ? { label: disabled } : label === undefined ? {} : { label })}>
      <ActionIcon
        size={30}
        className={classes.tool}
        aria-label={label ?? commandOf(id).title}
        {...(pressed === undefined ? {} : { 'aria-pressed': pressed })}
        {...(isDisabled ? { 'aria-disabled': true, 'data-disabled': true } : {})}
        onClick={() => {
          if (!isDisabled) onClick();
        }}
      >
        {icon}
      </ActionIcon>
    </KeyTip>
  );
}

/** A menu of less common commands. */
export function MoreMenu({
  items,
}: {
  readonly items: readonly { id: CommandId; label?: string; icon?: ReactNode; run: () => void }[];
}): ReactNode {
  return (
    <Menu position="bottom-end" withinPortal>
      <Tooltip label="More actions">
        <Menu.Target>
          <ActionIcon size={30} className={classes.tool} aria-label="More actions">
            <IconDots size={17} stroke={1.6} />
          </ActionIcon>
        </Menu.Target>
      </Tooltip>
      <Menu.Dropdown>
        {items.map(({ id, label, icon, run }) => (
          <Menu.Item key={`${id} ${label ?? ''}`} leftSection={icon} rightSection={<Keys id={id} />} onClick={run}>
            {label ?? commandOf(id).title}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Export of the list or the selection: all columns, or those that the table shows. */
export function ExportButton({ tools, label }: { readonly tools: Tools; readonly label: string }): ReactNode {
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
        <Menu.Item rightSection={<Keys id="list.exportColumns" />} onClick={tools.chooseColumns}>
          Choose columns…
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>Files for</Menu.Label>
        {handoverPresets.map((preset) => (
          <Menu.Item key={preset} onClick={() => tools.exportFor(preset)}>
            {presetNames[preset]}
          </Menu.Item>
        ))}
        <HandOverItem tools={tools} />
      </Menu.Dropdown>
    </Menu>
  );
}

/** Only in Opportunities: hands over those that are new since the last time. Rendered while the menu is open. */
function HandOverItem({ tools }: { readonly tools: Tools }): ReactNode {
  const run = useRunCommand();
  if (!tools.isOpportunities()) return null;
  return (
    <>
      <Menu.Divider />
      <Menu.Item onClick={() => run('app.handOver')}>Hand over Opportunities …</Menu.Item>
    </>
  );
}

/** Opens and closes the filter panel. */
export function FilterButton({
  isOpen,
  onToggle,
}: {
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}): ReactNode {
  return (
    <ToolButton
      id="list.filters"
      pressed={isOpen}
      icon={<IconFilter size={17} stroke={1.6} aria-hidden />}
      onClick={onToggle}
    />
  );
}

const icon = { size: 17, stroke: 1.6 } as const;

/** The buttons that every list has: reading pane, export, and less common ones. */
export function ListTools({
  tools,
  pane,
  onFocusMode,
}: {
  readonly tools: Tools;
  readonly pane: PaneSetting;
  readonly onFocusMode: () => void;
}): ReactNode {
  const run = useRunCommand();
  return (
    <>
      <ToolButton
        id="list.readingPane"
        pressed={pane.side !== 'hidden'}
        icon={pane.side === 'bottom' ? <IconLayoutBottombar {...icon} /> : <IconLayoutSidebarRight {...icon} />}
        onClick={pane.toggle}
      />
      <ExportButton tools={tools} label="Export CSV" />
      <MoreMenu
        items={[
          ...(tools.openReport === undefined
            ? []
            : [
                {
                  id: 'list.report',
                  label: 'Sector report',
                  icon: <IconReport {...icon} />,
                  run: tools.openReport,
                } as const,
              ]),
          { id: 'list.focusMode', icon: <IconFocusCentered {...icon} />, run: onFocusMode },
          {
            id: 'list.paneSide',
            label: pane.side === 'bottom' ? 'Reading pane on the right' : 'Reading pane at the bottom',
            icon: <IconLayoutBottombar {...icon} />,
            run: pane.turn,
          },
          { id: 'app.exports', icon: <IconHistory {...icon} />, run: () => void run('app.exports') },
          { id: 'company.copy', icon: <IconCopy {...icon} />, run: () => tools.copy('tsv') },
          { id: 'company.copyCsv', icon: <IconFileTypeCsv {...icon} />, run: () => tools.copy('csv') },
          { id: 'company.copyMarkdown', icon: <IconMarkdown {...icon} />, run: () => tools.copy('markdown') },
        ]}
      />
    </>
  );
}
