import { z } from 'zod';
import { changeCountsSchema } from '../domain/companyChange.ts';
import { companySchema } from '../domain/companySchema.ts';
import { importFieldNames } from '../domain/importFields.ts';
import { likelyChoicesSchema, likelyRowsSchema } from '../domain/likelyRows.ts';

const count = z.number().int().nonnegative();

/** Why a row of a file was not imported; `line` is its first line in the file, from 1. */
export const rejectedRowSchema = z.object({ line: z.number().int().nonnegative(), reason: z.string() });
export type RejectedRow = z.infer<typeof rejectedRowSchema>;

/** What of a file is neither in a field nor an own column, and why. */
const leftOutSchema = z.object({ column: z.string(), reason: z.string() });
export type LeftOut = z.infer<typeof leftOutSchema>;

/**
 * The result of importing one file; `rows` = imported + updated + duplicates + rejected (docs/api.md 8). `problem` says
 * why a file could not be read at all (all counts are 0 then), `note` anything else worth knowing about it; both `''`
 * otherwise. `asks` are columns whose values the file leaves open (which is the day, in what an amount counts), with
 * what to do, `currencies` how many companies have amounts that stay in another currency, and `leftOut` the columns
 * that are not imported. All three are missing in what older servers say.
 */
export const importReportSchema = z.object({
  file: z.string(),
  format: z.string(),
  encoding: z.string(),
  problem: z.string(),
  note: z.string(),
  rows: count,
  imported: count,
  updated: count,
  duplicates: count,
  rejected: z.array(rejectedRowSchema),
  asks: z.array(z.string()).default([]),
  currencies: z.record(z.string(), count).default({}),
  leftOut: z.array(leftOutSchema).default([]),
});
export type ImportReport = z.infer<typeof importReportSchema>;

/** Parts of a column's values that a file may leave open: which of two numbers is the day, and what an amount is in. */
export const openParts = ['order', 'unit', 'currency'] as const;
export type OpenPart = (typeof openParts)[number];

/**
 * A column of a file and the company field it was recognised as; `field` is `''` if it is left out. `reason` says in a
 * few words why, and `asks` what the file leaves open of its values, with what to do; `''` for nothing, and in what
 * older servers say. `open` names what can be chosen (`columnReadingSchema`), whether it was or not, and the field that
 * the column is then of: null for nothing, absent from servers that take no choice. `reads` is how each of `samples` is
 * read there, `''` for one that is kept as text.
 */
export const columnMatchSchema = z.object({
  index: count,
  header: z.string(),
  field: z.string(),
  confidence: z.number().min(0).max(1),
  reason: z.string().default(''),
  asks: z.string().default(''),
  open: z.object({ field: z.string(), parts: z.array(z.enum(openParts)) }).nullish(),
  samples: z.array(z.string()),
  reads: z.array(z.string()).default([]),
});
export type ColumnMatch = z.infer<typeof columnMatchSchema>;

const fieldChoice = z.enum(['', ...importFieldNames]);

/** The code of a currency by ISO 4217. */
const currencyCode = z.string().regex(/^[A-Z]{3}$/);

/**
 * How the values of a column are read where the file does not say it, and its field; without one it is what it is
 * recognised as. What a file says itself goes before it. Without any of these the column is read as it is found.
 */
export const columnReadingSchema = z.strictObject({
  field: fieldChoice.optional(),
  order: z.enum(['dayFirst', 'monthFirst']).optional(),
  unit: z.enum(['ones', 'thousands', 'millions']).optional(),
  currency: currencyCode.optional(),
});
export type ColumnReading = Readonly<z.infer<typeof columnReadingSchema>>;

/**
 * The user's choice of columns: header, or `#3` for the third column → field (`importFields`), `''` to leave it out, or
 * how its values are read.
 */
export const columnMappingSchema = z.record(z.string().max(500), z.union([fieldChoice, columnReadingSchema]));
export type ColumnMapping = Readonly<z.infer<typeof columnMappingSchema>>;

/** A sheet of a spreadsheet: how many rows it has below its header, and whether it looks like a list of companies. */
export const sheetPreviewSchema = z.object({
  name: z.string(),
  rows: count,
  isHidden: z.boolean(),
  isList: z.boolean(),
});
export type SheetPreview = z.infer<typeof sheetPreviewSchema>;

/** The sheets that are read of spreadsheets, by token: their names. */
export const sheetChoiceSchema = z.record(z.string(), z.array(z.string().max(100)).max(1000));

/**
 * A row of a file as the company that an import would make of it; null and why not, if it would be rejected. `from` has
 * for each field (`importFields`) the headers of the columns that say something of it. Its founders are names, and its
 * id is 0: it is no company yet.
 */
export const readRowSchema = z.object({
  line: z.number().int().positive(),
  company: companySchema.extend({ id: count }).nullable(),
  problem: z.string(),
  founders: z.array(z.string()),
  from: z.record(z.string(), z.array(z.string())),
});
export type ReadRow = z.infer<typeof readRowSchema>;

/** Dollar rates that a user gives: US dollars for one unit of a currency, by its ISO 4217 code. */
export const ratesSchema = z.record(currencyCode, z.number().min(1e-9).max(1e9));
export type Rates = Readonly<z.infer<typeof ratesSchema>>;

/** How the first rows of a file are to be read as companies: with corrections, of which day, at which rates. */
export const fileReadingSchema = z.strictObject({
  mapping: columnMappingSchema,
  day: z.iso.date().optional(),
  rates: ratesSchema.optional(),
});
export type FileReading = z.infer<typeof fileReadingSchema>;

/**
 * What a file looks like before it is imported. `token` names the file to main; paths never reach the renderer.
 * `problem` says why it cannot be read (it has no columns then), `note` anything worth knowing about it; both `''`
 * otherwise. Of a spreadsheet, `sheets` are those that are not empty, and `read` the names of those that the columns
 * are of; chosen sheets of different headers have a preview each, with a token of its own. `day` is the day that its
 * values are of where its rows do not say (`YYYY-MM-DD`), and `dayFrom` what says so: its name or its last change.
 * `companies` are its first rows read as companies, where that was asked for, and `currencies` how many of their
 * amounts are in each other currency than US dollars.
 */
export const importPreviewSchema = z.object({
  token: z.string(),
  file: z.string(),
  format: z.string(),
  encoding: z.string(),
  delimiter: z.string(),
  bytes: count,
  problem: z.string(),
  note: z.string(),
  day: z.string(),
  dayFrom: z.enum(['name', 'changed']),
  sheets: z.array(sheetPreviewSchema),
  read: z.array(z.string()),
  columns: z.array(columnMatchSchema),
  rows: z.array(z.array(z.string())),
  companies: z.array(readRowSchema).optional(),
  currencies: z.record(z.string(), count).default({}),
});
export type ImportPreview = z.infer<typeof importPreviewSchema>;

/** The token of a part of a file, from 0: `t1`, `t1/2`, `t1/3`. */
export function partToken(file: string, part: number): string {
  return part === 0 ? file : `${file}/${part + 1}`;
}

/** The token of the file that a part belongs to. */
export function fileToken(part: string): string {
  return part.replace(/\/\d{1,4}$/, '');
}

/**
 * Long work in the workspace; `total` is null while unknown. `rate` is items per second. A `dryRun` counts and changes
 * nothing. An `upload` counts bytes, and is this app's own: a file on its way to a server. `outcome` says in a sentence
 * what a finished job did, if its reports do not; otherwise `''`.
 */
export const workspaceJobSchema = z.object({
  id: z.string(),
  kind: z.enum([
    'sample',
    'removeSample',
    'import',
    'refresh',
    'undo',
    'merge',
    'backup',
    'restore',
    'mend',
    'rebuild',
    'upload',
  ]),
  dryRun: z.boolean(),
  outcome: z.string(),
  state: z.enum(['running', 'done', 'failed', 'cancelled']),
  label: z.string(),
  done: count,
  total: count.nullable(),
  rate: z.number().nonnegative(),
  reason: z.string(),
  reports: z.array(importReportSchema),
  /** How many companies an import has changed in each way, or a check would. */
  changed: changeCountsSchema.optional(),
  /** Of how many companies several of its rows are. */
  repeated: count.optional(),
  /** What of it may be companies that are here already, of which the user has said nothing. */
  likely: likelyRowsSchema.optional(),
});
export type WorkspaceJob = z.infer<typeof workspaceJobSchema>;

/**
 * What would go with the sample: its companies and those of weeks `ahead`, and of them inbox entries, decided companies
 * and items of collections.
 */
export const sampleUseSchema = z.object({
  companies: count,
  ahead: count,
  entries: count,
  decided: count,
  items: count,
});
export type SampleUse = z.infer<typeof sampleUseSchema>;

/**
 * The newest import that can be undone: when it ran, and how many companies it added and changed. Merging two companies
 * is one, too, and `merged` the number of those that are gone.
 */
export const lastImportSchema = z.object({ at: z.string(), added: count, changed: count, merged: count });
export type LastImport = z.infer<typeof lastImportSchema>;

/** Two companies that may be one: which would stay, and what they would be as one. */
export const mergePairSchema = z.object({ kept: companySchema, gone: companySchema, merged: companySchema });
export type MergePair = z.infer<typeof mergePairSchema>;

/**
 * Likely duplicates among imported companies: how many pairs, or at least how many (`isMore`), and the likeliest of
 * them, with why: one site under two names, or one name.
 */
export const duplicatesSchema = z.object({
  count,
  isMore: z.boolean(),
  pairs: z.array(mergePairSchema.extend({ reason: z.enum(['site', 'name']) })),
});
export type Duplicates = z.infer<typeof duplicatesSchema>;

/** The ids of two companies. */
export const companyPairSchema = z.strictObject({
  ids: z.tuple([z.number().int().positive(), z.number().int().positive()]),
});

/** Two companies to be one: the second is merged into the first, under a name of either or, without one, the best. */
export const mergeBodySchema = companyPairSchema.extend({ name: z.string().min(1).max(500).optional() });

/**
 * A copy of the whole workspace that can be restored; `name` is the name of its folder. `aside`: what a restore
 * replaced.
 */
export const workspaceCopySchema = z.object({
  name: z.string().max(60),
  at: z.iso.datetime(),
  kind: z.enum(['backup', 'aside']),
  companies: count,
  week: z.string(),
  bytes: count,
});
export type WorkspaceCopy = z.infer<typeof workspaceCopySchema>;

/**
 * The workspace as a whole: the local one, or that of a server, which has no `folder` (`''`) and no `copies` here.
 * `readOnly` says why nothing can be written, or is `''`. `notices` are what the user has to know about this start, in
 * full sentences: which files were damaged, and what could be saved of them.
 */
export const workspaceStatusSchema = z.object({
  folder: z.string(),
  companies: count,
  sampleCompanies: count,
  /** Sample companies of weeks that are not released yet. */
  sampleAhead: count,
  importedCompanies: count,
  digestWeek: z.string(),
  /** When the weekly refresh ran last, whether it brought anything or not; `''` if it never did. */
  refreshedAt: z.string(),
  bytes: count,
  readOnly: z.string(),
  notices: z.array(z.string()),
  lastImport: lastImportSchema.nullable(),
  /** Newest first. */
  copies: z.array(workspaceCopySchema),
  job: workspaceJobSchema.nullable(),
  /**
   * What the workspace does on its own, without keeping any job from starting: running, or how the last one failed or
   * was cancelled.
   */
  upkeep: workspaceJobSchema.nullable(),
});
export type WorkspaceStatus = z.infer<typeof workspaceStatusSchema>;

/**
 * `mappings` are corrections to the recognised columns, `sheets` the sheets to read, and `days` the days that the
 * values are of where the user says another than the preview, by token; `likely` is what the user says of rows that may
 * be companies that are here. `dryRun` only counts.
 */
export const startImportSchema = z.strictObject({
  tokens: z.array(z.string()).min(1).max(100),
  removeSample: z.boolean(),
  dryRun: z.boolean(),
  mappings: z.record(z.string(), columnMappingSchema),
  sheets: sheetChoiceSchema.optional(),
  days: z.record(z.string(), z.iso.date()).optional(),
  rates: ratesSchema.optional(),
  likely: likelyChoicesSchema.optional(),
});
export type StartImport = z.infer<typeof startImportSchema>;
