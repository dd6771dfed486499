import {
  IconCopy,
  IconFileTypeCsv,
  IconFocusCentered,
  IconHistory,
  IconLayoutBottombar,
  IconLayoutSidebarRight,
  IconMarkdown,
  IconReport,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useRunCommand } from '../../keyboard/CommandProvider.tsx';
import { ExportButton } from './ExportButton.tsx';
import type { PaneSetting } from './usePane.ts';
import { MoreMenu, ToolButton } from './ListToolbar.tsx';
import type { ListTools as Tools } from './useListTools.ts';

const icon = { size: 17, stroke: 1.6 } as const;

/** The buttons that every list has: reading pane, export, and what is used less often. */
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
            label: pane.side === 'bottom' ? 'Reading pane at the right' : 'Reading pane at the bottom',
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
