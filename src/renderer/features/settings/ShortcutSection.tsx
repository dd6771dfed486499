import { Button, Group, Switch } from '@mantine/core';
import { useEffect, useState, type ReactNode } from 'react';
import { commandOf, type Command, type CommandId, commandGroups, commands } from '#shared/commands.ts';
import { usePreferences, useSetPreferences } from '../../data/bridgeValues.ts';
import { useKeySettings } from '../../keyboard/CommandProvider.tsx';
import { KeyCaps } from '../../keyboard/Keys.tsx';
import { conflictsOf, notationOfEvent } from '../../keyboard/keymap.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Section } from '../../ui/Screen.tsx';
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
        note="When off, only shortcuts with Ctrl or ⌘, arrows and function keys work."
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
        <Button size="compact-xs" variant="subtle" onClick={reset} aria-label={`Reset shortcut: ${command.title}`}>
          Reset
        </Button>
      )}
      <Button size="compact-xs" variant="default" onClick={onChange} aria-label={`Change shortcut: ${command.title}`}>
        Change
      </Button>
    </div>
  );
}

/** Asks for a command's key combination by letting the user press it; names the commands that already have it. */
function KeyDialog({ id, onClose }: { readonly id: CommandId; readonly onClose: () => void }): ReactNode {
  const { shortcuts } = usePreferences();
  const setPreferences = useSetPreferences();
  const { settings } = useKeySettings();
  const [pressed, setPressed] = usePressedKeys();
  const { title } = commandOf(id);
  const isChordStart = pressed === 'g';
  const conflicts = pressed === '' || isChordStart ? [] : conflictsOf(id, pressed, settings);
  const save = (changed: Record<string, string[]>): void => {
    setPreferences.mutate({ shortcuts: changed });
    onClose();
  };
  return (
    <Dialog onClose={onClose} title={`Shortcut for “${title}”`}>
      <output className={classes.pressed}>
        {pressed === '' ? 'Press the shortcut.' : <KeyCaps keys={pressed} />}
        {isChordStart && <span className={classes.note}>then one more</span>}
      </output>
      {conflicts.length > 0 && (
        <p className={classes.conflict}>
          Already used by {conflicts.map((other) => `“${other.title}”`).join(', ')}, which will no longer have a key.
        </p>
      )}
      <Group justify="space-between" gap="xs" mt="md">
        <Button variant="default" onClick={() => save(withoutKeys(shortcuts, id))}>
          No key
        </Button>
        <Group gap="xs">
          <Button variant="default" onClick={() => setPressed('')} disabled={pressed === ''}>
            Press again
          </Button>
          <Button
            disabled={pressed === '' || isChordStart}
            onClick={() => save(withKey(shortcuts, id, pressed, conflicts))}
          >
            {conflicts.length > 0 ? 'Reassign' : 'Use'}
          </Button>
        </Group>
      </Group>
    </Dialog>
  );
}

/** Keys that operate the dialog itself and so cannot be chosen in it. */
const dialogKeys = new Set(['Escape', 'Tab', 'Shift+Tab', 'Enter', 'Space']);

/** The last combination pressed, in the table's notation; `g` waits for a second key. */
function usePressedKeys(): [string, (keys: string) => void] {
  const { isMac } = useKeySettings();
  const [pressed, setPressed] = useState('');
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const notation = notationOfEvent(event, isMac);
      if (notation === null || dialogKeys.has(notation)) return;
      event.preventDefault();
      setPressed((before) => (before === 'g' && !notation.includes('+') ? `g ${notation}` : notation));
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [isMac]);
  return [pressed, setPressed];
}

/** What the user has changed: command id → its keys. */
type Shortcuts = Readonly<Record<string, readonly string[]>>;

/** Gives a command one key and takes it from the commands that had it. */
export function withKey(
  shortcuts: Shortcuts,
  id: CommandId,
  key: string,
  conflicts: readonly Command[],
): Record<string, string[]> {
  const changed = copyOf(shortcuts);
  for (const other of conflicts) {
    const keys = shortcuts[other.id] ?? other.keys;
    changed[other.id] = keys.filter((item) => item !== key && !item.startsWith(`${key} `));
  }
  changed[id] = [key];
  return withoutDefaults(changed);
}

/** Takes all keys from a command; it stays in the palette. */
export function withoutKeys(shortcuts: Shortcuts, id: CommandId): Record<string, string[]> {
  return withoutDefaults({ ...copyOf(shortcuts), [id]: [] });
}

function copyOf(shortcuts: Shortcuts): Record<string, string[]> {
  return Object.fromEntries(Object.entries(shortcuts).map(([id, keys]) => [id, [...keys]]));
}

/** Keys that match the table's need not be stored. */
function withoutDefaults(shortcuts: Record<string, string[]>): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(shortcuts).filter(([id, keys]) => commandOf(id as CommandId).keys.join('\n') !== keys.join('\n')),
  );
}
