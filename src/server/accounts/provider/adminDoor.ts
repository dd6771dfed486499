import { randomBytes } from 'node:crypto';
import type { Hono } from 'hono';
import type { AccountRecord, State } from '../../state/port.ts';
import type { Html } from './html.ts';
import type { Call, Env, ProviderSessions } from './session.ts';
import { confirmAdminPage, messagePage } from './signInPage.ts';

const adminPage = '/provider/account?tab=team';

/** How long someone may take to confirm, in milliseconds. */
const lifeMs = 300_000;

interface AdminDoorDeps {
  readonly state: Pick<State, 'users' | 'accounts' | 'pending'>;
  readonly sessions: ProviderSessions;
  readonly now: () => Date;
  readonly wrongToken: (address: string) => number;
  /** The fields of a form that was sent from one of our pages. Throws `forbidden` for any other. */
  readonly ownFields: (call: Call) => Promise<Readonly<Record<string, string>>>;
  readonly answer: (call: Call, status: 200 | 403 | 429, page: Html) => Response;
}

/**
 * The door that the Admin button opens, with the token in the address. A browser immediately gets a ticket for it, so
 * that the token appears nowhere any more. A page of another site, or a link in a mail, could send a staff member here
 * with a token of its own, and what they then did would happen in the wrong account. So anyone not already signed in as
 * the token's user is asked first. Programs other than browsers have no session to lose.
 */
export function addAdminDoor(app: Hono<Env>, deps: AdminDoorDeps): void {
  const { state, sessions, now, answer } = deps;

  app.get('/admin', async (call) => {
    call.header('Cache-Control', 'no-store');
    const user = await state.users.byToken(call.req.query('token') ?? '');
    if (user === undefined) {
      const wait = deps.wrongToken(call.env.address);
      if (wait > 0) call.header('Retry-After', String(wait));
      return refuse(call, wait > 0 ? 429 : 403);
    }
    if (user.role !== 'staff') return refuse(call, 403);
    const site = call.req.header('sec-fetch-site');
    if (site === undefined || site === 'same-origin') return open(call, user.id);
    // The session's cookie belongs to the pages below /provider.
    return call.redirect(`/provider/admin?ticket=${await issue(user.id)}`, 303);
  });

  app.get('/provider/admin', async (call) => {
    const ticket = call.req.query('ticket') ?? '';
    const account = await staffOf(await state.pending.look('admin', ticket, now().toISOString()));
    if (account === undefined) return refuse(call, 403);
    if ((await sessions.userOf(call))?.id === account.id) {
      await state.pending.take('admin', ticket, now().toISOString());
      return call.redirect(adminPage, 303);
    }
    return answer(call, 200, confirmAdminPage(account, ticket));
  });

  app.post('/provider/admin', async (call) => {
    const { ticket = '' } = await deps.ownFields(call);
    const account = await staffOf(await state.pending.take('admin', ticket, now().toISOString()));
    return account === undefined ? refuse(call, 403) : open(call, account.id);
  });

  async function issue(userId: number): Promise<string> {
    const ticket = randomBytes(24).toString('base64url');
    const from = now();
    const until = new Date(from.getTime() + lifeMs).toISOString();
    await state.pending.keep('admin', ticket, String(userId), { now: from.toISOString(), until });
    return ticket;
  }

  /** The staff member whose id a ticket stands for. */
  async function staffOf(userId: string | undefined): Promise<AccountRecord | undefined> {
    const account = userId === undefined ? undefined : await state.accounts.byId(Number(userId));
    return account?.role === 'staff' ? account : undefined;
  }

  async function open(call: Call, userId: number): Promise<Response> {
    await sessions.begin(call, userId);
    return call.redirect(adminPage, 303);
  }

  function refuse(call: Call, status: 403 | 429): Response {
    return answer(
      call,
      status,
      messagePage('For staff only', 'Open the admin site from Winnow while signed in as staff.'),
    );
  }
}
