import { z } from 'zod';
import { counted, formatDay } from '#shared/domain/formats.ts';
import { handoverPresets, presetNames } from '#shared/domain/handover.ts';
import { laterSchema, laterText } from '#shared/domain/later.ts';
import { assertNever } from '#shared/errors.ts';
import { roleNames, roleSchema, type AuditKind, type AuditLine } from '#shared/domain/team.ts';

/** The name of somebody on the team, by id. */
type NameOf = (id: number) => string;

/** A part of a sentence: a text, or a company to be linked to. */
export type AuditPart = { readonly text: string; readonly companyId?: number };

/** What a line of the audit says: `Ann put Acme into Archive: Too early`. */
export function auditSentence(line: AuditLine, nameOf: NameOf): string {
  return auditParts(line, nameOf)
    .map(({ text }) => text)
    .join('');
}

/** The same in parts: what comes before the company, the company, and what comes after it. */
export function auditParts(line: AuditLine, nameOf: NameOf): AuditPart[] {
  const words = sentences[line.kind](line, nameOf);
  const who = line.user?.name ?? 'The server';
  const [before = '', ...after] = words.split(companyMark);
  const parts = [`${who} ${before}`, ...after].map((text) => ({ text }));
  if (after.length === 0) return parts;
  const company =
    line.company === '' ? { text: `company ${line.company_id}` } : { text: line.company, companyId: line.company_id };
  const [first, ...rest] = parts;
  return [...(first === undefined ? [] : [first]), company, ...rest].filter(({ text }) => text !== '');
}

/** Stands for the company in the sentences below; nobody can type it. */
const companyMark = '\u0000';

const sentences: Readonly<Record<AuditKind, (line: AuditLine, nameOf: NameOf) => string>> = {
  sign_in: () => 'signed in',
  before: ({ to, reason }) => `had ${companyMark} in ${to} before there was an audit${because(reason)}`,
  decided: decidedWords,
  reason: ({ reason }) =>
    reason === ''
      ? `took back the reason for the decision on ${companyMark}`
      : `gave a reason for the decision on ${companyMark}: ${reason}`,
  back: ({ to }) =>
    to === 'Later'
      ? `has put off ${companyMark}, which waits again: what had brought it back was undone`
      : `had put off ${companyMark}, which is back`,
  note: ({ detail }) =>
    detail === '' ? `wrote or changed a note about ${companyMark}` : `commented on ${companyMark}${because(detail)}`,
  settled: settledWords,
  assigned: assignedWords,
  shared: sharedWords,
  filters: ({ smart_list: list }) => `changed the filters of ${quoted(list, 'a smart list')}`,
  import: ({ detail }) => {
    const { files } = read(importDetail, detail);
    return `imported companies${files === undefined ? '' : ` from ${counted(files, 'file', 'files')}`}`;
  },
  undo_import: () => 'took the newest import back',
  refresh: () => 'refreshed the companies',
  merged: ({ detail }) => {
    const [, gone = ''] = read(mergedDetail, detail).names;
    return `merged ${quoted(gone, 'another company')} into ${companyMark}`;
  },
  export: exportWords,
  role: ({ detail }, nameOf) => {
    const { user, role } = read(roleDetail, detail);
    return `changed the role of ${nameOf(user)} to ${role === undefined ? 'another one' : roleNames[role]}`;
  },
  user: ({ detail }, nameOf) => {
    const { added, role } = read(userDetail, detail);
    return `added ${nameOf(added)}${role === undefined ? '' : ` as ${roleNames[role]}`}`;
  },
  closed: closedWords,
  removed: ({ detail }) => `removed user ${read(removedDetail, detail).user} with all their work`,
  backup: ({ detail }) => `made a backup${because(read(backupDetail, detail).name)}`,
  restore: ({ detail }) => `restored a backup${because(read(backupDetail, detail).name)}`,
};

const idOrNobody = z.number().catch(0);
const textOrNone = z.string().catch('');
const roleDetail = z.object({ user: idOrNobody, role: roleSchema.optional().catch(undefined) });
const userDetail = z.object({ added: idOrNobody, role: roleSchema.optional().catch(undefined) });
const removedDetail = z.object({ user: idOrNobody });
const settledDetail = z.object({ kept: textOrNone, of: idOrNobody });
const assignedDetail = z.object({
  to: idOrNobody,
  note: textOrNone,
  day: textOrNone,
  state: z.enum(['open', 'done', 'returned']).optional().catch(undefined),
  answer: textOrNone,
});
const sharedDetail = z.object({
  list: textOrNone,
  collection: textOrNone,
  members: z.array(z.object({ userId: z.number() })).catch([]),
});
const closedDetail = z.object({
  user: idOrNobody,
  to: idOrNobody,
  lists: z.number().catch(0),
  collections: z.number().catch(0),
});
const mergedDetail = z.object({ names: z.array(z.string()).catch([]) });
const backupDetail = z.object({ name: textOrNone });
const importDetail = z.object({ files: z.number().optional().catch(undefined) });
const exportDetail = z.object({
  what: textOrNone,
  rows: z.number().optional().catch(undefined),
  columns: z.array(z.string()).catch([]),
  for: z.enum(handoverPresets).optional().catch(undefined),
});

/** What a detail says; what is missing or not understood is as if nothing were said. */
function read<T extends z.ZodType>(schema: T, detail: string): z.infer<T> {
  return schema.parse(parsed(detail));
}

function parsed(detail: string): object {
  try {
    const value: unknown = JSON.parse(detail);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
  } catch {
    return {};
  }
}

function decidedWords({ to, reason, detail }: AuditLine): string {
  if (to === 'None') return `moved ${companyMark} back to undecided`;
  if (to !== 'Later') return `put ${companyMark} into ${to}${because(reason)}`;
  const later = laterSchema.safeParse(parsed(detail)).data;
  return `put off ${companyMark}${later === undefined ? '' : ` ${laterText(later)}`}${because(reason)}`;
}

function settledWords({ detail, smart_list: list }: AuditLine, nameOf: NameOf): string {
  const { kept, of } = read(settledDetail, detail);
  const where = list === '' ? '' : ` in “${list}”`;
  return `settled the conflict about ${companyMark}${where}: ${nameOf(of)}’s decision stays, ${kept}`;
}

function assignedWords({ detail, user }: AuditLine, nameOf: NameOf): string {
  const { to, note, day, state, answer } = read(assignedDetail, detail);
  switch (state) {
    case undefined:
      return `assigned ${companyMark} to ${nameOf(to)}${day === '' ? '' : ` by ${formatDay(day)}`}${because(note)}`;
    case 'done':
      return `finished what was assigned about ${companyMark}${because(answer)}`;
    case 'returned':
      return user?.id === to
        ? `handed ${companyMark} back${because(answer)}`
        : `took ${companyMark} back from ${nameOf(to)}${because(answer)}`;
    case 'open':
      return `opened the assignment of ${companyMark} to ${nameOf(to)} again`;
    default:
      return assertNever(state);
  }
}

function sharedWords({ detail, smart_list: shown }: AuditLine, nameOf: NameOf): string {
  const { list, collection, members } = read(sharedDetail, detail);
  const what = collection === '' ? quoted(list === '' ? shown : list, 'a smart list') : quoted(collection, '');
  const [only] = members;
  if (only === undefined) return `stopped sharing ${what}`;
  const whom = members.length === 1 ? nameOf(only.userId) : counted(members.length, 'person', 'people');
  return `shared ${what} with ${whom}`;
}

function closedWords({ detail }: AuditLine, nameOf: NameOf): string {
  const { user, to, lists, collections } = read(closedDetail, detail);
  const given = [
    ...(lists === 0 ? [] : [counted(lists, 'smart list', 'smart lists')]),
    ...(collections === 0 ? [] : [counted(collections, 'collection', 'collections')]),
  ];
  return `closed ${nameOf(user)}${given.length === 0 ? '' : `; ${nameOf(to)} has their ${given.join(' and ')}`}`;
}

/** How many of what: `exported 1,200 companies of “Watchlist”, 12 columns`. */
function exportWords({ detail }: AuditLine): string {
  const { what, rows, columns, for: preset } = read(exportDetail, detail);
  const count = rows === undefined ? 'companies' : counted(rows, 'company', 'companies');
  const width = columns.length === 0 ? '' : `, ${counted(columns.length, 'column', 'columns')}`;
  const use = preset === undefined ? '' : ` for ${presetNames[preset]}`;
  return `exported ${count}${what === '' ? '' : ` of “${what}”`}${use}${width}`;
}

function quoted(name: string, otherwise: string): string {
  return name === '' ? otherwise : `“${name}”`;
}

/** What comes after a colon, on one line. */
function because(text: string): string {
  const words = text.replaceAll(/\s+/g, ' ').trim();
  return words === '' ? '' : `: ${words}`;
}
