import { Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useLayoutEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';
import type { EndpointResponse } from '#shared/api/messages.ts';
import { roleNames, roles, roleSchema, type Role } from '#shared/domain/team.ts';
import { AppError } from '#shared/errors.ts';
import { useApiMutation } from '../../data/useApi.ts';
import { Dialog, Problem } from '../../ui/Dialog.tsx';
import { isolated } from '../../ui/title.ts';
import { showDone, showFailure } from '../../ui/toasts.tsx';
import classes from './Team.module.css';

const roleChoices = roles.map((role) => ({ value: role, label: roleNames[role] }));

/** Adds somebody to the team, and shows the password that nobody will be told again. */
export function AddMemberDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const [email, setEmail] = useState('');
  const [name, setName] = useState('');
  const [role, setRole] = useState<Role>('analyst');
  const adding = useApiMutation('addMember');
  const refused = adding.error instanceof AppError ? adding.error : undefined;
  const add = (event: FormEvent): void => {
    event.preventDefault();
    if (!adding.isPending) adding.mutate({ body: { email: email.trim(), name: name.trim(), role } });
  };
  if (adding.data !== undefined) return <PasswordDialog added={adding.data} onClose={onClose} />;
  return (
    <Dialog title="Add somebody to the team" onClose={onClose}>
      <form onSubmit={add} noValidate>
        <Stack gap="sm">
          <TextInput
            label="Email"
            type="email"
            value={email}
            maxLength={200}
            onChange={(event) => setEmail(event.currentTarget.value)}
            error={refused?.fields?.['email']}
            data-autofocus
            required
          />
          <TextInput
            label="Name"
            value={name}
            maxLength={200}
            description="What colleagues see. @ and this name mention them in a comment."
            onChange={(event) => setName(event.currentTarget.value)}
            error={refused?.fields?.['name']}
          />
          <NativeSelect
            label="Role"
            data={roleChoices}
            value={role}
            onChange={(event) => setRole(roleSchema.catch('analyst').parse(event.currentTarget.value))}
          />
          {refused !== undefined && refused.fields === undefined && (
            <Problem title="Nobody was added." reason={refused.message} />
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={adding.isPending}>
              Add
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

function PasswordDialog({
  added: { name, email, password },
  onClose,
}: {
  readonly added: EndpointResponse<'addMember'>;
  readonly onClose: () => void;
}): ReactNode {
  const button = useRef<HTMLButtonElement>(null);
  // The field that had the keyboard has gone with the dialog before.
  useLayoutEffect(() => button.current?.focus({ preventScroll: true }), []);
  const copy = (): void => {
    navigator.clipboard.writeText(password).then(
      () => showDone('Copied the password.'),
      (error: unknown) => showFailure('Not copied', error),
    );
  };
  return (
    // A click beside it would lose what is shown only once.
    <Dialog title={`${isolated(name)} was added`} onClose={onClose} closeOnClickOutside={false}>
      <Stack gap="sm">
        <Text size="sm">
          Send {email} this password. It is shown only once; Winnow doesn’t keep it in readable form.
        </Text>
        <div className={classes.password}>
          <code aria-label="Password">{password}</code>
          <Button
            ref={button}
            variant="default"
            size="compact-sm"
            leftSection={<IconCopy size={14} aria-hidden />}
            onClick={copy}
          >
            Copy
          </Button>
        </div>
        <Group justify="flex-end" gap="xs">
          <Button onClick={onClose}>Done</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
