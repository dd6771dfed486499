import { maxPasswordLength, minPasswordLength } from '../password.ts';
import type { AccountProblems } from '../accounts.ts';
import { callbackFields, type Callback } from './tokenRoutes.ts';
import { html, type Html } from './html.ts';

/** The contents of a form that is shown again. */
export interface SignInForm {
  readonly callback: Callback | null;
  readonly login: string;
  readonly name: string;
  /** Why the form is shown again, or `''`. */
  readonly message: string;
  readonly problems: AccountProblems;
  /** The requested tab of the profile page; shown if no app is waiting for the sign-in. */
  readonly tab: string;
}

/** Winnow's mark, as in `resources/icon.svg`. */
const mark = html`<svg class="mark" viewBox="0 0 64 64" aria-hidden="true">
  <rect width="64" height="64" rx="14" fill="#0e1216" />
  <path
    d="M12 18 L22 46 L32 24 L42 46 L52 18"
    fill="none"
    stroke="#37c6ab"
    stroke-width="7"
    stroke-linecap="round"
    stroke-linejoin="round"
  />
</svg>`;

/** A page of the provider. `wide` for the profile page. */
export function page(
  title: string,
  content: Html,
  options: { readonly wide?: boolean; readonly scripts?: boolean } = {},
): Html {
  const scripts = html`<script src="/provider/wait.js" defer></script>
    <script src="/provider/embed.js" async></script>`;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} – Winnow</title>
        <link rel="stylesheet" href="/provider/provider.css" />
        ${options.scripts === true ? scripts : ''}
      </head>
      <body>
        <main class="${options.wide === true ? 'wide' : ''}">${mark}${content}</main>
      </body>
    </html> `;
}

/** What the sign-in page offers. */
export interface SignInWays {
  readonly signUp: boolean;
  readonly passwords: boolean;
  /** The identity provider, by the name that people know, and whether it can be used; null if there is none. */
  readonly oidc: { readonly name: string; readonly isDown: boolean } | null;
}

/** The sign-in page. Its form appears once the provider's script has loaded. */
export function signInPage(form: SignInForm, { signUp, passwords, oidc }: SignInWays): Html {
  const heading = html`<h1>Sign in to Winnow</h1>`;
  if (!passwords && oidc !== null) {
    const message = html`<p class="bad" role="alert">${form.message}</p>`;
    return page('Sign in', html`${heading} ${message} ${oidcLink(form, oidc)}`);
  }
  // The first thing on the page is the one to begin with.
  const first = oidc === null ? html`data-first` : html``;
  return page(
    'Sign in',
    html`${heading} ${waiting(form)} ${oidc === null ? '' : oidcLink(form, oidc)}
      <form method="post" action="/provider/login" data-membership hidden>
        ${oidc === null ? '' : html`<p class="or">or</p>`} ${hiddenFields(form.callback)}<input
          type="hidden"
          name="tab"
          value="${form.tab}"
        />
        <label
          >Email <input name="login" type="email" autocomplete="username" required value="${form.login}" ${first}
        /></label>
        <label>Password <input name="password" type="password" autocomplete="current-password" required /></label>
        <button class="${oidc === null ? '' : 'second'}">Sign in</button>
      </form>
      ${signUp ? signUpHint(form.callback) : ''}`,
    { scripts: true },
  );
}

function oidcLink({ callback, tab }: SignInForm, { name, isDown }: NonNullable<SignInWays['oidc']>): Html {
  const query = new URLSearchParams([...(callback === null ? [] : callbackFields(callback)), ['tab', tab]]).toString();
  return html`<a class="button" href="/provider/oidc/start?${query}">Sign in with ${name}</a>
    ${isDown ? html`<p class="soft">${name} could not be reached a moment ago. Try again.</p>` : ''}`;
}

function signUpHint(callback: SignInForm['callback']): Html {
  return html`<p class="soft">No account yet? <a href="/provider/signup${queryOf(callback)}">Sign up</a></p>`;
}

/** The sign-up page. */
export function signUpPage(form: SignInForm): Html {
  const { problems } = form;
  return page(
    'Sign up',
    html`<h1>Sign up to Winnow</h1>
      ${waiting(form)}
      <form method="post" action="/provider/signup" data-membership hidden>
        ${hiddenFields(form.callback)}
        <label>Name <input name="name" autocomplete="name" value="${form.name}" data-first /></label
        >${problem(problems.name)}
        <label>Email <input name="login" type="email" autocomplete="username" required value="${form.login}" /></label
        >${problem(problems.login)}
        <label
          >Password
          <input
            name="password"
            type="password"
            autocomplete="new-password"
            required
            minlength="${minPasswordLength}"
            maxlength="${maxPasswordLength}" /></label
        >${problem(problems.password)}
        <button>Sign up</button>
      </form>
      <p class="soft">Have an account? <a href="/provider/login${queryOf(form.callback)}">Sign in</a></p>`,
    { scripts: true },
  );
}

/** Asks whether to open the admin site as this account. */
export function confirmAdminPage(
  { name, login }: { readonly name: string; readonly login: string },
  ticket: string,
): Html {
  const who = login === '' ? name : `${name === '' ? '' : `${name}, `}${login}`;
  return page(
    'Admin',
    html`<h1>Open the admin site?</h1>
      <p>You will be signed in here as <strong>${who}</strong>.</p>
      <p class="soft">Continue only if you have just asked for this in Winnow.</p>
      <form method="post" action="/provider/admin">
        <input type="hidden" name="ticket" value="${ticket}" />
        <button>Open the admin site</button>
      </form>`,
  );
}

/** A page that says one thing; with a callback, it leads back to the sign-in page for it. */
export function messagePage(title: string, message: string, back?: SignInForm['callback']): Html {
  return page(
    title,
    html`<h1>${title}</h1>
      <p>${message}</p>
      ${back === undefined ? '' : html`<p><a href="/provider/login${queryOf(back)}">Back to sign-in</a></p>`}`,
  );
}

/** A line under a field that says what is wrong with it. */
export function problem(text: string | undefined): Html {
  return text === undefined ? html`` : html`<p class="bad" role="alert">${text}</p>`;
}

function waiting({ message }: SignInForm): Html {
  return html`<p class="bad" role="alert" data-failure>${message}</p>
    <noscript><p class="bad">Signing in needs JavaScript.</p></noscript>`;
}

function hiddenFields(callback: Callback | null): Html {
  if (callback === null) return html``;
  return html`${callbackFields(callback).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
  )}`;
}

function queryOf(callback: Callback | null): string {
  return callback === null ? '' : `?${new URLSearchParams(callbackFields(callback)).toString()}`;
}
