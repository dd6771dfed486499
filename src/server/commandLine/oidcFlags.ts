import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { ParseArgsOptionsConfig } from 'node:util';
import { AppError } from '#shared/errors.ts';
import { withoutControls } from '../accounts/accounts.ts';
import { isLoopback, type OidcSettings } from '../accounts/oidc/settings.ts';

/** Flags of the identity provider. The secret is none: other people can see the arguments of a process. */
export const oidcFlags = {
  'oidc-issuer': { type: 'string' },
  'oidc-client-id': { type: 'string' },
  'oidc-secret-file': { type: 'string' },
  'oidc-name': { type: 'string' },
  'oidc-only': { type: 'boolean' },
  'oidc-domain': { type: 'string', multiple: true },
  'oidc-create': { type: 'boolean' },
  'oidc-trust-email': { type: 'boolean' },
} as const satisfies ParseArgsOptionsConfig;

type Flag = keyof typeof oidcFlags;

type Environment = Readonly<Record<string, string | undefined>>;

const secretVariable = 'WINNOW_OIDC_SECRET';

/** How long a name may be that stands on a button, in characters. */
const maxName = 40;

/** Addresses of Microsoft's that stand for everybody's tenant. */
const everyTenant = /^\/(?:common|organizations|consumers)(?:\/|$)/;

/**
 * The identity provider that flags and environment name, the flags first; null if they name none. A file of the secret
 * is relative to `folder`. Throws `invalid_input` with one line for what does not go together.
 */
export function oidcOf(
  values: Readonly<Record<string, unknown>>,
  folder: string,
  environment: Environment,
  { signUp }: { readonly signUp: boolean },
): OidcSettings | null {
  const given = new Given(values, environment);
  const issuer = given.text('oidc-issuer');
  if (issuer === undefined) {
    const other = given.names().find((name) => name !== '--oidc-issuer');
    if (other !== undefined) throw wrong(`${other} needs --oidc-issuer URL.`);
    return null;
  }
  const url = issuerOf(issuer);
  const clientId = given.text('oidc-client-id');
  if (clientId === undefined) throw wrong('--oidc-issuer needs --oidc-client-id ID, as the provider has given it.');
  if (signUp) {
    throw wrong('--sign-up and --oidc-issuer do not go together: nobody has verified the address of who signs up.');
  }
  const domains = given.list('oidc-domain').map(domainOf);
  const settings = {
    issuer: url,
    clientId,
    secret: secretOf(given, folder),
    name: nameOf(given.text('oidc-name') ?? url.hostname),
    isOnly: given.flag('oidc-only'),
    domains,
    createsAccounts: given.flag('oidc-create'),
    trustsEmail: given.flag('oidc-trust-email'),
  };
  if (domains.length > 0) return settings;
  if (settings.createsAccounts) {
    throw wrong('--oidc-create needs --oidc-domain: it makes an account for everybody of that domain.');
  }
  if (settings.trustsEmail) {
    throw wrong('--oidc-trust-email needs --oidc-domain: only addresses of your own domain can be trusted.');
  }
  return settings;
}

/** What was given, by a flag or by its variable: `--oidc-client-id` or `WINNOW_OIDC_CLIENT_ID`. */
class Given {
  readonly #values: Readonly<Record<string, unknown>>;
  readonly #environment: Environment;

  constructor(values: Readonly<Record<string, unknown>>, environment: Environment) {
    this.#values = values;
    this.#environment = environment;
  }

  text(name: Flag): string | undefined {
    const value = this.#values[name];
    const text = typeof value === 'string' ? value : this.#variable(name);
    return text === '' ? undefined : text;
  }

  /** Given several times, or in the variable with commas or spaces between them. */
  list(name: Flag): readonly string[] {
    const value = this.#values[name];
    if (Array.isArray(value)) return [...new Set(value.map(String))];
    return [...new Set(this.#variable(name).split(/[\s,]+/))].filter((part) => part !== '');
  }

  flag(name: Flag): boolean {
    if (this.#values[name] === true) return true;
    const text = this.#variable(name).toLowerCase();
    if (['1', 'true', 'yes'].includes(text)) return true;
    if (['', '0', 'false', 'no'].includes(text)) return false;
    throw wrong(`${variableOf(name)} takes 1 or 0, not "${text}".`);
  }

  get secret(): string {
    return this.#environment[secretVariable] ?? '';
  }

  /** All that was given, by the name it was given by. */
  names(): string[] {
    const all = (Object.keys(oidcFlags) as Flag[]).flatMap((name) => {
      if (this.#values[name] !== undefined) return [`--${name}`];
      const isSwitch = oidcFlags[name].type === 'boolean';
      return (isSwitch ? this.flag(name) : this.#variable(name) !== '') ? [variableOf(name)] : [];
    });
    return this.secret === '' ? all : [...all, secretVariable];
  }

  #variable(name: Flag): string {
    return (this.#environment[variableOf(name)] ?? '').trim();
  }
}

function variableOf(name: Flag): string {
  return `WINNOW_${name.toUpperCase().replaceAll('-', '_')}`;
}

function issuerOf(value: string): URL {
  const url = URL.canParse(value) ? new URL(value) : null;
  const isBare = url !== null && url.username === '' && url.password === '' && url.search === '' && url.hash === '';
  const isSafe = url !== null && (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url)));
  if (url === null || !isBare || !isSafe) {
    throw wrong(`--oidc-issuer takes an address like https://accounts.example.com, not "${value}".`);
  }
  if (url.hostname === 'login.microsoftonline.com' && everyTenant.test(url.pathname)) {
    throw wrong(
      '--oidc-issuer takes the address of your own tenant: https://login.microsoftonline.com/TENANT-ID/v2.0.',
    );
  }
  return url;
}

function domainOf(value: string): string {
  const domain = value.trim().normalize('NFKC').toLowerCase();
  if (/^[^\s@.,/]+(?:\.[^\s@.,/]+)+$/.test(domain)) return domain;
  throw wrong(`--oidc-domain takes a domain like fund.example, not "${value}".`);
}

function nameOf(value: string): string {
  const name = value.trim();
  if (name !== '' && name.length <= maxName && withoutControls(name) === name) return name;
  throw wrong(`--oidc-name takes a name of up to ${maxName} characters, like "Entra ID".`);
}

function secretOf(given: Given, folder: string): string {
  const file = given.text('oidc-secret-file');
  if (file === undefined) return given.secret;
  if (given.secret !== '') throw wrong(`Say --oidc-secret-file or ${secretVariable}, not both.`);
  const secret = readSecret(resolve(folder, file));
  if (secret === '' || /[\r\n]/.test(secret)) throw wrong(`The file of --oidc-secret-file must have the secret alone.`);
  return secret;
}

function readSecret(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new AppError('invalid_input', `The file of --oidc-secret-file cannot be read: ${file}.`, { cause: error });
  }
}

/** The error for wrong usage. */
function wrong(message: string): AppError {
  return new AppError('invalid_input', message);
}
