import { Button, Group } from '@mantine/core';
import { useEffect, useState, type ReactNode } from 'react';
import { usePreferences, useSetPreferences } from '../../data/bridgeValues.ts';
import { commandOf, type CommandId } from '#shared/commands.ts';
import { useKeySettings } from '../../keyboard/CommandProvider.tsx';
import { KeyCaps } from '../../keyboard/Keys.tsx';
import { conflictsOf, notationOfEvent } from '../../keyboard/keymap.ts';
import classes from './Settings.module.css';
import { withKey, withoutKeys } from './shortcutChanges.ts';
import { Dialog } from '../../ui/Dialog.tsx';

/** Asks for a key combination for a command by letting the user press it; names the command that has it already. */
export function KeyDialog({ id, onClose }: { readonly id: CommandId; readonly onClose: () => void }): ReactNode {
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
    <Dialog onClose={onClose} title={`Keys for “${title}”`}>
      <output className={classes.pressed}>
        {pressed === '' ? 'Press the keys.' : <KeyCaps keys={pressed} />}
        {isChordStart && <span className={classes.note}>then one more</span>}
      </output>
      {conflicts.length > 0 && (
        <p className={classes.conflict}>
          This is the key of {conflicts.map((other) => `“${other.title}”`).join(', ')}, which would lose it.
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
            {conflicts.length > 0 ? 'Take it over' : 'Use it'}
          </Button>
        </Group>
      </Group>
    </Dialog>
  );
}

/** Keys that work the dialog itself and so cannot be chosen in it. */
const dialogKeys = new Set(['Escape', 'Tab', 'Shift+Tab', 'Enter', 'Space']);

/** The combination that was pressed last, in the table's notation; `g` waits for a second key. */
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
