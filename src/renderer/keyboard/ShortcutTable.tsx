import type { ReactNode } from 'react';
import { commandGroups, commands } from '#shared/commands.ts';
import { useKeySettings } from './CommandProvider.tsx';
import { Keys } from './Keys.tsx';
import { keysOf } from './keymap.ts';
import classes from './ShortcutTable.module.css';

/** "Winnow" stands below "Go to": so three columns are about as high, and the sheet fits a small window. */
const [goTo, ...others] = commandGroups;
const groupsInColumns = [goTo, 'Winnow', ...others.filter((group) => group !== 'Winnow')];

/** Every command that has a key, by group. With `live`, the others are dimmed: they work on other screens. */
export function ShortcutTable({ live }: { readonly live?: ReadonlySet<string> }): ReactNode {
  const { settings } = useKeySettings();
  return (
    <div className={classes.groups}>
      {groupsInColumns.map((group) => (
        <section key={group} className={classes.group} aria-label={group}>
          <h3 className={classes.title}>{group}</h3>
          <dl className={classes.list}>
            {commands
              .filter((command) => command.group === group && keysOf(command, settings).length > 0)
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
