import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { AccountRecord, Attempt, AttemptRate, State } from '../state/port.ts';
import { hashPassword, maxPasswordLength, minPasswordLength, verifyPassword } from './password.ts';

/** How many accounts a browser is known to have been used with; the least recent is forgotten. */
const maxAccounts = 8;

interface Marked {
  readonly id: number;
  /** The stored password hash, which nobody outside knows and which a new password changes. */
  readonly password: string;
}

/** The browser's own id if its mark says that this account has signed in with it before; otherwise undefined. */
export function knownDevice(mark: string, account: Marked): string | undefined {
  const { device, seals } = partsOf(mark);
  const seal = sealOf(device, account);
  return seals.some((each) => isSame(each, seal)) ? device : undefined;
}

/** The mark of a browser in which this account has signed in, added to those already there. */
export function markedWith(mark: string, account: Marked): string {
  const { device, seals } = partsOf(mark);
  const seal = sealOf(device, account);
  return [device, ...[...seals.filter((each) => !isSame(each, seal)), seal].slice(-maxAccounts)].join('.');
}

function partsOf(mark: string): { device: string; seals: readonly string[] } {
  const [device = '', ...seals] = mark.split('.');
  const isOurs =
    /^[\w-]{22}$/.test(device) && seals.length <= maxAccounts && seals.every((seal) => /^[\w-]{43}$/.test(seal));
  return isOurs ? { device, seals } : { device: randomBytes(16).toString('base64url'), seals: [] };
}

/** Only this server can make it, and only for this account and password. */
function sealOf(device: string, { id, password }: Marked): string {
  return createHmac('sha256', password).update(`device ${id} ${device}`).digest('base64url');
}

function isSame(a: string, b: string): boolean {
  return timingSafeEqual(Buffer.from(a), Buffer.from(b));
}

/** The result of a sign-in. It does not tell a wrong name from a wrong password. */
type SignInOutcome =
  /** `mark` is for the browser that signed in to keep. */
  | { readonly kind: 'signed_in'; readonly account: AccountRecord; readonly mark: string }
  | { readonly kind: 'refused' }
  | { readonly kind: 'too_many'; readonly retryAfter: number };

/** What is wrong with a new account, by field, or `{}`. */
export type AccountProblems = { readonly login?: string; readonly password?: string; readonly name?: string };

/**
 * How many wrong passwords before one has to wait: for one account from one place, for one account from everywhere, and
 * for all accounts from one address. The second is what NIST SP 800-63B allows, then one a minute.
 */
const perPlace: AttemptRate = { kind: 'place', burst: 5, everyMs: 60_000 };
const perAccount: AttemptRate = { kind: 'account', burst: 100, everyMs: 60_000 };
const perAddress: AttemptRate = { kind: 'address', burst: 20, everyMs: 6000 };
/** How many new accounts from one address. */
const signUps: AttemptRate = { kind: 'sign-up', burst: 20, everyMs: 6000 };

/** The longest name of a person. */
export const maxNameLength = 100;

/** An e-mail address as it is stored and compared. */
export function loginOf(typed: string): string {
  return typed.trim().normalize('NFKC').toLowerCase();
}

/** What is wrong with a login, a password or a name, in words for a form. */
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
    ...(isLogin(login) ? {} : { login: 'Enter an email address.' }),
    ...(isPassword(password)
      ? {}
      : { password: `A password must have ${minPasswordLength} to ${maxPasswordLength} characters.` }),
    ...(wrongName === undefined ? {} : { name: wrongName }),
  };
}

/** What a terminal or a page would take for a command, a line break or a change of writing direction. */
const controls = /[\p{Cc}\u2028-\u202e\u2066-\u2069]/gu;

/** A text that someone else wrote, safe to print on one line of a terminal. */
export function withoutControls(text: string): string {
  return text.replaceAll(controls, '');
}

/** What is wrong with a name, in words for a form. */
export function nameProblem(name: string): string | undefined {
  if (name.length > maxNameLength) return `A name can have up to ${maxNameLength} characters.`;
  return withoutControls(name) === name ? undefined : 'A name must be one line without control characters.';
}

/** Whether a text, as `loginOf` returns it, can be an e-mail address to sign in with. */
export function isLogin(login: string): boolean {
  return login.length <= 254 && /^[^\s@<>"'`\p{C}]+@[^\s@<>"'`\p{C}]+$/u.test(login);
}

function isPassword(password: string): boolean {
  const { length } = password;
  return length >= minPasswordLength && length <= maxPasswordLength;
}

/**
 * Signs people in, and slows down guessers, whichever servers of a team they try. Only wrong passwords count. Those
 * who have signed in from a browser before are recognised there by a mark (OWASP calls it a device cookie) and have
 * attempts of their own that nobody else can use up: neither a colleague behind the same address nor someone who
 * guesses from all over the world.
 */
export class SignIn {
  readonly #state: Pick<State, 'accounts' | 'attempts'>;
  readonly #now: () => Date;

  constructor(state: Pick<State, 'accounts' | 'attempts'>, now: () => Date) {
    this.#state = state;
    this.#now = now;
  }

  /**
   * Tries a password. `address` is where the attempt comes from, `mark` what an earlier sign-in has left there, or
   * `''`.
   */
  async try(typed: string, password: string, address: string, mark = ''): Promise<SignInOutcome> {
    const login = loginOf(typed);
    // Names that cannot be a login count as one account, so that nobody can make us remember any number of them.
    const name = isLogin(login) ? login : '';
    const { accounts, attempts } = this.#state;
    const account = await accounts.byLogin(login);
    const known = account === undefined ? undefined : knownDevice(mark, account);
    const counted: readonly Attempt[] =
      known === undefined
        ? [
            { rate: perPlace, key: `${name} at ${address}` },
            { rate: perAddress, key: address },
            { rate: perAccount, key: name },
          ]
        : [{ rate: perPlace, key: `${name} on ${known}` }];
    const retryAfter = await attempts.take(counted, this.#now().getTime());
    if (retryAfter > 0) return { kind: 'too_many', retryAfter };
    // Counted before the password is checked, so that a hundred attempts at once count as a hundred.
    const isRight = await verifyPassword(password.slice(0, maxPasswordLength + 1), account?.password ?? '');
    if (account === undefined || !isRight) return { kind: 'refused' };
    await attempts.giveBack(counted);
    const { password: _, ...rest } = account;
    return { kind: 'signed_in', account: rest, mark: markedWith(mark, account) };
  }

  /** Creates an account. The caller has checked `problemsOf`. */
  async signUp(login: string, name: string, password: string): Promise<AccountRecord | 'login_taken' | 'name_taken'> {
    return this.#state.accounts.add({
      login,
      name,
      role: 'analyst',
      addons: [],
      password: await hashPassword(password),
    });
  }

  /** How many seconds an address has to wait before it may create another account. Counts one if it may now. */
  admit(address: string): Promise<number> {
    return this.#state.attempts.take([{ rate: signUps, key: address }], this.#now().getTime());
  }
}
