import { Modal, type ModalProps, Button, Group, Stack, TextInput, Text } from '@mantine/core';
import { useLayoutEffect, useRef, type ReactNode, useEffect, useState, type FormEvent } from 'react';
import type { z } from 'zod';
import { AppError } from '#shared/errors.ts';
import classes from './Dialog.module.css';

const focusable = 'a[href], button:not(:disabled), input:not(:disabled), select, textarea';

/** A modal dialog, open for as long as it is rendered. */
export function Dialog({ children, ...props }: Omit<ModalProps, 'opened' | 'returnFocus'>): ReactNode {
  return (
    <Modal {...props} opened returnFocus={false}>
      {children}
      <KeyboardHold />
    </Modal>
  );
}

/** Says that a request failed, and why. */
export function Problem({ title, reason }: { readonly title: string; readonly reason: string }): ReactNode {
  return (
    <p className={classes.problem} role="alert">
      {title} {reason}
    </p>
  );
}

/**
 * Gives the keyboard to the dialog it is rendered in, and returns it when the dialog goes. Mantine does both with
 * timers, which are slower than keys: a fast typist would lose the first letters, and the last key would reach no
 * element.
 */
export function KeyboardHold(): ReactNode {
  const place = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const holder = holderNow();
    const dialog = place.current?.closest<HTMLElement>('[role="dialog"]');
    const first = dialog?.querySelector<HTMLElement>('[data-autofocus]') ?? dialog?.querySelector(focusable);
    if (first instanceof HTMLElement) first.focus({ preventScroll: true });
    return () => queueMicrotask(() => giveBack(holder));
  }, []);
  return <span ref={place} hidden />;
}

/** The element with keyboard focus; for a menu item, which goes with its menu, the button that opened the menu. */
function holderNow(): Element | null {
  const { activeElement } = document;
  const menu = activeElement?.closest('[role="menu"]');
  return menu === null || menu === undefined
    ? activeElement
    : document.getElementById(menu.getAttribute('aria-labelledby') ?? '');
}

/** Once the dialog has gone: focuses what had the keyboard before, unless something else has taken it. */
function giveBack(holder: Element | null): void {
  if (holder === document.body || document.activeElement !== document.body) return;
  if (holder instanceof HTMLElement && holder.isConnected) holder.focus({ preventScroll: true });
  if (document.activeElement === document.body) document.getElementById('main')?.focus({ preventScroll: true });
}

interface NameDialogProps {
  readonly title: string;
  readonly size?: ModalProps['size'];
  /** The name to start with; the first letter typed replaces it. */
  readonly initial: string;
  readonly schema: z.ZodType<string>;
  /** The label of the save button. */
  readonly submit: string;
  /** The state of the call that saves. */
  readonly saving: { readonly error: unknown; readonly isPending: boolean };
  /** Called with a valid name. */
  readonly onSave: (name: string) => void;
  readonly onClose: () => void;
  /** Shown below the name, for further input. */
  readonly children?: ReactNode;
}

/** Asks for a name. Problems are shown once the user tries to save; next to the name if the server blames the name. */
export function NameDialog(props: NameDialogProps): ReactNode {
  const { title, size, initial, schema, submit, saving, onSave, onClose, children } = props;
  const [name, setName] = useState(initial);
  const [tried, setTried] = useState(false);
  const checked = schema.safeParse(name);
  const refused = saving.error instanceof AppError ? saving.error : undefined;
  // The second click of a double click comes before the button looks busy; it would find the name taken.
  const isAsked = useRef(false);
  useEffect(() => {
    if (!saving.isPending) isAsked.current = false;
  });
  const save = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (!checked.success || isAsked.current) return;
    isAsked.current = true;
    onSave(checked.data);
  };
  return (
    <Dialog onClose={onClose} title={title} {...(size === undefined ? {} : { size })}>
      <form onSubmit={save} noValidate>
        <Stack gap="sm">
          <TextInput
            label="Name"
            value={name}
            maxLength={200}
            onChange={(event) => setName(event.currentTarget.value)}
            onFocus={(event) => name === initial && event.currentTarget.select()}
            error={refused?.fields?.['name'] ?? (tried ? checked.error?.issues[0]?.message : undefined)}
            data-autofocus
            required
          />
          {children}
          {refused !== undefined && refused.fields === undefined && (
            <Problem title="Not saved." reason={refused.message} />
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={saving.isPending}>
              {submit}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

/** A question before something that `z` cannot undo. */
export interface Question {
  readonly title: string;
  /** What will happen. With something to read first, Enter cancels. */
  readonly consequences?: string;
  /** The label of the button that does it. */
  readonly action: string;
  readonly isDestructive?: boolean;
  readonly run: () => void;
}

/** Asks one question at a time; the caller renders `dialog`. */
export function useConfirm(): { readonly dialog: ReactNode; readonly confirm: (question: Question) => void } {
  const [asked, setAsked] = useState<Question | null>(null);
  const close = (): void => setAsked(null);
  const dialog = asked !== null && (
    <Dialog onClose={close} title={asked.title} size={asked.consequences === undefined ? 'sm' : 'md'}>
      {asked.consequences !== undefined && (
        <Text size="sm" mb="md">
          {asked.consequences}
        </Text>
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" data-autofocus={asked.consequences !== undefined || undefined} onClick={close}>
          Cancel
        </Button>
        <Button
          {...(asked.isDestructive === true && { color: 'red' })}
          data-autofocus={asked.consequences === undefined || undefined}
          onClick={() => {
            close();
            asked.run();
          }}
        >
          {asked.action}
        </Button>
      </Group>
    </Dialog>
  );
  return { dialog, confirm: setAsked };
}
