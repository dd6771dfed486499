import { z } from 'zod';

/**
 * How the app stands with its updates. `unsupported`: this shell or package cannot update itself, `reason` says why;
 * `idle`: nothing is going on, and `checkedAt` (ISO 8601, `''` for never) says when it last looked; `available`: a
 * newer
 * `version` is being fetched, `percent` of it is there; `downloaded`: it is installed at the next quit, or at once with
 * `updates.install`; `error`: the last look failed for `reason`.
 */
export const updateStateSchema = z.object({
  status: z.enum(['unsupported', 'idle', 'checking', 'available', 'downloaded', 'error']),
  version: z.string(),
  percent: z.number().min(0).max(100),
  checkedAt: z.string(),
  reason: z.string(),
});
export type UpdateState = z.infer<typeof updateStateSchema>;
