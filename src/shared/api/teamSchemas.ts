import { z } from 'zod';
import {
  assignmentSchema,
  assignmentStateSchema,
  auditKindSchema,
  auditLineSchema,
  conflictSchema,
  mentionSchema,
  mostAssignmentCharacters,
  roleSchema,
  sharedWithSchema,
  sharingModeSchema,
  teamChangeSchema,
  teamMemberSchema,
} from '../domain/team.ts';
import { idSchema, wholeNumber } from './endpoint.ts';

/** What the calls of a team take and answer (docs/api.md 11). */

/** Most companies that colleagues' decisions are asked for at once. */
export const mostCompaniesAsked = 1000;

/** Numbers with commas between them, as a query has them. */
export const idsInQuery = z
  .string()
  .regex(/^[1-9]\d{0,14}(?:,[1-9]\d{0,14})*$/, 'Give ids with commas between them.')
  .transform((list) => list.split(',').map(Number))
  .refine((ids) => ids.length <= mostCompaniesAsked, `At most ${mostCompaniesAsked} companies at once.`);

export const companiesQuery = z.object({ company_ids: idsInQuery });

export const newMemberBody = z.object({
  email: z.string(),
  name: z.string().default(''),
  role: roleSchema.default('analyst'),
});
/** A new member with the password that nobody will be told again. */
export const addedMemberSchema = teamMemberSchema.extend({ password: z.string() });
export const memberBody = z.object({ role: roleSchema });
export const closeBody = z.object({ to: idSchema });

/** Most people whom something is shared with. */
const sharedWithMany = z.array(sharedWithSchema.omit({ name: true })).max(500);
export const shareListBody = z.object({ mode: sharingModeSchema.nullable(), members: sharedWithMany });
export const shareCollectionBody = z.object({ members: sharedWithMany });

/** Most companies that are dealt at once. */
export const mostDealt = 100;
export const dealBody = z.object({ count: z.number().int().min(1).max(mostDealt).default(25) });

export const conflictsSchema = z.object({ results: z.array(conflictSchema) });
export const settleBody = z.object({ kept: z.number().int().positive() });

const longText = z.string().max(mostAssignmentCharacters, `At most ${mostAssignmentCharacters} characters.`);
export const assignmentsQuery = z.object({ whose: z.enum(['to', 'by']).default('to') });
export const assignmentsSchema = z.object({ results: z.array(assignmentSchema), open: z.number().int().nonnegative() });
export const assignBody = z.object({
  id: z.uuid().toLowerCase(),
  company_id: idSchema,
  to: idSchema,
  note: longText.default(''),
  day: z.union([z.iso.date(), z.literal('')]).default(''),
});
export const answerBody = z.object({
  id: z.uuid().toLowerCase(),
  state: assignmentStateSchema,
  answer: longText.default(''),
});

export const mentionsSchema = z.object({
  count: z.number().int().nonnegative(),
  unread: z.number().int().nonnegative(),
  results: z.array(mentionSchema),
});
export const readMentionsBody = z.object({ company_ids: z.array(idSchema).max(mostCompaniesAsked).optional() });

/** The most changes that one answer tells. */
export const mostChanges = 1000;
export const changesQuery = z.object({ since: wholeNumber(z.number().int().min(0)).optional() });
export const changesSchema = z.object({ place: z.number().int().nonnegative(), results: z.array(teamChangeSchema) });

const moment = z.iso.datetime({ offset: true });
/** Of the audit only what meets all of this: by whom (0 for nobody), of which kind, about which company, and when. */
export const auditFilterQuery = z.object({
  user: wholeNumber(z.number().int().nonnegative()).optional(),
  kind: auditKindSchema.optional(),
  company: wholeNumber(z.number().int().positive()).optional(),
  since: moment.optional(),
  /** Until, but not at it. */
  until: moment.optional(),
});
export const auditQuery = auditFilterQuery.extend({
  /** Lines before this place of the chain; without it the newest. */
  before: wholeNumber(z.number().int().positive()).optional(),
  limit: wholeNumber(z.number().int().min(1).max(1000)).default(100),
});
export const auditSchema = z.object({ results: z.array(auditLineSchema) });
export const auditCheckSchema = z.object({
  events: z.number().int().nonnegative(),
  hash: z.string(),
  problems: z.array(z.string()),
});
