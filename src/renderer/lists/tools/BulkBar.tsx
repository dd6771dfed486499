import { Button, Menu } from '@mantine/core';
import {
  IconArrowMerge,
  IconChevronUp,
  IconCopy,
  IconExternalLink,
  IconFolderPlus,
  IconUserShare,
  IconX,
} from '@tabler/icons-react';
import { useRef, type ReactNode } from 'react';
import type { CommandId } from '#shared/commands.ts';
import type { ListName } from '#shared/domain/listName.ts';
import { formatCount } from '#shared/domain/formats.ts';
import { useAskAssign } from '../../features/moves/AssignStrip.tsx';
import { useRunCommand } from '../../keyboard/CommandProvider.tsx';
import { Keys } from '../../keyboard/Keys.tsx';
import { keepsKeys } from '../../keyboard/regions.ts';
import { useFootRoom } from '../../ui/Screen.tsx';
import { useStore } from '../../ui/store.ts';
import { decideInList } from '../commands.ts';
import { useFigures } from '../figures.ts';
import type { ListModel } from '../list.ts';
import { wholeCount } from '../shown.ts';
import classes from './BulkBar.module.css';
import { ExportButton, ToolButton } from './ListToolbar.tsx';
import type { ListTools } from './useListTools.ts';

const moves: readonly { to: ListName; command: CommandId; label: string }[] = [
  { to: 'Watchlist', command: 'triage.watchlist', label: 'Watchlist' },
  { to: 'Opportunities', command: 'triage.opportunities', label: 'Opportunities' },
  { to: 'Archive', command: 'triage.archive', label: 'Archive' },
  { to: 'None', command: 'triage.none', label: 'Back to undecided' },
];

interface BulkBarProps {
  readonly model: ListModel;
  readonly tools: ListTools;
  readonly onCollect: () => void;
  /** Asks whether the two selected companies are one; null where that cannot be. */
  readonly onMerge: (() => void) | null;
}

/** Actions on the selection, over the foot of the table while there is one. */
export function BulkBar(props: BulkBarProps): ReactNode {
  return useStore(props.model.selection.state).count === 0 ? null : <Bar {...props} />;
}

function Bar({ model, tools, onCollect, onMerge }: BulkBarProps): ReactNode {
  const { count, all } = useStore(model.selection.state);
  const { counts, stream } = useFigures(model);
  const total = model.selection.isFiltered ? counts.shown : wholeCount(model.shown.rules, counts, stream);
  const run = useRunCommand();
  const bar = useRef<HTMLDivElement>(null);
  useFootRoom(bar);
  return (
    <div ref={bar} className={classes.bar} role="toolbar" aria-label="Selection" data-region="selection" {...keepsKeys}>
      <span className={classes.count} aria-live="polite">
        {all && total > stream.loaded ? `All ${formatCount(count)} matches` : `${formatCount(count)} selected`}
      </span>
      {!all && total > count && (
        <button
          type="button"
          className={classes.all}
          aria-label={`Select all ${formatCount(total)} matches`}
          onClick={() => model.selection.selectAll()}
        >
          <span className={classes.long}>Select all </span>
          <span className={classes.short}>All </span>
          {formatCount(total)}
          <span className={classes.wordy}> matches</span>
        </button>
      )}
      <span className={classes.line} />
      {moves.map(({ to, command, label }) => (
        <Button
          key={to}
          variant="default"
          size="compact-sm"
          rightSection={<Keys id={command} />}
          aria-label={label}
          onClick={() => decideInList(model, to)}
        >
          <span className={to === 'None' ? classes.long : undefined}>{label}</span>
          {to === 'None' && <span className={classes.short}>Undecided</span>}
        </Button>
      ))}
      <Button
        variant="default"
        size="compact-sm"
        rightSection={<Keys id="triage.later" />}
        onClick={() => void run('triage.later')}
      >
        Later
      </Button>
      <ReasonMenu model={model} />
      <SelectionTools model={model} tools={tools} onCollect={onCollect} onMerge={count === 2 ? onMerge : null} />
    </div>
  );
}

/** What else there is to do with the selection. */
function SelectionTools({ model, tools, onCollect, onMerge }: BulkBarProps): ReactNode {
  const run = useRunCommand();
  const canAssign = useAskAssign() !== null;
  return (
    <span className={classes.tools}>
      <span className={classes.line} />
      <ToolButton id="company.collect" icon={<IconFolderPlus size={17} stroke={1.6} />} onClick={onCollect} />
      {canAssign && (
        <ToolButton
          id="company.assign"
          label="Assign to a colleague"
          icon={<IconUserShare size={17} stroke={1.6} />}
          onClick={() => void run('company.assign')}
        />
      )}
      {onMerge !== null && (
        <ToolButton id="company.merge" icon={<IconArrowMerge size={17} stroke={1.6} />} onClick={onMerge} />
      )}
      <ExportButton tools={tools} label="Export selection" />
      <span className={classes.spare}>
        <ToolButton id="company.copy" icon={<IconCopy size={17} stroke={1.6} />} onClick={() => tools.copy('tsv')} />
        <ToolButton
          id="company.website"
          label="Open websites"
          icon={<IconExternalLink size={17} stroke={1.6} />}
          onClick={tools.openWebsites}
        />
      </span>
      <ToolButton
        id="go.back"
        label="Clear selection"
        icon={<IconX size={17} stroke={1.6} />}
        onClick={() => model.selection.clear()}
      />
    </span>
  );
}

/** Decides the selection, and asks why as `r` does. Where none of it moves, there is nothing to ask about. */
function ReasonMenu({ model }: Pick<BulkBarProps, 'model'>): ReactNode {
  const run = useRunCommand();
  return (
    <Menu position="top" withinPortal>
      <Menu.Target>
        <Button
          variant="default"
          size="compact-sm"
          className={classes.reason ?? ''}
          rightSection={<IconChevronUp size={14} stroke={1.6} aria-hidden />}
        >
          Reason
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Decide and say why</Menu.Label>
        {moves
          .filter(({ to }) => to !== 'None')
          .map(({ to, label }) => (
            <Menu.Item key={to} onClick={() => decideInList(model, to, undefined, () => void run('triage.reason'))}>
              {label}
            </Menu.Item>
          ))}
      </Menu.Dropdown>
    </Menu>
  );
}
