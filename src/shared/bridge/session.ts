import { z } from 'zod';
import { configSchema, userSchema } from '../domain/account.ts';

/**
 * Who is signed in to what. `account` identifies user and server together: queue, preferences and exports belong to it.
 * `tokenKeptIn` names where the token lives: the system keychain, or memory until the app ends.
 */
export const sessionStateSchema = z.object({
  status: z.enum(['starting', 'signedOut', 'signedIn']),
  place: z.enum(['local', 'server']),
  server: z.string(),
  account: z.string(),
  user: userSchema.nullable(),
  config: configSchema.nullable(),
  tokenKeptIn: z.enum(['keychain', 'memory']),
  /** Why the session ended or could not start, in words for the login page; else `''`. */
  reason: z.string(),
});
export type SessionState = z.infer<typeof sessionStateSchema>;

/** Whether the API answers: `lost` after a connection fault until a call goes through again. */
export const connectionStateSchema = z.object({ status: z.enum(['connected', 'lost']), since: z.string() });
export type ConnectionState = z.infer<typeof connectionStateSchema>;
