import { z } from 'zod';
import { errorCodes, type ApiError, type ErrorWire } from './errors.ts';

/**
 * Checks an error that has crossed the bridge. Kept apart from the errors so that threads need not load zod for them.
 */
export const errorWireSchema: z.ZodType<ErrorWire> = z.object({
  code: z.enum(errorCodes),
  message: z.string(),
  retryable: z.boolean(),
  fields: z.record(z.string(), z.string()).optional(),
});

/** Checks an error as returned by the API. */
export const apiErrorSchema: z.ZodType<ApiError> = z.object({
  code: z.string(),
  detail: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
});
