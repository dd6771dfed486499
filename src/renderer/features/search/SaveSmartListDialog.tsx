import { Button, Group, Radio, Stack, TextInput } from '@mantine/core';
import { useState, type FormEvent, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import type { FilterSet } from '#shared/domain/filters.ts';
import { smartListNameSchema } from '#shared/domain/names.ts';
import { proposedName } from '#shared/domain/proposedName.ts';
import { AppError } from '#shared/errors.ts';
import { useSmartLists } from '../../data/smartLists.ts';
import { useApiMutation } from '../../data/useApi.ts';
import { isolated } from '../../ui/bidi.ts';
import { FilterPreview } from '../filters/FilterPreview.tsx';
import { Dialog, Problem } from '../../ui/Dialog.tsx';
import { showDone } from '../../ui/toasts.tsx';

/** Saves a search as a smart list: its name (one is proposed), what it would hold, and whether it is filled now (API.md). */
export function SaveSmartListDialog({
  filters,
  onClose,
}: {
  readonly filters: FilterSet;
  readonly onClose: () => void;
}): ReactNode {
  const navigate = useNavigate();
  const lists = useSmartLists();
  const [proposed] = useState(() => proposedName(filters, lists?.map((list) => list.name) ?? []));
  const [name, setName] = useState(proposed);
  const [fill, setFill] = useState('now');
  const [tried, setTried] = useState(false);
  const create = useApiMutation('createSmartList');
  const checked = smartListNameSchema.safeParse(name);
  const refused = create.error instanceof AppError ? create.error : undefined;

  const save = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (!checked.success) return;
    create.mutate(
      { body: { name: checked.data, filters, fill: fill === 'now' } },
      {
        onSuccess: (list) => {
          onClose();
          showDone(`Saved ${isolated(list.name)}. It is filled again every week.`);
          void navigate(`/list/smart/${list.id}`);
        },
      },
    );
  };

  return (
    <Dialog onClose={onClose} title="Save as smart list" size={520}>
      <form onSubmit={save} noValidate>
        <Stack gap="md">
          <TextInput
            label="Name"
            value={name}
            maxLength={200}
            onChange={(event) => setName(event.currentTarget.value)}
            error={refused?.fields?.['name'] ?? (tried ? checked.error?.issues[0]?.message : undefined)}
            // What is proposed goes with the first letter that is typed.
            onFocus={(event) => name === proposed && event.currentTarget.select()}
            data-autofocus
            required
          />
          <FilterPreview filters={filters} />
          <Radio.Group label="Start with" value={fill} onChange={setFill}>
            <Stack gap={6} mt={6}>
              <Radio size="xs" value="now" label="The best 1,000 matches there are now" />
              <Radio size="xs" value="later" label="Only new ones from now on" />
            </Stack>
          </Radio.Group>
          {refused !== undefined && refused.fields === undefined && (
            <Problem title="Not saved." reason={refused.message} />
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={create.isPending}>
              Save
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
