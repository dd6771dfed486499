import { z } from 'zod';
import { configSchema, mayManageCompanies, userSchema } from '../domain/account.ts';

/** An account as shown to the user; `server` is `''` in the local workspace. */
export const accountCardSchema = z.object({ server: z.string(), name: z.string(), email: z.string() });
export type AccountCard = z.infer<typeof accountCardSchema>;

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
  /** Why the token is not in the keychain, in a full sentence; `''` if it is. */
  keychainProblem: z.string(),
  /** Why the session ended or could not start, in words for the login page; otherwise `''`. */
  reason: z.string(),
  /** The server whose sign-in is pending, or `''`. */
  signingIn: z.string(),
  /** A sign-in that came back with a different account than the current one: it waits for `session.replace` (S35). */
  replacement: z.object({ from: accountCardSchema, to: accountCardSchema }).nullable(),
});
export type SessionState = z.infer<typeof sessionStateSchema>;

/** Whether whoever is signed in has Workspace: in the local workspace, and on a server those who may manage it. */
export function hasWorkspace({ place, user }: Pick<SessionState, 'place' | 'user'>): boolean {
  return place === 'local' || (user !== null && mayManageCompanies(user));
}

/** Whether the API responds: `lost` from a connection fault until a call succeeds again. */
export const connectionStateSchema = z.object({ status: z.enum(['connected', 'lost']), since: z.string() });
export type ConnectionState = z.infer<typeof connectionStateSchema>;
