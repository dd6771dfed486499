import { Button, Group, Radio, Select, Stack, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { Role, SharingMode, TeamMember } from '#shared/domain/team.ts';
import { AppError } from '#shared/errors.ts';
import { useTeam } from '../../data/team.ts';
import { useApiMutation, useApiQuery } from '../../data/useApi.ts';
import { Dialog, Problem } from '../../ui/Dialog.tsx';
import { LoadingFace } from '../../ui/Faces.tsx';
import { isolated } from '../../ui/title.ts';
import classes from './ShareDialog.module.css';

/** What somebody may do with what is shared; `''` for somebody it is not shared with. */
type Access = '' | 'editor' | 'reader';
type Accesses = ReadonlyMap<number, Access>;

interface Member {
  readonly id: number;
  readonly role: 'editor' | 'reader';
}

/** Shares a smart list: with whom, and whether one decision settles a company for all. */
export function ShareListDialog({
  list,
  onClose,
}: {
  readonly list: { readonly id: number; readonly name: string };
  readonly onClose: () => void;
}): ReactNode {
  const query = useApiQuery('getListSharing', { params: { id: list.id } });
  const share = useApiMutation('shareList');
  const [mode, setMode] = useState<SharingMode | null>(null);
  const shown = mode ?? query.data?.mode ?? 'one';
  return (
    <SharedWith
      name={list.name}
      what="smart list"
      sharing={query.data}
      failure={query.error}
      saving={share.isPending}
      problem={share.error}
      isChanged={mode !== null && mode !== query.data?.mode}
      onClose={onClose}
      onSave={(members) =>
        share.mutate(
          { params: { id: list.id }, body: { mode: members.length === 0 ? null : shown, members } },
          { onSuccess: onClose },
        )
      }
    >
      <Radio.Group label="Decisions" value={shown} onChange={(value) => setMode(value === 'each' ? 'each' : 'one')}>
        <Stack gap={4} mt={4}>
          <Radio
            value="one"
            label="One decision settles it"
            description="Whoever decides first takes the company out of everybody’s inbox."
          />
          <Radio value="each" label="Each for themselves" description="Everybody decides about every company." />
        </Stack>
      </Radio.Group>
    </SharedWith>
  );
}

/** Shares a collection: who sees it, and who may add and remove companies. */
export function ShareCollectionDialog({
  collection,
  onClose,
}: {
  readonly collection: { readonly id: number; readonly name: string };
  readonly onClose: () => void;
}): ReactNode {
  const query = useApiQuery('getCollectionSharing', { params: { id: collection.id } });
  const share = useApiMutation('shareCollection');
  return (
    <SharedWith
      name={collection.name}
      what="collection"
      sharing={query.data}
      failure={query.error}
      saving={share.isPending}
      problem={share.error}
      isChanged={false}
      onClose={onClose}
      onSave={(members) => share.mutate({ params: { id: collection.id }, body: { members } }, { onSuccess: onClose })}
    />
  );
}

/** With whom something is shared. */
interface Shared {
  readonly role: string;
  readonly owner: { readonly id: number; readonly name: string };
  readonly members: readonly Member[];
}

interface Saving {
  readonly saving: boolean;
  readonly problem: Error | null;
  /** Something besides the people was changed. */
  readonly isChanged: boolean;
  readonly onClose: () => void;
  readonly onSave: (members: Member[]) => void;
}

function SharedWith({
  name,
  what,
  sharing,
  failure,
  saving,
  problem,
  isChanged,
  onClose,
  onSave,
  children,
}: Saving & {
  readonly name: string;
  readonly what: string;
  readonly sharing: Shared | undefined;
  readonly failure: Error | null;
  readonly children?: ReactNode;
}): ReactNode {
  return (
    <Dialog onClose={onClose} title={`Share ${isolated(name)}`} size={520}>
      {failure !== null && <Problem title="Couldn’t load with whom it is shared." reason={failure.message} />}
      {sharing === undefined && failure === null && <LoadingFace lines={3} label="Loading with whom it is shared" />}
      {sharing !== undefined && (
        <Sharing {...{ what, sharing, saving, problem, isChanged, onClose, onSave }}>{children}</Sharing>
      )}
    </Dialog>
  );
}

function Sharing({
  what,
  sharing,
  saving,
  problem,
  isChanged,
  onClose,
  onSave,
  children,
}: Saving & { readonly what: string; readonly sharing: Shared; readonly children?: ReactNode }): ReactNode {
  const { members, me } = useTeam();
  const [changes, setChanges] = useState<Accesses>(new Map());
  const isOwner = sharing.role === 'owner';
  const before: Accesses = new Map(sharing.members.map(({ id, role }) => [id, role]));
  const accessOf = (id: number): Access => changes.get(id) ?? before.get(id) ?? '';
  const others = members.filter(({ id, closed }) => !closed && id !== sharing.owner.id);
  const hasChanges = isChanged || others.some(({ id }) => accessOf(id) !== (before.get(id) ?? ''));
  const asked = others.flatMap(({ id }): Member[] => {
    const role = accessOf(id);
    return role === '' ? [] : [{ id, role }];
  });
  return (
    <Stack gap="sm">
      {!isOwner && (
        <Text size="sm">
          {isolated(sharing.owner.name)} owns this {what} and shares it.
        </Text>
      )}
      {isOwner && children}
      <ul className={classes.people} aria-label="Shared with">
        {others.map((member) => (
          <Person
            key={member.id}
            member={member}
            isMe={member.id === me}
            access={accessOf(member.id)}
            isOwner={isOwner}
            onChange={(access) => setChanges(new Map([...changes, [member.id, access]]))}
          />
        ))}
      </ul>
      {others.length === 0 && <Text size="sm">Nobody else is on this team yet.</Text>}
      {problem !== null && <Problem title="Not shared." reason={AppError.from(problem).message} />}
      <Group justify="flex-end" gap="xs">
        {isOwner && others.length > 1 && (
          <Button
            variant="subtle"
            onClick={() => setChanges(new Map(others.map(({ id, role }) => [id, mostOf(role)])))}
          >
            Everybody
          </Button>
        )}
        <Button variant="default" onClick={onClose}>
          {isOwner ? 'Cancel' : 'Close'}
        </Button>
        {isOwner && (
          <Button loading={saving} disabled={!hasChanges} onClick={() => onSave(asked)}>
            {asked.length === 0 && before.size > 0 ? 'Stop sharing' : 'Share'}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

/** Who only reads on the team reads here, too. */
function mostOf(role: Role): 'editor' | 'reader' {
  return role === 'reader' ? 'reader' : 'editor';
}

const accesses = [
  { value: '', label: 'Not shared' },
  { value: 'editor', label: 'Edits' },
  { value: 'reader', label: 'Reads' },
];
const accessNames: Readonly<Record<Access, string>> = { '': 'Not shared', editor: 'Edits', reader: 'Reads' };

function Person({
  member,
  isMe,
  access,
  isOwner,
  onChange,
}: {
  readonly member: TeamMember;
  readonly isMe: boolean;
  readonly access: Access;
  readonly isOwner: boolean;
  readonly onChange: (access: Access) => void;
}): ReactNode {
  const offered = mostOf(member.role) === 'reader' ? accesses.filter(({ value }) => value !== 'editor') : accesses;
  return (
    <li className={classes.person}>
      <span className={classes.who}>
        <bdi>{member.name}</bdi>
        {isMe && ' (you)'}
        <span className={classes.email}>{member.email}</span>
      </span>
      {isOwner ? (
        <Select
          size="xs"
          w={130}
          aria-label={`What ${member.name} may do`}
          data={offered}
          value={access}
          allowDeselect={false}
          comboboxProps={{ withinPortal: true }}
          onChange={(value) => onChange(value === 'editor' || value === 'reader' ? value : '')}
        />
      ) : (
        <span className={classes.access}>{accessNames[access]}</span>
      )}
    </li>
  );
}
