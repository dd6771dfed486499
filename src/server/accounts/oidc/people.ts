import type { AccountRecord, AccountStore } from '../../state/port.ts';
import { isLogin, loginOf, maxNameLength, nameProblem, withoutControls } from '../accounts.ts';
import { OidcProblem, type OidcSettings, type Person } from './settings.ts';

/** Whose account it is, and what was done for that. */
export interface Recognised {
  readonly account: AccountRecord;
  readonly kind: 'known' | 'linked' | 'created';
}

type Rules = Pick<OidcSettings, 'domains' | 'createsAccounts' | 'trustsEmail'>;

/**
 * The account of somebody who has signed in at the provider: the one that they are linked to; at first, the one of
 * their verified e-mail address, which is then linked for good; or a new one, where the settings say so. Throws
 * `OidcProblem`.
 */
export async function recognise(person: Person, rules: Rules, accounts: AccountStore): Promise<Recognised> {
  const { issuer, subject } = person;
  const known = await accounts.byIdentity(issuer, subject);
  // Whatever their address is by now.
  if (known !== undefined && known !== 'removed') return { account: known, kind: 'known' };
  const login = addressOf(person, rules);
  const [account, kind] = await accountOf(login, person, { ...rules, isBack: known === 'removed' }, accounts);
  if (await accounts.link(account.id, issuer, subject)) return { account, kind };
  // Somebody else has been quicker: the same person in another tab, or a second one with the same address.
  const linked = await accounts.byIdentity(issuer, subject);
  if (linked === undefined || linked === 'removed') throw new OidcProblem('linked_otherwise');
  return { account: linked, kind: 'known' };
}

async function accountOf(
  login: string,
  { name }: Person,
  { createsAccounts, isBack }: Rules & { readonly isBack: boolean },
  accounts: AccountStore,
): Promise<[AccountRecord, 'linked' | 'created']> {
  const found = await accounts.byLogin(login);
  if (found !== undefined) {
    const { password: _, ...account } = found;
    return [account, 'linked'];
  }
  // Whoever was removed comes back only by an account that somebody has made for them.
  if (isBack) throw new OidcProblem('removed');
  if (!createsAccounts) throw new OidcProblem('no_account');
  for (const free of namesFor(nameOf(name), login)) {
    const made = await accounts.add({ login, name: free, role: 'analyst', addons: [], password: '' });
    if (made === 'login_taken') break;
    if (made !== 'name_taken') return [made, 'created'];
  }
  const other = await accounts.byLogin(login);
  if (other === undefined) throw new OidcProblem('no_account');
  const { password: _, ...account } = other;
  return [account, 'linked'];
}

/** The address by which an account may be found: one that the provider answers for. Throws `OidcProblem`. */
export function addressOf(
  { email, isVerified }: Pick<Person, 'email' | 'isVerified'>,
  { domains, trustsEmail }: Pick<Rules, 'domains' | 'trustsEmail'>,
): string {
  if (email === '') throw new OidcProblem('no_email');
  const isTrusted = isVerified ?? (trustsEmail && domains.length > 0);
  if (!isTrusted) throw new OidcProblem('unverified');
  const login = loginOf(email);
  // Two addresses that only look the same to a reader, or to us, belong to two people at the provider.
  const isItself = email.trim().normalize('NFKC') === email.trim();
  if (!isItself || !isLogin(login)) throw new OidcProblem('unverified', 'not_an_address');
  const domain = login.slice(login.lastIndexOf('@') + 1);
  if (domains.length > 0 && !domains.includes(domain)) throw new OidcProblem('domain');
  return login;
}

/** Names for somebody new until one of them is free: what they are called, with their address, or with a number. */
function* namesFor(name: string, login: string): Generator<string> {
  yield name;
  const address = login.slice(0, login.lastIndexOf('@'));
  const called = name === '' ? address : name;
  const add = (part: string): string => `${called.slice(0, maxNameLength - part.length - 3)} (${part})`;
  if (name !== '') yield add(address.slice(0, maxNameLength / 2));
  for (let number = 2; ; number += 1) yield add(String(number));
}

/** A name that the provider gives, if it can be one here. */
function nameOf(said: string): string {
  const name = withoutControls(said).trim();
  return nameProblem(name) === undefined ? name : '';
}
