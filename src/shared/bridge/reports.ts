import { z } from 'zod';
import { reportSubjectSchema } from '../report/subject.ts';

/** A report to save as PDF. */
export const saveReportSchema = z.strictObject({ subject: reportSubjectSchema });
export type SaveReport = z.infer<typeof saveReportSchema>;

/** What a report being saved goes through, in this order. */
export const reportSteps = ['drawing', 'printing', 'saving'] as const;

/**
 * One report on its way to a file: `step` is what is being done while it runs; `pages` is 0 until it is printed; `file` is
 * a name, never a path; `downloadUrl` a one-time address in a shell that downloads, else `''`.
 */
export const reportJobSchema = z.object({
  id: z.string(),
  title: z.string(),
  file: z.string(),
  state: z.enum(['running', 'done', 'failed', 'cancelled']),
  step: z.enum(reportSteps),
  pages: z.number().int().nonnegative(),
  reason: z.string(),
  downloadUrl: z.string(),
  startedAt: z.string(),
});
export type ReportJob = z.infer<typeof reportJobSchema>;
