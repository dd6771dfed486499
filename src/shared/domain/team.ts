import { z } from 'zod';
import type { FilterSet } from './filters.ts';
import type { HandoverPreset } from './handover.ts';
import { decidedListSchema, listNameSchema, type ListName } from './listName.ts';

const id = z.number().int().positive();
const count = z.number().int().nonnegative();

/**
 * What a user of a team may do. A `reader` reads and comments, an `analyst` also decides, makes lists and shares them.
 * A `lead` also settles conflicts in anybody's shared lists and imports. `staff` may do everything: people and audit.
 */
export const roles = ['reader', 'analyst', 'lead', 'staff'] as const;
export const roleSchema = z.enum(roles);
export type Role = z.infer<typeof roleSchema>;

/** What a role is called. */
export const roleNames = {
  reader: 'Reader',
  analyst: 'Analyst',
  lead: 'Lead',
  staff: 'Staff',
} as const satisfies Record<Role, string>;

/** Whether a role includes what another one may do. */
export function isAtLeast(role: Role, least: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(least);
}

/** A colleague by the name to show. */
export const personSchema = z.object({ id, name: z.string() });
export type Person = z.infer<typeof personSchema>;

/** Somebody on the team; `closed` since they have left it. */
export const teamMemberSchema = personSchema.extend({
  email: z.string(),
  role: roleSchema,
  closed: z.boolean(),
});
export type TeamMember = z.infer<typeof teamMemberSchema>;

/** Why somebody cannot be given what a leaver owns, in a sentence; `''` if nothing is in the way. */
export function heirProblem(
  leaverId: number,
  heirId: number,
  members: readonly { readonly id: number; readonly role: Role; readonly isClosed: boolean }[],
): string {
  const heir = members.find((member) => member.id === heirId);
  if (members.find((member) => member.id === leaverId)?.isClosed === true) return 'They were closed already.';
  if (heir === undefined || heir.isClosed) return 'Only somebody on the team can take lists over.';
  if (heirId === leaverId) return 'Somebody else has to take the lists over.';
  return isAtLeast(heir.role, 'lead') ? '' : 'Only a lead or staff can take lists over.';
}

/** The team, oldest member first, and which of them has asked. */
export const teamSchema = z.object({ me: id, members: z.array(teamMemberSchema) });
export type Team = z.infer<typeof teamSchema>;

/** Up to two letters for a narrow column: `AL` for Ann Lee, `B` for bob@fund.example. */
export function initialsOf(name: string): string {
  const words = name
    .replace(/@.*$/, '')
    .split(/[\s._-]+/u)
    .filter((word) => word !== '');
  const [first = '', last = ''] = words.length > 1 ? [words[0], words.at(-1)] : words;
  return [first, last]
    .map((word) => /^./su.exec(word)?.[0] ?? '')
    .join('')
    .toUpperCase();
}

/** What a colleague has decided about a company: the standing decision, by the number of its event. */
export const colleagueDecisionSchema = z.object({
  company_id: id,
  user: personSchema,
  list: decidedListSchema,
  reason: z.string(),
  at: z.string(),
});
export type ColleagueDecision = z.infer<typeof colleagueDecisionSchema>;
export const colleagueDecisionsSchema = z.object({ results: z.array(colleagueDecisionSchema) });

/** The decision that has settled a company of a shared list: whose, which, when, and its number. */
export const settledSchema = z.object({ user: personSchema, list: listNameSchema, at: z.string(), seq: count });
export type Settled = z.infer<typeof settledSchema>;

/** `one`: one decision settles a company for all. `each`: everybody decides for themselves. */
export const sharingModes = ['one', 'each'] as const;
export const sharingModeSchema = z.enum(sharingModes);
export type SharingMode = z.infer<typeof sharingModeSchema>;

export const sharedRoleSchema = z.enum(['owner', 'editor', 'reader']);
export type SharedRole = z.infer<typeof sharedRoleSchema>;

/** How a smart list is shared, as its lists and counts say it; null for one that is not. */
export const sharedAsSchema = z.object({
  mode: sharingModeSchema,
  role: sharedRoleSchema,
  owner: personSchema,
  /** With how many its owner shares it; an earlier server does not say. */
  members: count.default(0),
});
export type SharedAs = z.infer<typeof sharedAsSchema>;

/** Somebody whom a list or a collection is shared with. */
export const sharedWithSchema = personSchema.extend({ role: sharedRoleSchema.exclude(['owner']) });

/** How a smart list is shared. `mode` is null for one that is not. */
export const listSharingSchema = z.object({
  mode: sharingModeSchema.nullable(),
  role: sharedRoleSchema,
  owner: personSchema,
  members: z.array(sharedWithSchema),
});
export type ListSharing = z.infer<typeof listSharingSchema>;

/** How a collection is shared. */
export const collectionSharingSchema = listSharingSchema.omit({ mode: true });
export type CollectionSharing = z.infer<typeof collectionSharingSchema>;

/** The companies that were dealt to the user, by entry, and until when nobody else gets them (ISO 8601, UTC). */
export const handSchema = z.object({ until: z.string(), entries: z.array(id) });

/** How far a shared list is: who has settled how many, and how many the user finds undecided in it. */
export const progressSchema = z.object({
  members: z.array(personSchema.extend({ settled: count, dealt: count })),
  left: count,
});

/** Two decisions about a company of a shared list; `kept` is the number of the one that counts, null if still open. */
export const conflictSchema = z.object({
  id,
  list: z.object({ id, name: z.string() }),
  company: z.object({ id, name: z.string() }),
  first: settledSchema,
  second: settledSchema,
  made_at: z.string(),
  kept: count.nullable(),
  may_settle: z.boolean(),
});
export type Conflict = z.infer<typeof conflictSchema>;

/** Longest note with an assignment, and longest answer to it. */
export const mostAssignmentCharacters = 500;

export const assignmentStateSchema = z.enum(['open', 'done', 'returned']);

/** A company that somebody is to look at, by a day (`YYYY-MM-DD`) or `''`. */
export const assignmentSchema = z.object({
  id: z.string(),
  company: z.object({ id, name: z.string() }),
  to: personSchema,
  by: personSchema,
  note: z.string(),
  day: z.string(),
  state: assignmentStateSchema,
  answer: z.string(),
  made_at: z.string(),
  changed_at: z.string(),
});
export type Assignment = z.infer<typeof assignmentSchema>;

/** A comment that names the user. */
export const mentionSchema = z.object({
  note_id: z.string(),
  company: z.object({ id, name: z.string() }),
  by: personSchema,
  text: z.string(),
  at: z.string(),
  read: z.boolean(),
});
export type Mention = z.infer<typeof mentionSchema>;

/** What a line of the audit is about. */
export const auditKinds = [
  'sign_in',
  'before',
  'decided',
  'reason',
  'back',
  'note',
  'settled',
  'assigned',
  'shared',
  'filters',
  'import',
  'undo_import',
  'refresh',
  'merged',
  'export',
  'role',
  'user',
  'closed',
  'removed',
  'backup',
  'restore',
] as const;
export const auditKindSchema = z.enum(auditKinds);
export type AuditKind = z.infer<typeof auditKindSchema>;

type NoDetail = Readonly<Record<string, never>>;
/** Of what was shared, with whom it is shared now: nobody where that has ended. */
interface SharedWithNow {
  readonly members: readonly { readonly userId: number; readonly role: SharedRole }[];
}

/**
 * What is kept with what is no decision, by its kind; users by id. `what` is the name of the list or collection that
 * was exported, `''` for a search or for chosen companies.
 */
interface AuditDetails {
  readonly sign_in: NoDetail;
  readonly settled: { readonly kept: ListName; readonly of: number };
  readonly assigned:
    | { readonly to: number; readonly note: string; readonly day: string }
    | { readonly to: number; readonly state: Assignment['state']; readonly answer: string };
  readonly shared:
    | (SharedWithNow & { readonly list: string; readonly mode: SharingMode | null })
    | (SharedWithNow & { readonly collection: string });
  readonly filters: FilterSet;
  /** Of how many files; of one that was cut off and finished later that is not known. */
  readonly import: { readonly files?: number };
  readonly undo_import: NoDetail;
  readonly refresh: NoDetail;
  /** The names of the company that stayed and of the one that was merged into it. */
  readonly merged: { readonly names: readonly string[] };
  readonly export: { readonly what: string; readonly rows: number } & (
    { readonly columns: readonly string[] } | { readonly for: HandoverPreset }
  );
  readonly role: { readonly user: number; readonly role: Role };
  readonly user: { readonly added: number; readonly role: Role };
  readonly closed: {
    readonly user: number;
    readonly to: number;
    readonly lists: number;
    readonly collections: number;
  };
  readonly removed: { readonly user: number };
  readonly backup: { readonly name: string };
  /** The name of the backup that was restored. */
  readonly restore: { readonly name: string };
}

/** Something for the audit that is no decision. */
export type AuditAct = {
  [K in keyof AuditDetails]: { readonly kind: K; readonly detail: AuditDetails[K] };
}[keyof AuditDetails];

/**
 * A line of the audit. `company` is the name of the company by now, `''` of one that is gone; `detail` is what else
 * there is to say; a private note's text is never in it.
 */
export const auditLineSchema = z.object({
  place: id,
  at: z.string(),
  user: personSchema.nullable(),
  kind: auditKindSchema,
  company_id: count,
  company: z.string(),
  smart_list: z.string(),
  from: listNameSchema,
  to: listNameSchema,
  reason: z.string(),
  detail: z.string(),
  hash: z.string(),
});
export type AuditLine = z.infer<typeof auditLineSchema>;

/**
 * What others have done, as the app hears of it: `place` is where the chain of events is, by which one asks for what
 * came after. `lists` are smart lists of the user's in which something has changed.
 */
export const teamChangeSchema = z.object({
  place: count,
  kind: z.enum(['decided', 'settled', 'assigned', 'shared', 'note', 'people', 'companies']),
  user: personSchema.nullable(),
  company_id: count,
  to: listNameSchema.default('None'),
});
export type TeamChange = z.infer<typeof teamChangeSchema>;
