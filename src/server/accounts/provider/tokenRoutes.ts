import { Hono } from 'hono';
import type { State } from '../../state/port.ts';
import { fieldsOf } from './session.ts';
import type { SignInCodes } from './signInCodes.ts';

export interface TokenRoutesDeps {
  readonly state: Pick<State, 'users' | 'accounts'>;
  readonly codes: SignInCodes;
  /** How long a sign-in of the app is good, in days. */
  readonly tokenDays: number;
  readonly tokenFor: (userId: number) => Promise<string>;
}

/**
 * What the app itself asks the provider, not a page of it: a token for a code (RFC 6749, 4.1.3), and the end of a token
 * at a logout (RFC 7009). The code with its verifier, or the token, is all it has to show.
 */
export function createTokenRoutes({ state, codes, tokenDays, tokenFor }: TokenRoutesDeps): Hono {
  const app = new Hono({ strict: false });
  app.post('/provider/token', async (call) => {
    const fields = await fieldsOf(call.req.raw);
    const { grant_type: kind = '', code = '', code_verifier: verifier = '', redirect_uri: redirect = '' } = fields;
    call.header('Cache-Control', 'no-store');
    if (kind !== 'authorization_code') return call.json({ error: 'unsupported_grant_type' }, 400);
    const userId = codes.redeem(code, verifier, redirect);
    const account = userId === undefined ? undefined : await state.accounts.byId(userId);
    if (account === undefined) return call.json({ error: 'invalid_grant' }, 400);
    const seconds = tokenDays * 86_400;
    return call.json({ access_token: await tokenFor(account.id), token_type: 'Bearer', expires_in: seconds });
  });

  app.post('/provider/revoke', async (call) => {
    const { token = '' } = await fieldsOf(call.req.raw);
    await state.users.revokeToken(token);
    call.header('Cache-Control', 'no-store');
    // The same for a token that is not good: nobody learns here which ones are (RFC 7009, 2.2).
    return call.json({});
  });
  return app;
}
