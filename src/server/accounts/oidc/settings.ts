/** An identity provider that people sign in with, as whoever runs the server names it. */
export interface OidcSettings {
  /** As the provider writes it in its tokens. `https`, or a provider on this machine. */
  readonly issuer: URL;
  readonly clientId: string;
  /** `''` for a public client, which has PKCE alone. */
  readonly secret: string;
  /** What people know it as: "Sign in with …". */
  readonly name: string;
  /** Nobody signs in with a password. */
  readonly isOnly: boolean;
  /** In lower case: the domains of e-mail addresses that may be linked to an account; none for any. */
  readonly domains: readonly string[];
  /** Makes an account for whoever signs in first and has none. */
  readonly createsAccounts: boolean;
  /** Takes the addresses of a provider that does not say whether it has verified them. */
  readonly trustsEmail: boolean;
}

/** What the provider says of somebody who has signed in there. */
export interface Person {
  readonly issuer: string;
  readonly subject: string;
  /** As it was sent, or `''`. */
  readonly email: string;
  /** Whether the provider has verified the address; null if it does not say. */
  readonly isVerified: boolean | null;
  readonly name: string;
}

/** Why somebody could not sign in with the provider. The same words stand in the log. */
export type OidcReason =
  /** It does not answer, or not in time. */
  | 'unreachable'
  /** It is not what the settings say, or does not know this server. */
  | 'misconfigured'
  /** The person, or the provider, has refused. */
  | 'declined'
  /** No such sign-in is under way in this browser, or no longer. */
  | 'expired'
  /** Its answer is not one to this sign-in, or is not signed by it. */
  | 'untrusted'
  /** Its times and ours are minutes apart. */
  | 'clocks'
  | 'no_email'
  | 'unverified'
  | 'domain'
  | 'no_account'
  | 'removed'
  /** The account of this address signs in as somebody else of this provider. */
  | 'linked_otherwise';

/** A sign-in with the provider that came to nothing. */
export class OidcProblem extends Error {
  readonly reason: OidcReason;
  /** What exactly, in a word of a standard, the library or the system; `''` if there is none. */
  readonly detail: string;

  constructor(reason: OidcReason, detail = '') {
    super(`The sign-in with the identity provider failed: ${reason}.`);
    this.name = 'OidcProblem';
    this.reason = reason;
    this.detail = detail;
  }
}

const loopback: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]']);

/** Whether an address is on this machine, where nothing can listen in on the way. */
export function isLoopback({ hostname }: URL): boolean {
  return loopback.has(hostname);
}

/** Where a provider sends people back to, at a server that is reached at `origin`: what has to be entered there. */
export function redirectUri(origin: string): string {
  return `${origin}/provider/oidc/callback`;
}
