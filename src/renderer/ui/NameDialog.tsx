import { Button, Group, Stack, TextInput, type ModalProps } from '@mantine/core';
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';
import type { z } from 'zod';
import { AppError } from '#shared/errors.ts';
import { Dialog, Problem } from './Dialog.tsx';

export interface NameDialogProps {
  readonly title: string;
  readonly size?: ModalProps['size'];
  /** The name to begin with; it goes with the first letter that is typed. */
  readonly initial: string;
  readonly schema: z.ZodType<string>;
  /** The word on the button that saves. */
  readonly submit: string;
  /** How the call stands that saves. */
  readonly saving: { readonly error: unknown; readonly isPending: boolean };
  /** Called with a name that is right. */
  readonly onSave: (name: string) => void;
  readonly onClose: () => void;
  /** What is asked for beside the name. */
  readonly children?: ReactNode;
}

/** Asks for a name. What is wrong with it is told once it was to be saved, at the name where the server says so. */
export function NameDialog(props: NameDialogProps): ReactNode {
  const { title, size, initial, schema, submit, saving, onSave, onClose, children } = props;
  const [name, setName] = useState(initial);
  const [tried, setTried] = useState(false);
  const checked = schema.safeParse(name);
  const refused = saving.error instanceof AppError ? saving.error : undefined;
  // The second click of a double click comes before the button is drawn as busy; it would find the name taken.
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
