import { randomBytes } from 'node:crypto';
import type { Hono } from 'hono';
import type { State } from '../../state/port.ts';
import type { Html } from './html.ts';
import type { Call, Env, ProviderSessions } from './session.ts';
import { confirmAdminPage, messagePage } from './signInPage.ts';

const adminPage = '/provider/account?tab=team';

/** How long someone may take to confirm, in milliseconds, and how many confirmations may be open. */
const lifeMs = 300_000;
const maxWaiting = 1000;

interface AdminDoorDeps {
  readonly state: Pick<State, 'users' | 'accounts'>;
  readonly sessions: ProviderSessions;
  readonly monotonic: () => number;
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
  const { state, sessions, monotonic, answer } = deps;
  const tickets = new Map<string, { readonly userId: number; readonly until: number }>();

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
    return call.redirect(`/provider/admin?ticket=${issue(user.id)}`, 303);
  });

  app.get('/provider/admin', async (call) => {
    const ticket = call.req.query('ticket') ?? '';
    const account = await staffOf(ticket);
    if (account === undefined) return refuse(call, 403);
    if ((await sessions.userOf(call))?.id === account.id) {
      tickets.delete(ticket);
      return call.redirect(adminPage, 303);
    }
    return answer(call, 200, confirmAdminPage(account, ticket));
  });

  app.post('/provider/admin', async (call) => {
    const { ticket = '' } = await deps.ownFields(call);
    const account = await staffOf(ticket);
    tickets.delete(ticket);
    return account === undefined ? refuse(call, 403) : open(call, account.id);
  });

  function issue(userId: number): string {
    const ticket = randomBytes(24).toString('base64url');
    tickets.set(ticket, { userId, until: monotonic() + lifeMs });
    const [oldest] = tickets.keys();
    if (tickets.size > maxWaiting && oldest !== undefined) tickets.delete(oldest);
    return ticket;
  }

  async function staffOf(ticket: string): Promise<Awaited<ReturnType<State['accounts']['byId']>>> {
    const known = tickets.get(ticket);
    if (known === undefined || monotonic() > known.until) return undefined;
    const account = await state.accounts.byId(known.userId);
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
