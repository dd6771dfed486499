import { z } from 'zod';
import { companySchema } from './companySchema.ts';
import { sourceNameSchema } from './knownSource.ts';

/**
 * Companies that the user's CRM or portfolio knows. A source is what they are known from (“Affinity”); its newest file
 * says what counts.
 */

const count = z.number().int().nonnegative();
const id = z.number().int().positive();

/** What a column of such a file says, in the order in which the screen offers them. */
export const knownRoles = ['name', 'website', 'status', 'owner', 'contact', 'note', 'id'] as const;
export type KnownRole = (typeof knownRoles)[number];

/** What each is called. */
export const knownRoleLabels: Readonly<Record<KnownRole, string>> = {
  name: 'Company name',
  website: 'Website or domain',
  status: 'Status',
  owner: 'Owner',
  contact: 'Last contact',
  note: 'Note',
  id: 'Its id',
};

/** The user's choice of columns: the number of a column, from 0 → what it says, `''` to leave it out. */
export const knownColumnsSchema = z.record(z.string().regex(/^\d{1,5}$/), z.enum(['', ...knownRoles]));
export type KnownColumns = Readonly<z.infer<typeof knownColumnsSchema>>;

/**
 * How many rows a file has, and what becomes of them: about one company, about several that it may be, about none that
 * is here, or left out because they name none.
 */
export const knownCountsSchema = z.object({
  rows: count,
  matched: count,
  to_choose: count,
  missing: count,
  skipped: count,
});
export type KnownCounts = z.infer<typeof knownCountsSchema>;

/**
 * A file that was sent, and how it is to be read where that is not as it is recognised: its columns, the sheet, what
 * the companies are known from, and the day of the file.
 */
export const knownFileSchema = z.object({
  token: z.string().max(60),
  columns: knownColumnsSchema.optional(),
  sheet: z.string().max(100).optional(),
  source: sourceNameSchema.optional(),
  day: z.iso.date().optional(),
});
export type KnownFileChoice = z.infer<typeof knownFileSchema>;

/** The parts of a source that somebody has to look at: rows about several companies, or about none that is here. */
export const knownParts = ['to_choose', 'missing'] as const;
export type KnownPart = (typeof knownParts)[number];

/** Which company a row is about, null for none; `open`: that is to be asked again. */
export const knownChoiceSchema = z.object({ company_id: z.union([id.nullable(), z.literal('open')]) });

/** A source as it stands: its newest file, of which day that is, and what it replaced. */
export const knownSourceSchema = knownCountsSchema.extend({
  id,
  name: z.string(),
  file: z.string(),
  day: z.string(),
  imported_at: z.string(),
  replaced: z.object({ file: z.string(), day: z.string() }).nullable(),
});
export type KnownSource = z.infer<typeof knownSourceSchema>;

/** A column of a file, and what it was recognised as; `''` if it is left out. */
const knownColumnSchema = z.object({
  index: count,
  header: z.string(),
  role: z.enum(['', ...knownRoles]),
  samples: z.array(z.string()),
});
export type KnownColumn = z.infer<typeof knownColumnSchema>;

/** A row that names no company, and why: “Row 14: neither a name nor a website”. */
const skippedRowSchema = z.object({ line: count, reason: z.string() });

/** A row that nothing but its name matches, and the company: “Acme, Inc.”, `acme.example · Lyon, FR`. */
const namedRowSchema = z.object({
  line: count,
  name: z.string(),
  company_id: id,
  company: z.string(),
  says: z.string(),
});

/**
 * What a file would do, with nothing changed. `problem` says why it cannot be taken (or is `''`); `is_same`: the source
 * has exactly these rows already. `sheets` are those of a spreadsheet, `sheet` the one that was read. `by_name`: how
 * many rows are matched by their name alone, and the first of them with their companies; an older server does not say.
 */
export const knownPreviewSchema = knownCountsSchema.extend({
  file: z.string(),
  source: z.string(),
  day: z.string(),
  day_from: z.enum(['name', 'changed']),
  columns: z.array(knownColumnSchema),
  sheets: z.array(z.string()),
  sheet: z.string(),
  problem: z.string(),
  is_same: z.boolean(),
  replaces: z.object({ file: z.string(), day: z.string(), rows: count }).nullable(),
  skipped_rows: z.array(skippedRowSchema),
  by_name: z.object({ count, rows: z.array(namedRowSchema) }).optional(),
});
export type KnownPreview = z.infer<typeof knownPreviewSchema>;

/** What a source says about one company. `contact` is the day of the last contact, `''` if unknown. */
const knownFactsShape = {
  name: z.string(),
  website: z.string(),
  status: z.string(),
  owner: z.string(),
  contact: z.string(),
  note: z.string(),
  their_id: z.string(),
};

/** A row of a source: with the company it is about, or those it may be about. */
export const knownRowSchema = z.object({
  id,
  line: count,
  ...knownFactsShape,
  company_id: id.nullable(),
  /** The user has said so. */
  is_chosen: z.boolean(),
  candidates: z.array(companySchema),
});
export type KnownRow = z.infer<typeof knownRowSchema>;

/** What is known of a company: the source, of which day its file is, and what it says. */
export const knownOfCompanySchema = z.object({
  results: z.array(z.object({ source: z.string(), day: z.string(), ...knownFactsShape })),
});
export type KnownOfCompany = z.infer<typeof knownOfCompanySchema>['results'][number];

/** The short mark of a known company. */
export const knownMarkSchema = z.object({
  company_id: id,
  source: z.string(),
  status: z.string(),
  contact: z.string(),
});
export type KnownMark = z.infer<typeof knownMarkSchema>;
