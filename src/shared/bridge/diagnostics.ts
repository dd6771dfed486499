import { z } from 'zod';

/** One self-check: `good`, `attention` where somebody should look, or `info` where it only tells. Numbered from 1. */
export const selfCheckSchema = z.object({
  number: z.number().int().positive(),
  name: z.string(),
  state: z.enum(['good', 'attention', 'info']),
  detail: z.string(),
});
export type SelfCheck = z.infer<typeof selfCheckSchema>;

/**
 * What a report of a problem needs: the self-checks, and the newest errors of the log without anything private (S37).
 */
export const diagnosticsSchema = z.object({
  at: z.string(),
  checks: z.array(selfCheckSchema),
  errors: z.array(z.string()),
});
export type Diagnostics = z.infer<typeof diagnosticsSchema>;

const marks = { good: 'ok', attention: 'LOOK', info: 'info' } as const;

/** The same as text, to be pasted into a message. */
export function diagnosticsText({ at, checks, errors }: Diagnostics): string {
  const lines = checks.map(({ number, name, state, detail }) => `${number}. ${name} [${marks[state]}]: ${detail}`);
  const told = errors.length === 0 ? ['none'] : errors;
  return ['Winnow diagnostics', at, '', ...lines, '', 'Last errors', ...told, ''].join('\n');
}
