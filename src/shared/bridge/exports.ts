import { z } from 'zod';
import { filterSetSchema } from '../domain/filters.ts';
import { fileJobSchema } from './fileJobs.ts';

const id = z.number().int().positive();

/** What to export. A search or a list is exported whole, also the rows that are not loaded. */
export const exportSourceSchema = z.discriminatedUnion('kind', [
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
