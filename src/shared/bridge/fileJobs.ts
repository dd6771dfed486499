import { z } from 'zod';
import { filterSetSchema } from '../domain/filters.ts';
import { reportSubjectSchema } from '../report/reportData.ts';

/**
 * One file that main is writing for the user: `file` is a name, `folder` where it lies, if in one. While it runs and
 * where it failed or was cancelled there is no new file.
 */
const fileJobSchema = z.object({
  id: z.string(),
  file: z.string(),
  state: z.enum(['running', 'done', 'failed', 'cancelled']),
  /** Why it failed, in a sentence; else `''`. */
  reason: z.string(),
  /** One-time address to fetch the file from, in a shell that downloads; else `''`. */
  downloadUrl: z.string(),
  /** ISO 8601. */
  startedAt: z.string(),
  folder: z.string(),
});
export type FileJob = z.infer<typeof fileJobSchema>;

const id = z.number().int().positive();

/** What to export. A search or a list is exported whole, also the rows that are not loaded. */
const exportSourceSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('ids'), ids: z.array(id).min(1).max(100_000) }),
  z.strictObject({ kind: z.literal('tag'), tag: z.enum(['watchlist', 'opportunities', 'archive']) }),
  z.strictObject({ kind: z.literal('smartList'), id }),
  z.strictObject({ kind: z.literal('collection'), id }),
  z.strictObject({ kind: z.literal('search'), filters: filterSetSchema, sortBy: z.string() }),
]);
export type ExportSource = z.infer<typeof exportSourceSchema>;

/** An export to start: `name` is the suggested file name without extension; `columns` empty means the default ones. */
export const exportRequestSchema = z.strictObject({
  source: exportSourceSchema,
  name: z.string().min(1).max(200),
  columns: z.array(z.string().max(60)).max(100),
  /** Begins the file with a byte-order mark, which Excel needs to read it as UTF-8. */
  bom: z.boolean(),
});
export type ExportRequest = z.infer<typeof exportRequestSchema>;

/** One export on its way to a file: `total` is null until the first page has said it. */
export const exportJobSchema = fileJobSchema.extend({
  name: z.string(),
  rows: z.number().int().nonnegative(),
  total: z.number().int().nonnegative().nullable(),
  /** How many columns were chosen; 0 for the default ones. */
  columns: z.number().int().nonnegative(),
  /** Whether `exports.repeat` can make it again. */
  repeatable: z.boolean(),
});
export type ExportJob = z.infer<typeof exportJobSchema>;

/** A report to save as PDF. */
export const saveReportSchema = z.strictObject({ subject: reportSubjectSchema });
export type SaveReport = z.infer<typeof saveReportSchema>;

/** What a report being saved goes through, in this order. */
export const reportSteps = ['drawing', 'printing', 'saving'] as const;

/** One report on its way to a file: `step` is what is being done while it runs; `pages` is 0 until it is printed. */
export const reportJobSchema = fileJobSchema.extend({
  title: z.string(),
  step: z.enum(reportSteps),
  pages: z.number().int().nonnegative(),
});
export type ReportJob = z.infer<typeof reportJobSchema>;
