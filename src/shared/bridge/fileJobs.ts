import { z } from 'zod';
import { filterSetSchema } from '../domain/filters.ts';
import { handoverPresets } from '../domain/handover.ts';
import { reportSubjectSchema } from '../report/reportData.ts';

/**
 * One file that main is writing for the user: `file` is its name, `folder` the folder it is in, if any. While the job
 * runs, or if it failed or was cancelled, there is no new file.
 */
const fileJobSchema = z.object({
  id: z.string(),
  file: z.string(),
  state: z.enum(['running', 'done', 'failed', 'cancelled']),
  /** Why it failed, in a sentence; otherwise `''`. */
  reason: z.string(),
  /** One-time address to fetch the file from, in a shell that downloads; otherwise `''`. */
  downloadUrl: z.string(),
  /** ISO 8601. */
  startedAt: z.string(),
  folder: z.string(),
});
export type FileJob = z.infer<typeof fileJobSchema>;

const id = z.number().int().positive();
/** The order of a list (`orderText`); without it the list has its own. */
const ordering = z.string().max(120).optional();

/** What to export. A search or a list is exported whole, including rows that are not loaded. */
const exportSourceSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('ids'), ids: z.array(id).min(1).max(100_000) }),
  z.strictObject({ kind: z.literal('tag'), tag: z.enum(['watchlist', 'opportunities', 'archive', 'later']), ordering }),
  z.strictObject({ kind: z.literal('smartList'), id, ordering }),
  z.strictObject({ kind: z.literal('collection'), id, ordering }),
  z.strictObject({ kind: z.literal('search'), filters: filterSetSchema, sortBy: z.string() }),
]);
export type ExportSource = z.infer<typeof exportSourceSchema>;

/** An export to start: `name` is the suggested file name without extension; empty `columns` means the default ones. */
export const exportRequestSchema = z.strictObject({
  source: exportSourceSchema,
  name: z.string().min(1).max(200),
  columns: z.array(z.string().max(60)).max(100),
  /** Begins the file with a byte-order mark, which Excel needs to read it as UTF-8. */
  bom: z.boolean(),
  /** Files for this product instead of one with `columns`. */
  preset: z.enum(handoverPresets).optional(),
  /** Of Opportunities only those that came since they were handed over for this product. */
  sinceLast: z.boolean().optional(),
});
export type ExportRequest = z.infer<typeof exportRequestSchema>;

/** One export being written to a file: `total` is null until the first page reports it. */
export const exportJobSchema = fileJobSchema.extend({
  name: z.string(),
  rows: z.number().int().nonnegative(),
  total: z.number().int().nonnegative().nullable(),
  /** How many columns were chosen; 0 for the default ones. */
  columns: z.number().int().nonnegative(),
  /** Whether `exports.repeat` can repeat it. */
  repeatable: z.boolean(),
  /** Of a hand-over: for which product, and how many rows of each file there are; one without any is not written. */
  handover: z
    .object({
      preset: z.enum(handoverPresets),
      companies: z.number().int().nonnegative(),
      people: z.number().int().nonnegative(),
      notes: z.number().int().nonnegative(),
    })
    .optional(),
});
export type ExportJob = z.infer<typeof exportJobSchema>;

/** A report to save as PDF. */
export const saveReportSchema = z.strictObject({ subject: reportSubjectSchema });
export type SaveReport = z.infer<typeof saveReportSchema>;

/** The steps of saving a report, in order. */
export const reportSteps = ['drawing', 'printing', 'saving'] as const;

/** One report being written to a file: `step` is the current step while it runs; `pages` is 0 until it is printed. */
export const reportJobSchema = fileJobSchema.extend({
  title: z.string(),
  step: z.enum(reportSteps),
  pages: z.number().int().nonnegative(),
});
export type ReportJob = z.infer<typeof reportJobSchema>;
