import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { heirProblem, roleNames, type TeamMember } from '#shared/domain/team.ts';
import type { TeamView } from '../../data/team.ts';
import { useApiMutation } from '../../data/useApi.ts';
import { Dialog, Problem } from '../../ui/Dialog.tsx';
import { isolated } from '../../ui/title.ts';
import { showDone } from '../../ui/toasts.tsx';
import classes from './Team.module.css';

/** Who can take over what a leaver owns. */
export function heirsOf(leaver: TeamMember, members: readonly TeamMember[]): TeamMember[] {
  const known = members.map(({ id, role, closed }) => ({ id, role, isClosed: closed }));
  return members.filter(({ id }) => heirProblem(leaver.id, id, known) === '');
}

/** Says what closing somebody does, and asks who gets what they own. */
export function CloseMemberDialog({
  leaver,
  team,
  onClose,
}: {
  readonly leaver: TeamMember;
  readonly team: TeamView;
  readonly onClose: () => void;
}): ReactNode {
  const heirs = heirsOf(leaver, team.members);
  const [heir, setHeir] = useState(() => heirs[0]?.id ?? 0);
  const closing = useApiMutation('closeMember');
  const name = isolated(leaver.name);
  const close = (): void =>
    closing.mutate(
      { params: { id: leaver.id }, body: { to: heir } },
      {
        onSuccess: () => {
          showDone(`${name} was closed.`);
          onClose();
        },
      },
    );
  return (
    <Dialog title={`Close ${name}?`} onClose={onClose}>
      <Stack gap="sm">
        <Text size="sm">
          {name} can’t sign in any more, and every session ends at once. Decisions and comments stay under the name.
          This can’t be undone.
        </Text>
        {heirs.length === 0 ? (
          <Text size="sm">
            Only a lead or staff can take the lists over, and there is nobody else. Make somebody a lead first.
          </Text>
        ) : (
          <NativeSelect
            label="Smart lists, collections and open assignments go to"
            data={heirs.map(({ id, name: called, role }) => ({
              value: String(id),
              label: `${called} (${roleNames[role]})`,
            }))}
            value={String(heir)}
            onChange={(event) => setHeir(Number(event.currentTarget.value))}
          />
        )}
        {closing.isError && <Problem title="Nobody was closed." reason={closing.error.message} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} data-autofocus>
            Cancel
          </Button>
          <Button
            className={classes.danger ?? ''}
            disabled={heirs.length === 0}
            loading={closing.isPending}
            onClick={close}
          >
            Close {name}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
