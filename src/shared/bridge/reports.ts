import { z } from 'zod';
import { reportSubjectSchema } from '../report/subject.ts';
import { fileJobSchema } from './fileJobs.ts';

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
