import { counted } from '#shared/domain/formats.ts';
import type { SharedAs } from '#shared/domain/team.ts';

type Shared = Pick<SharedAs, 'role' | 'owner'> & { readonly members?: number };

/** Whose a shared list is and with how many: `Shared by Ann Lee with 3 people`; `''` for one that is not shared. */
export function sharedText(shared: Shared | null): string {
  if (shared === null) return '';
  const { role, owner, members = 0 } = shared;
  const whom = members === 0 ? '' : ` with ${counted(members, 'person', 'people')}`;
  return role === 'owner' ? `Shared${whom}` : `Shared by ${owner.name}${whom}`;
}

/** A list or a collection that somebody shares with the user. */
export interface SharedPlace {
  /** What tells it from all others: `list 7`. */
  readonly key: string;
  readonly name: string;
  readonly path: string;
  readonly owner: string;
}

/** What is told of what has been shared with the user of late: `Ann Lee shared “Robots” with you.` */
export function sharedNews(fresh: readonly SharedPlace[]): string {
  const [first] = fresh;
  if (first === undefined) return '';
  const more = fresh.length === 1 ? '' : ` and ${counted(fresh.length - 1, 'more list', 'more lists')}`;
  const owners = new Set(fresh.map(({ owner }) => owner));
  const by = owners.size === 1 ? first.owner : `${first.owner} and others`;
  return `${by} shared “${first.name}”${more} with you.`;
}
