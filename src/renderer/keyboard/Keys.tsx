import { Tooltip } from '@mantine/core';
import { Fragment, type ReactNode, type ReactElement } from 'react';
import { commandOf, type Command, type CommandId, commandGroups, commands, otherNames } from '#shared/commands.ts';
import { fold } from '#shared/domain/text.ts';
import { useKeySettings } from './CommandProvider.tsx';
import { capsOf, keysOf } from './keymap.ts';
import classes from './Keys.module.css';

/** The keys of a command as caps, as the user has set them; nothing if it has none. */
export function Keys({ id, all = false }: { readonly id: CommandId; readonly all?: boolean }): ReactNode {
  const { settings } = useKeySettings();
  const keys = keysOf(commandOf(id), settings);
  const shown = all ? keys : keys.slice(0, 1);
  if (shown.length === 0) return null;
  return (
    <span className={classes.keys}>
      {shown.map((combination) => (
        <KeyCaps key={combination} keys={combination} />
      ))}
    </span>
  );
}

/** Draws one key combination as caps. */
export function KeyCaps({ keys }: { readonly keys: string }): ReactNode {
  const { isMac } = useKeySettings();
  return (
    <span className={classes.combination}>
      {capsOf(keys, isMac).map((step, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the steps of a combination never change places
        <Fragment key={index}>
          {index > 0 && <span className={classes.then}>then</span>}
          {step.map((cap) => (
            <kbd key={cap} className={classes.cap}>
              {cap}
            </kbd>
          ))}
        </Fragment>
      ))}
    </span>
  );
}

/** A tooltip that names a command and its key. `label` replaces the command's title. */
export function KeyTip({
  id,
  label,
  children,
}: {
  readonly id: CommandId;
  readonly label?: string;
  readonly children: ReactElement;
}): ReactNode {
  return (
    <Tooltip
      label={
        <span className={classes.tip}>
          {label ?? commandOf(id).title} <Keys id={id} />
        </span>
      }
    >
      {children}
    </Tooltip>
  );
}

/** "Winnow" goes below "Go to": the three columns are then about equally high, and the sheet fits a small window. */
const [goTo, ...others] = commandGroups;
const groupsInColumns = [goTo, 'Winnow', ...others.filter((group) => group !== 'Winnow')];

/** Whether all words of a text are in what a command is called, or the text is one of its keys. */
function isCalled({ id, title }: NamedCommand, text: string, keys: readonly string[]): boolean {
  const asked = fold(text.trim());
  const names = fold(`${title} ${otherNames[id] ?? ''}`);
  return keys.some((key) => fold(key) === asked) || asked.split(/\s+/u).every((word) => names.includes(word));
}

type NamedCommand = Command & { readonly id: CommandId };

/**
 * Every command that has a key, by group; without a team, none that is about colleagues. With `live`, the others are
 * dimmed: they work on other screens. With `search`, only those that are called so, or whose key that is.
 */
export function ShortcutTable({
  hasTeam,
  live,
  search = '',
}: {
  readonly hasTeam: boolean;
  readonly live?: ReadonlySet<string>;
  readonly search?: string;
}): ReactNode {
  const { settings } = useKeySettings();
  const all: readonly NamedCommand[] = commands;
  const shown = all.filter((command) => {
    const keys = keysOf(command, settings);
    return keys.length > 0 && (hasTeam || command.needsTeam !== true) && isCalled(command, search, keys);
  });
  if (shown.length === 0) return <p className={classes.title}>No shortcut is called that.</p>;
  const groups = groupsInColumns.filter((group) => shown.some((command) => command.group === group));
  return (
    <div className={classes.groups}>
      {groups.map((group) => (
        <section key={group} className={classes.group} aria-label={group}>
          <h3 className={classes.title}>{group}</h3>
          <dl className={classes.list}>
            {shown
              .filter((command) => command.group === group)
              .map((command) => (
                <div key={command.id} className={classes.row} data-live={live === undefined || live.has(command.id)}>
                  <dt>{command.title}</dt>
                  <dd>
                    <Keys id={command.id} all />
                  </dd>
                </div>
              ))}
          </dl>
        </section>
      ))}
    </div>
  );
}
