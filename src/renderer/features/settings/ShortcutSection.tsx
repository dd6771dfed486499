import { Button, Switch } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { usePreferences, useSetPreferences } from '../../data/bridgeValues.ts';
import { commandGroups, commands, type Command, type CommandId } from '#shared/commands.ts';
import { KeyCaps } from '../../keyboard/Keys.tsx';
import { conflictsOf } from '../../keyboard/keymap.ts';
import { Section } from '../../ui/Screen.tsx';
import { KeyDialog } from './KeyDialog.tsx';
import { Setting } from './Setting.tsx';
import classes from './Settings.module.css';

/** Every command with its keys, each changeable; single-letter keys can be switched off. */
export function ShortcutSection(): ReactNode {
  const { shortcuts, singleKeyShortcuts } = usePreferences();
  const setPreferences = useSetPreferences();
  const [changing, setChanging] = useState<CommandId | null>(null);
  const changed = Object.keys(shortcuts).length > 0;
  return (
    <Section
      title="Shortcuts"
      aside={
        changed && (
          <Button size="compact-xs" variant="default" onClick={() => setPreferences.mutate({ shortcuts: {} })}>
            Reset all
          </Button>
        )
      }
    >
      <Setting
        label="Single-letter keys"
        controls="single-letter-keys"
        note="Off: only keys with Ctrl or ⌘, arrows and function keys work."
      >
        <Switch
          id="single-letter-keys"
          aria-label="Single-letter keys"
          checked={singleKeyShortcuts}
          onChange={(event) => setPreferences.mutate({ singleKeyShortcuts: event.currentTarget.checked })}
        />
      </Setting>
      {commandGroups.map((group) => (
        <div key={group} className={classes.group}>
          <h3 className={classes.groupTitle}>{group}</h3>
          {commands
            .filter((command) => command.group === group)
            .map((command) => (
              <Row key={command.id} command={command} onChange={() => setChanging(command.id)} />
            ))}
        </div>
      ))}
      {changing !== null && <KeyDialog id={changing} onClose={() => setChanging(null)} />}
    </Section>
  );
}

function Row({
  command,
  onChange,
}: {
  readonly command: Command & { readonly id: CommandId };
  readonly onChange: () => void;
}): ReactNode {
  const { shortcuts, singleKeyShortcuts } = usePreferences();
  const setPreferences = useSetPreferences();
  const keys = shortcuts[command.id] ?? command.keys;
  const conflicts = keys.flatMap((key) => conflictsOf(command.id, key, { shortcuts, singleKeyShortcuts }));
  const reset = (): void => {
    const { [command.id]: _own, ...others } = shortcuts;
    setPreferences.mutate({ shortcuts: others });
  };
  return (
    <div className={classes.shortcut}>
      <span className={classes.shortcutTitle}>
        {command.title}
        {conflicts.length > 0 && (
          <span className={classes.conflict}>same key as {conflicts.map(({ title }) => title).join(', ')}</span>
        )}
      </span>
      <span className={classes.caps}>
        {keys.length === 0 ? (
          <span className={classes.note}>no key</span>
        ) : (
          keys.map((key) => <KeyCaps key={key} keys={key} />)
        )}
      </span>
      {shortcuts[command.id] !== undefined && (
        <Button size="compact-xs" variant="subtle" onClick={reset} aria-label={`Reset the keys of ${command.title}`}>
          Reset
        </Button>
      )}
      <Button size="compact-xs" variant="default" onClick={onChange} aria-label={`Change the keys of ${command.title}`}>
        Change
      </Button>
    </div>
  );
}
