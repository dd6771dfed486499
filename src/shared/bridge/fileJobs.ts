import { z } from 'zod';

/**
 * One file that main is writing for the user: `file` is a name, `folder` where it lies, if in one. While it runs and
 * where it failed or was cancelled there is no new file.
 */
export const fileJobSchema = z.object({
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
