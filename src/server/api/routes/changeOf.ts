import type { TeamChange } from '#shared/domain/team.ts';
import type { SealedEvent, UserRecord } from '../../state/port.ts';

/** What a user is told of an event: nothing of what is another's alone. */
export function changeOf(
  event: SealedEvent,
  user: Pick<UserRecord, 'id'>,
  people: (id: number) => { readonly id: number; readonly name: string },
): TeamChange | null {
  const kind = kindFor(event, user.id);
  if (kind === null) return null;
  const { place, userId, companyId, to } = event;
  return {
    place,
    kind,
    user: userId === 0 ? null : people(userId),
    company_id: companyId,
    to: kind === 'decided' ? to : 'None',
  };
}

/** Whether everybody on the team is told of an event. */
export function isForAll(event: SealedEvent): boolean {
  return kindFor(event, nobody) !== null;
}

/** No user has this id. */
const nobody = -1;

const peopleKinds: ReadonlySet<string> = new Set(['role', 'user', 'closed', 'removed']);
const companyKinds: ReadonlySet<string> = new Set(['import', 'undo_import', 'refresh', 'merged']);

const ownKinds = { note: 'note', filters: 'shared' } as const;

function kindFor({ kind, userId, note, isForTeam }: SealedEvent, me: number): TeamChange['kind'] | null {
  if (kind === 'decided' || kind === 'reason' || kind === 'back') return 'decided';
  // Of a list that was not shared, and of a note that is its author's, nobody else hears.
  if (kind === 'note' || kind === 'filters') return isForTeam || userId === me ? ownKinds[kind] : null;
  if (kind === 'settled') return 'settled';
  if (kind === 'assigned') return userId === me || assigneeIn(note) === me ? 'assigned' : null;
  if (kind === 'shared') return 'shared';
  if (peopleKinds.has(kind)) return 'people';
  return companyKinds.has(kind) ? 'companies' : null;
}

function assigneeIn(detail: string): number {
  return Number((JSON.parse(detail) as { to?: unknown }).to);
}
