import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useState, type FormEvent, type ReactNode } from 'react';
import { smartListNameSchema } from '#shared/domain/names.ts';
import type { SmartList } from '#shared/domain/smartList.ts';
import { AppError } from '#shared/errors.ts';
import { useApiMutation } from '../../data/useApi.ts';
import { Dialog } from '../../ui/Dialog.tsx';

/** Gives a smart list another name. */
export function RenameDialog({
  list,
  onClose,
}: {
  readonly list: Pick<SmartList, 'id' | 'name'>;
  readonly onClose: () => void;
}): ReactNode {
  const [name, setName] = useState(list.name);
  const [tried, setTried] = useState(false);
  const update = useApiMutation('updateSmartList');
  const checked = smartListNameSchema.safeParse(name);
  const refused = update.error instanceof AppError ? update.error : undefined;

  const save = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (checked.success) {
      update.mutate({ params: { id: list.id }, body: { name: checked.data } }, { onSuccess: onClose });
    }
  };
  const problem = tried ? checked.error?.issues[0]?.message : undefined;
  return (
    <Dialog onClose={onClose} title="Rename smart list" size="sm">
      <form onSubmit={save} noValidate>
        <Stack gap="sm">
          <TextInput
            label="Name"
            value={name}
            maxLength={200}
            onChange={(event) => setName(event.currentTarget.value)}
            // What is typed is another name, as wherever F2 renames.
            onFocus={(event) => event.currentTarget.select()}
            error={refused?.fields?.['name'] ?? refused?.message ?? problem}
            data-autofocus
            required
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={update.isPending}>
              Rename
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
