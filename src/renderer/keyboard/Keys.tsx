import { Fragment, type ReactNode } from 'react';
import { commandOf, type CommandId } from '#shared/commands.ts';
import { useKeySettings } from './CommandProvider.tsx';
import { capsOf, keysOf } from './keymap.ts';
import classes from './Keys.module.css';

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

/** The keys of a command as caps, as the user has set them; nothing where it has none. */
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
