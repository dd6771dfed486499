import type { AccountRecord, AccountStore } from '../store/state.ts';
import { hashPassword, maxPasswordLength, minPasswordLength, verifyPassword } from './password.ts';
import { RateLimit } from './rateLimit.ts';

/** What came of a sign-in. A wrong name and a wrong password are not told apart. */
export type SignInOutcome =
  | { readonly kind: 'signed_in'; readonly account: AccountRecord }
  | { readonly kind: 'refused' }
  | { readonly kind: 'too_many'; readonly retryAfter: number };

/** What is wrong with an account that is to be made, by field, or `{}`. */
export type AccountProblems = { readonly login?: string; readonly password?: string; readonly name?: string };

/** Wrong passwords for one account, and attempts from one address, until it has to wait. */
const perAccount = { burst: 5, perSecond: 1 / 60 } as const;
const perAddress = { burst: 20, perSecond: 1 / 6 } as const;

const maxNameLength = 100;

/** An e-mail address as it is kept and compared. */
export function loginOf(typed: string): string {
  return typed.trim().normalize('NFKC').toLowerCase();
}

/** Says what is wrong with a login, a password or a name, in words for a form. */
export function problemsOf({
  login,
  password,
  name,
}: {
  login: string;
  password: string;
  name: string;
}): AccountProblems {
  const wrongName = nameProblem(name);
  return {
    ...(isLogin(login) ? {} : { login: 'Give an e-mail address.' }),
    ...(isPassword(password)
      ? {}
      : { password: `A password has ${minPasswordLength} to ${maxPasswordLength} characters.` }),
    ...(wrongName === undefined ? {} : { name: wrongName }),
  };
}

/** What a terminal or a page would take for a command, a line break or another direction of writing. */
const controls = /[\p{Cc}\u2028-\u202e\u2066-\u2069]/gu;

/** A text that someone else wrote, fit for a line of a terminal. */
export function withoutControls(text: string): string {
  return text.replaceAll(controls, '');
}

/** What is wrong with a name, in words for a form. */
export function nameProblem(name: string): string | undefined {
  if (name.length > maxNameLength) return `A name has at most ${maxNameLength} characters.`;
  return withoutControls(name) === name ? undefined : 'A name is one line without control characters.';
}

function isLogin(login: string): boolean {
  return login.length <= 254 && /^[^\s@<>"'`\p{C}]+@[^\s@<>"'`\p{C}]+$/u.test(login);
}

function isPassword(password: string): boolean {
  const { length } = password;
  return length >= minPasswordLength && length <= maxPasswordLength;
}

/** Signs people in, and slows down whoever guesses. */
export class SignIn {
  readonly #accounts: AccountStore;
  readonly #byAccount: RateLimit;
  readonly #byAddress: RateLimit;

  constructor(accounts: AccountStore, monotonic: () => number) {
    this.#accounts = accounts;
    this.#byAccount = new RateLimit(perAccount, monotonic);
    this.#byAddress = new RateLimit(perAddress, monotonic);
  }

  /** Tries a password. `address` is where the attempt comes from. */
  async try(typed: string, password: string, address: string): Promise<SignInOutcome> {
    const login = loginOf(typed);
    // Both are taken before the password is looked at, so that a hundred attempts at once are a hundred.
    const retryAfter = this.#byAddress.take(address) || this.#byAccount.take(login);
    if (retryAfter > 0) return { kind: 'too_many', retryAfter };
    const account = await this.#accounts.byLogin(login);
    const isRight = await verifyPassword(password.slice(0, maxPasswordLength + 1), account?.password ?? '');
    if (account === undefined || !isRight) return { kind: 'refused' };
    this.#byAccount.forget(login);
    const { password: _, ...known } = account;
    return { kind: 'signed_in', account: known };
  }

  /** Makes an account. The caller has looked at `problemsOf`. */
  async signUp(login: string, name: string, password: string): Promise<AccountRecord | 'login_taken'> {
    return this.#accounts.add({ login, name, isStaff: false, addons: [], password: await hashPassword(password) });
  }

  /** How long an address has to wait before it may try again, in seconds; takes one attempt where it may. */
  admit(address: string): number {
    return this.#byAddress.take(address);
  }
}
