import type { AccountRecord, TokenRecord } from '../../state/port.ts';
import { maxPasswordLength, minPasswordLength } from '../password.ts';
import { exportAddon, profileTabs, type ProfileTab } from '#shared/domain/account.ts';
import { html, type Html } from './html.ts';
import { page } from './signInPage.ts';

/**
 * What the profile page shows. `team` is everyone if the user is staff, otherwise null; `people` is how many there are.
 */
export interface AccountView {
  readonly account: AccountRecord;
  /** Whether it has a password to sign in with. */
  readonly hasPassword: boolean;
  readonly tokens: readonly TokenRecord[];
  readonly team: readonly AccountRecord[] | null;
  readonly people: number;
  /** The result of the last form, or `''`. */
  readonly note: string;
  readonly isBad: boolean;
}

const titles: Readonly<Record<ProfileTab, string>> = {
  profile: 'Profile',
  account: 'Account',
  team: 'Team',
  plan: 'Plan',
  billing: 'Billing',
};

/** The add-ons there are, and what they enable. */
const addons = [{ code: exportAddon, name: 'Export', text: 'companies as CSV' }] as const;

/** One tab of the profile page. */
export function accountPage(tab: ProfileTab, view: AccountView): Html {
  const links = profileTabs.map(
    (name) =>
      html`<a href="/provider/account?tab=${name}" ${name === tab ? html`aria-current="page"` : ''}
        >${titles[name]}</a
      >`,
  );
  const note =
    view.note === '' ? html`` : html`<p class="${view.isBad ? 'bad' : 'good'}" role="status">${view.note}</p>`;
  const content = html`<h1>${view.account.name === '' ? view.account.login : view.account.name}</h1>
    <nav aria-label="Profile">${links}</nav>
    ${note} ${contents[tab](view)}`;
  return page(titles[tab], content, { wide: true });
}

const passwordForm = html`<h2>Password</h2>
  <form method="post" action="/provider/account/password">
    <label>Current password <input name="current" type="password" autocomplete="current-password" required /></label>
    <label
      >New password
      <input
        name="password"
        type="password"
        autocomplete="new-password"
        required
        minlength="${minPasswordLength}"
        maxlength="${maxPasswordLength}"
    /></label>
    <button>Change password</button>
  </form>
  <p class="soft">A new password ends every session, also those of the app.</p>`;

const contents: Readonly<Record<ProfileTab, (view: AccountView) => Html>> = {
  profile: ({ account }) =>
    html`<form method="post" action="/provider/account/name">
        <label>Name <input name="name" autocomplete="name" maxlength="100" value="${account.name}" /></label>
        <button>Save</button>
      </form>
      <p class="soft">You sign in as ${account.login}.</p>`,

  account: ({ hasPassword, tokens }) =>
    html`${hasPassword ? passwordForm : ''}
      <h2>Sessions</h2>
      ${sessions(tokens)}
      <h2>Here</h2>
      <form method="post" action="/provider/logout"><button class="plain">Sign out of this page</button></form>`,

  team: ({ team, people }) =>
    team === null
      ? html`<p>
          ${people === 1 ? 'You are the only one' : `${people} people are`} on this server. Whoever runs it adds and
          removes them.
        </p>`
      : html`<table>
            <thead>
              <tr>
                <th>Name</th>
                <th>Email</th>
                <th>Staff</th>
                <th>Add-ons</th>
              </tr>
            </thead>
            <tbody>
              ${team.map(
                ({ name, login, role, addons: own }) =>
                  html`<tr>
                    <td>${name}</td>
                    <td>${login === '' ? '–' : login}</td>
                    <td>${role === 'staff' ? 'Yes' : 'No'}</td>
                    <td>${own.length === 0 ? '–' : own.join(', ')}</td>
                  </tr>`,
              )}
            </tbody>
          </table>
          <p class="soft">Add someone with <code>npm run server -- user add EMAIL --db FILE</code></p>`,

  plan: ({ account }) =>
    html`<table>
        <thead>
          <tr>
            <th>Add-on</th>
            <th>Enables</th>
            <th>You have it</th>
          </tr>
        </thead>
        <tbody>
          ${addons.map(
            ({ code, name, text }) =>
              html`<tr>
                <td>${name}</td>
                <td>${text}</td>
                <td>${account.addons.includes(code) ? 'Yes' : 'No'}</td>
              </tr>`,
          )}
        </tbody>
      </table>
      <p class="soft">Ask whoever runs this server to change add-ons.</p>`,

  billing: () => html`<p>No billing: this server is your team’s own.</p>`,
};

function sessions(tokens: readonly TokenRecord[]): Html {
  if (tokens.length === 0) return html`<p class="soft">None.</p>`;
  const rows = tokens.map(
    ({ id, label, createdAt, expiresAt }) =>
      html`<tr>
        <td>${label}</td>
        <td>${dayOf(createdAt)}</td>
        <td>${dayOf(expiresAt)}</td>
        <td>
          <form method="post" action="/provider/account/revoke">
            <input type="hidden" name="token" value="${id}" /><button
              class="plain"
              aria-label="End the session ${label} of ${dayOf(createdAt)}"
            >
              End
            </button>
          </form>
        </td>
      </tr>`,
  );
  return html`<table>
    <thead>
      <tr>
        <th>For</th>
        <th>Since</th>
        <th>Until</th>
        <th></th>
      </tr>
    </thead>
    <tbody>
      ${rows}
    </tbody>
  </table>`;
}

function dayOf(moment: string): string {
  return moment === '' ? '–' : moment.slice(0, 10);
}
