import { createHash } from 'node:crypto';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import { z } from 'zod';
import { ratesSchema, type Rates } from '#shared/bridge/workspace.ts';
import { roles, type Role } from '#shared/domain/team.ts';
import { exportAddon } from '#shared/domain/account.ts';
import { AppError, assertNever } from '#shared/errors.ts';
import type { OidcSettings } from '../accounts/oidc/settings.ts';
import { isPostgresAddress, parsePostgresAddress, shownAddress, type PostgresAddress } from '../postgres/address.ts';
import { oidcFlags, oidcOf } from './oidcFlags.ts';

/** What a command works on: the workspace's file, and a team's database where that has what the file would have. */
export interface Place {
  readonly file: string;
  readonly store: PostgresAddress | null;
}

/** What the command line asks for; paths are absolute. */
export type Command =
  | { readonly kind: 'help' }
  | (Place & {
      readonly kind: 'serve';
      readonly port: number;
      /** How many sample companies to fill an empty workspace with. */
      readonly sample: number;
      readonly publicUrl: URL | null;
      /** Whether anyone who reaches the sign-in page may make an account. */
      readonly signUp: boolean;
      /** The identity provider that people sign in with, or null. */
      readonly oidc: OidcSettings | null;
      /** Begin without lists, users and decisions if there are companies but their file is missing. */
      readonly beginAnew: boolean;
      /** The file that every request is logged to, or null. */
      readonly log: string | null;
      /** The file with the token that `/metrics` asks for; null to tell its figures on this machine alone. */
      readonly metricsTokenFile: string | null;
      readonly json: boolean;
    })
  | (Place & {
      readonly kind: 'import';
      readonly paths: readonly string[];
      readonly dryRun: boolean;
      readonly beginAnew: boolean;
      /** The file of a saved mapping of columns. */
      readonly map: string | null;
      /** The sheets to read of spreadsheets; none for what looks most like companies. */
      readonly sheets: readonly string[];
      /** The day that the values are of (`YYYY-MM-DD`), or null for what each file says. */
      readonly day: string | null;
      /** What becomes of rows that may be companies that are here; null: they are added, and asked about later. */
      readonly likely: 'match' | 'add' | null;
      /** What one of other currencies is in US dollars. */
      readonly rates: Rates;
      readonly json: boolean;
    })
  | {
      readonly kind: 'printMap';
      readonly paths: readonly string[];
      readonly map: string | null;
      readonly sheets: readonly string[];
      readonly json: boolean;
    }
  | { readonly kind: 'check'; readonly file: string; readonly json: boolean }
  | AuditCommand
  | (Place & { readonly kind: 'undoImport'; readonly json: boolean })
  | (Place & {
      readonly kind: 'refresh';
      /** Release even more weeks than a user may have missed. */
      readonly catchUp: boolean;
      /** Release the next week of sample companies, begun or not. */
      readonly simulate: boolean;
      readonly json: boolean;
    })
  | { readonly kind: 'backup'; readonly file: string; readonly target: string; readonly json: boolean }
  | {
      readonly kind: 'copy';
      /** A workspace's file or a team's database, and the other of the two. */
      readonly from: string | PostgresAddress;
      readonly to: string | PostgresAddress;
      readonly json: boolean;
    }
  | KnownCommand
  | UserCommand;

interface Base extends Place {
  readonly kind: 'user';
  readonly json: boolean;
}

/** What `npm run server -- known …` asks for, about what one user knows. */
export type KnownCommand = Place & {
  readonly kind: 'known';
  /** The user's email address; `owner` is the workspace's own user. */
  readonly login: string;
  readonly json: boolean;
} & (
    | { readonly action: 'list' }
    | {
        readonly action: 'import';
        readonly path: string;
        /** What they are known from, the day of the file and its sheet, where that is not what the file says. */
        readonly source: string | undefined;
        readonly day: string | null;
        readonly sheet: string | undefined;
        readonly dryRun: boolean;
      }
    | { readonly action: 'undo'; readonly source: string }
  );

/** `npm run server -- audit --check`. */
export type AuditCommand = Place & {
  readonly kind: 'audit';
  readonly json: boolean;
  /** A hash of an earlier check, `''` for none. */
  readonly expected: string;
};

/** What `npm run server -- user …` asks for. */
export type UserCommand = Base &
  (
    | { readonly action: 'list' }
    | {
        readonly action: 'add';
        readonly login: string;
        readonly name: string;
        readonly role: Role;
        readonly addons: readonly string[];
        readonly passwordFromStdin: boolean;
      }
    | {
        readonly action: 'change';
        readonly login: string;
        readonly name: string | undefined;
        readonly role: Role | undefined;
        readonly addons: readonly string[] | undefined;
      }
    | { readonly action: 'password'; readonly login: string; readonly passwordFromStdin: boolean }
    | { readonly action: 'remove'; readonly login: string; readonly deletesWork: boolean }
    | { readonly action: 'close'; readonly login: string; readonly to: string }
    /** Forgets who at the identity provider the account belongs to. */
    | { readonly action: 'unlink'; readonly login: string }
    /** `revoke`: the id of one token, `all`, or null to only list them. */
    | { readonly action: 'tokens'; readonly login: string; readonly revoke: string | null }
  );

/** How to use it, for people. */
export const usage = `Usage:
  npm run server -- --db FILE [--port N] [--sample N] [--public-url URL] [--sign-up] [--log FILE]
                        [--metrics-token-file FILE] [--begin-anew] [--json]
                        [--oidc-issuer URL --oidc-client-id ID [--oidc-secret-file FILE] [--oidc-name NAME]
                        [--oidc-only] [--oidc-domain DOMAIN]... [--oidc-create] [--oidc-trust-email]]
  npm run server -- import FILE... --db FILE [--dry-run] [--likely match|add] [--day YYYY-MM-DD] [--map FILE]
                        [--sheet NAME]... [--rate EUR=1.08]... [--begin-anew] [--json]
  npm run server -- import FILE... --print-map [--map FILE] [--sheet NAME]...
  npm run server -- undo-import --db FILE [--json]
  npm run server -- known import FILE --db FILE [--user EMAIL] [--from NAME] [--day YYYY-MM-DD] [--sheet NAME]
                        [--dry-run] [--json]
  npm run server -- known undo NAME --db FILE [--user EMAIL] [--json]
  npm run server -- known list --db FILE [--user EMAIL] [--json]
  npm run server -- refresh --db FILE [--catch-up|--simulate] [--json]
  npm run server -- check --db FILE [--json]
  npm run server -- audit --check [--expect HASH] --db FILE [--json]
  npm run server -- backup FILE --db FILE [--json]
  npm run server -- copy --from FILE --to postgres://user@host/database [--json]
  npm run server -- copy --from postgres://user@host/database --to FILE [--json]
  npm run server -- user add EMAIL --db FILE [--name NAME] [--role ROLE] [--addon export] [--password-stdin] [--json]
  npm run server -- user change EMAIL --db FILE [--name NAME] [--role ROLE] [--addon export|--no-addons] [--json]
  npm run server -- user password EMAIL --db FILE [--password-stdin] [--json]
  npm run server -- user tokens EMAIL --db FILE [--revoke ID|all] [--json]
  npm run server -- user unlink EMAIL --db FILE [--json]
  npm run server -- user close EMAIL --to EMAIL --db FILE [--json]
  npm run server -- user remove EMAIL --delete-work --db FILE [--json]
  npm run server -- user list --db FILE [--json]

With --store postgres://user@host/database in place of --db FILE (or WINNOW_STORE), all of it is in a team’s database.
With --oidc-issuer, people sign in with an identity provider (OpenID Connect). Each of these flags has a variable, too:
WINNOW_OIDC_ISSUER and so on; the client’s secret is in WINNOW_OIDC_SECRET or in a file.`;

/**
 * Parses the arguments. Relative paths are relative to `folder`. Throws `invalid_input` with one line that says why.
 */
export function commandOf(args: readonly string[], folder: string): Command {
  const [first] = args;
  if (first === 'import') return importCommand(args.slice(1), folder);
  if (first === 'refresh') return refreshCommand(args.slice(1), folder);
  if (first === 'undo-import') return undoImportCommand(args.slice(1), folder);
  if (first === 'check') return checkCommand(args.slice(1), folder);
  if (first === 'audit') return auditCommand(args.slice(1), folder);
  if (first === 'backup') return backupCommand(args.slice(1), folder);
  if (first === 'copy') return copyCommand(args.slice(1), folder);
  if (first === 'known') return knownCommand(args.slice(1), folder);
  if (first === 'user') return userCommand(args.slice(1), folder);
  return serveCommand(args, folder);
}

/** Flags of every command. */
const common = {
  db: { type: 'string' },
  store: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

const flags = {
  serve: {
    ...common,
    port: { type: 'string' },
    sample: { type: 'string' },
    'public-url': { type: 'string' },
    'sign-up': { type: 'boolean' },
    ...oidcFlags,
    'begin-anew': { type: 'boolean' },
    log: { type: 'string' },
    'metrics-token-file': { type: 'string' },
  },
  import: {
    ...common,
    'dry-run': { type: 'boolean' },
    likely: { type: 'string' },
    rate: { type: 'string', multiple: true },
    'begin-anew': { type: 'boolean' },
    map: { type: 'string' },
    sheet: { type: 'string', multiple: true },
    day: { type: 'string' },
    'print-map': { type: 'boolean' },
  },
  refresh: { ...common, 'catch-up': { type: 'boolean' }, simulate: { type: 'boolean' } },
  copy: {
    from: { type: 'string' },
    to: { type: 'string' },
    json: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  },
  plain: common,
} as const;

function serveCommand(args: readonly string[], folder: string): Command {
  const { values, positionals } = parsed(() =>
    parseArgs({ args: [...args], options: flags.serve, allowPositionals: true }),
  );
  if (values.help === true) return { kind: 'help' };
  if (positionals[0] !== undefined) throw wrong(`Unknown command "${positionals[0]}".`);
  const signUp = values['sign-up'] ?? false;
  return {
    kind: 'serve',
    ...placeOf(values, folder),
    port: values.port === undefined ? defaultPort : numberOf('--port', values.port, 65_535),
    sample: values.sample === undefined ? 0 : numberOf('--sample', values.sample, maxSample),
    publicUrl: values['public-url'] === undefined ? null : publicUrlOf(values['public-url']),
    signUp,
    oidc: oidcOf(values, folder, process.env, { signUp }),
    beginAnew: values['begin-anew'] ?? false,
    log: values.log === undefined ? null : resolve(folder, values.log),
    metricsTokenFile: values['metrics-token-file'] === undefined ? null : resolve(folder, values['metrics-token-file']),
    json: values.json ?? false,
  };
}

const defaultPort = 8750;
const maxSample = 5_000_000;

function numberOf(flag: string, value: string, max: number): number {
  if (/^\d{1,8}$/.test(value) && Number(value) <= max) return Number(value);
  throw wrong(`${flag} takes a number from 0 to ${max}, not "${value}".`);
}

function publicUrlOf(value: string): URL {
  const url = URL.canParse(value) ? new URL(value) : null;
  // TLS is required, unless nothing leaves this machine (S26).
  const isSafe =
    url?.protocol === 'https:' || (url?.protocol === 'http:' && ['127.0.0.1', 'localhost'].includes(url.hostname));
  if (url !== null && isSafe && url.username === '' && url.pathname === '/') return url;
  throw wrong(`--public-url takes an address like https://winnow.example.com, not "${value}".`);
}

function importCommand(args: readonly string[], folder: string): Command {
  const { values, positionals } = parsed(() =>
    parseArgs({ args: [...args], options: flags.import, allowPositionals: true }),
  );
  if (values.help === true) return { kind: 'help' };
  if (positionals.length === 0) throw wrong('Name at least one file to import.');
  if (values.map === '') throw wrong('--map takes the file of a mapping.');
  const paths = positionals.map((path) => resolve(folder, path));
  const map = values.map === undefined ? null : resolve(folder, values.map);
  const json = values.json ?? false;
  const sheets = values.sheet ?? [];
  if (values['print-map'] === true) return { kind: 'printMap', paths, map, sheets, json };
  const dryRun = values['dry-run'] ?? false;
  return {
    kind: 'import',
    ...placeOf(values, folder),
    paths,
    dryRun,
    beginAnew: values['begin-anew'] ?? false,
    map,
    sheets,
    day: dayOf(values.day),
    likely: likelyOf(values.likely),
    rates: ratesOf(values.rate ?? []),
    json,
  };
}

function likelyOf(text: string | undefined): 'match' | 'add' | null {
  if (text === undefined || text === 'match' || text === 'add') return text ?? null;
  throw wrong('--likely takes match or add.');
}

/** What one of each currency is in US dollars: `EUR=1.08`. */
function ratesOf(texts: readonly string[]): Rates {
  const rates = texts.map((text) => {
    const [currency = '', rate = ''] = text.split('=');
    return [currency.toUpperCase(), rate.trim() === '' ? Number.NaN : Number(rate)] as const;
  });
  const read = ratesSchema.safeParse(Object.fromEntries(rates));
  if (!read.success) throw wrong('--rate takes what one of a currency is in US dollars, like EUR=1.08.');
  return read.data;
}

/** A day given as such; null where none is. */
function dayOf(text: string | undefined): string | null {
  if (text === undefined) return null;
  if (!isDay.safeParse(text).success) throw wrong('--day takes a day as YYYY-MM-DD.');
  return text;
}

const isDay = z.iso.date();

function refreshCommand(args: readonly string[], folder: string): Command {
  const { values } = parsed(() => parseArgs({ args: [...args], options: flags.refresh }));
  if (values.help === true) return { kind: 'help' };
  refuseBoth(values, 'catch-up', 'simulate');
  const [catchUp, simulate] = [values['catch-up'] ?? false, values.simulate ?? false];
  return { kind: 'refresh', ...placeOf(values, folder), catchUp, simulate, json: values.json ?? false };
}

function undoImportCommand(args: readonly string[], folder: string): Command {
  const { values } = parsed(() => parseArgs({ args: [...args], options: flags.plain }));
  if (values.help === true) return { kind: 'help' };
  return { kind: 'undoImport', ...placeOf(values, folder), json: values.json ?? false };
}

function checkCommand(args: readonly string[], folder: string): Command {
  const { values } = parsed(() => parseArgs({ args: [...args], options: flags.plain }));
  if (values.help === true) return { kind: 'help' };
  return { kind: 'check', file: fileOf(values, folder), json: values.json ?? false };
}

function auditCommand(args: readonly string[], folder: string): Command {
  const { values } = parsed(() =>
    parseArgs({ args: [...args], options: { ...flags.plain, check: { type: 'boolean' }, expect: { type: 'string' } } }),
  );
  if (values.help === true) return { kind: 'help' };
  if (values.check !== true) throw wrong('Say what to do: audit --check. The audit itself is in the app, under Team.');
  const { expect: expected = '' } = values;
  if (values.expect !== undefined && !/^[0-9a-f]{64}$/.test(expected)) {
    throw wrong('--expect takes the hash that an earlier check has printed: 64 digits and letters from a to f.');
  }
  return { kind: 'audit', ...placeOf(values, folder), json: values.json ?? false, expected };
}

function backupCommand(args: readonly string[], folder: string): Command {
  const { values, positionals } = parsed(() =>
    parseArgs({ args: [...args], options: flags.plain, allowPositionals: true }),
  );
  if (values.help === true) return { kind: 'help' };
  const [target] = positionals;
  if (target === undefined || target === '' || positionals.length > 1) throw wrong('Name one file to back up to.');
  return { kind: 'backup', file: fileOf(values, folder), target: resolve(folder, target), json: values.json ?? false };
}

function copyCommand(args: readonly string[], folder: string): Command {
  const { values } = parsed(() => parseArgs({ args: [...args], options: flags.copy }));
  if (values.help === true) return { kind: 'help' };
  const [from, to] = [values.from, values.to].map((end) => {
    if (end === undefined || end === '') throw wrong('Say what to copy and where to: --from and --to.');
    return isPostgresAddress(end) ? storeOf(end) : resolve(folder, end);
  });
  if (from === undefined || to === undefined) throw wrong('Say what to copy and where to: --from and --to.');
  if (typeof from === typeof to) {
    const own = typeof from === 'string' ? 'Files are copied by “backup”' : 'Databases are copied by pg_dump';
    throw wrong(`${own}; copy takes a file and a database.`);
  }
  return { kind: 'copy', from, to, json: values.json ?? false };
}

const whose = { ...common, user: { type: 'string' } } as const;

/** What can be done with what a user knows, and the flags for each. */
const knownFlags: Readonly<Record<KnownCommand['action'], ParseArgsOptionsConfig>> = {
  import: {
    ...whose,
    from: { type: 'string' },
    day: { type: 'string' },
    sheet: { type: 'string' },
    'dry-run': { type: 'boolean' },
  },
  undo: whose,
  list: whose,
};
const knownActions = ['import', 'undo', 'list'] as const;

/** Parses what follows `known`. */
function knownCommand(args: readonly string[], folder: string): Command {
  const [name, ...rest] = args;
  const action = knownActions.find((one) => one === name);
  if (name === '--help' || name === '-h') return { kind: 'help' };
  if (action === undefined) throw wrong(`Say what to do: known ${knownActions.join(', known ')}.`);
  const { values, positionals } = parsed(() =>
    parseArgs({ args: rest, options: knownFlags[action], allowPositionals: true }),
  );
  if (values['help'] === true) return { kind: 'help' };
  const [named, ...others] = positionals;
  const base = {
    kind: 'known',
    ...placeOf(values, folder),
    login: textOf(values['user']) ?? 'owner',
    json: values['json'] === true,
  } as const;
  if (action === 'list') {
    if (named !== undefined) throw wrong('known list takes no name.');
    return { ...base, action };
  }
  if (named === undefined || named === '' || others.length > 0) {
    throw wrong(
      action === 'import' ? 'Name one file to import.' : 'Name what they are known from, as known list does.',
    );
  }
  if (action === 'undo') return { ...base, action, source: named };
  return {
    ...base,
    action,
    path: resolve(folder, named),
    source: textOf(values['from']),
    day: dayOf(textOf(values['day'])),
    sheet: textOf(values['sheet']),
    dryRun: values['dry-run'] === true,
  };
}

const who = {
  name: { type: 'string' },
  role: { type: 'string' },
  staff: { type: 'boolean' },
  addon: { type: 'string', multiple: true },
} as const;
const stdin = { 'password-stdin': { type: 'boolean' } } as const;
const not = { 'no-staff': { type: 'boolean' }, 'no-addons': { type: 'boolean' } } as const;

/** What can be done with users, and the flags for each. */
const userFlags: Readonly<Record<UserCommand['action'], ParseArgsOptionsConfig>> = {
  add: { ...common, ...who, ...stdin },
  list: common,
  change: { ...common, ...who, ...not },
  password: { ...common, ...stdin },
  close: { ...common, to: { type: 'string' } },
  remove: { ...common, 'delete-work': { type: 'boolean' } },
  unlink: common,
  tokens: { ...common, revoke: { type: 'string' } },
};
const actions = ['add', 'list', 'change', 'password', 'close', 'remove', 'unlink', 'tokens'] as const;

/** Parses what follows `user`. */
function userCommand(args: readonly string[], folder: string): Command {
  const [name, ...rest] = args;
  const action = actions.find((known) => known === name);
  if (name === '--help' || name === '-h') return { kind: 'help' };
  if (action === undefined) throw wrong(`Say what to do: user ${actions.join(', user ')}.`);
  const { values, positionals } = parsed(() =>
    parseArgs({ args: rest, options: userFlags[action], allowPositionals: true }),
  );
  if (values['help'] === true) return { kind: 'help' };
  const base = { kind: 'user', ...placeOf(values, folder), json: values['json'] === true } as const;
  const [login, ...others] = positionals;
  if (action === 'list') {
    if (login !== undefined) throw wrong(`user list takes no name.`);
    return { ...base, action };
  }
  refuseBoth(values, 'staff', 'no-staff');
  refuseBoth(values, 'addon', 'no-addons');
  if (login === undefined || others.length > 0) throw wrong(`Name one user: user ${action} EMAIL --db FILE.`);
  return commandAbout({ ...base, login }, action, values);
}

type Values = Readonly<Record<string, unknown>>;

function refuseBoth(values: Values, yes: string, no: string): void {
  if (values[yes] !== undefined && values[no] !== undefined) throw wrong(`Say --${yes} or --${no}, not both.`);
}

/** What to do with one user, by the flags. */
function commandAbout(
  user: Base & { readonly login: string },
  action: Exclude<UserCommand['action'], 'list'>,
  values: Values,
): UserCommand {
  const passwordFromStdin = values['password-stdin'] === true;
  switch (action) {
    case 'add': {
      const [name, addons] = [textOf(values['name']) ?? '', addonsOf(values['addon']) ?? []];
      return { ...user, action, name, role: roleOf(values) ?? 'analyst', addons, passwordFromStdin };
    }
    case 'change': {
      const addons = values['no-addons'] === true ? [] : addonsOf(values['addon']);
      return { ...user, action, name: textOf(values['name']), role: roleOf(values), addons };
    }
    case 'password':
      return { ...user, action, passwordFromStdin };
    case 'remove':
      return { ...user, action, deletesWork: values['delete-work'] === true };
    case 'close': {
      const to = textOf(values['to']);
      if (to === undefined) throw wrong(`Say who gets the lists: user close ${user.login} --to EMAIL.`);
      return { ...user, action, to };
    }
    case 'unlink':
      return { ...user, action };
    case 'tokens':
      return { ...user, action, revoke: textOf(values['revoke']) ?? null };
    default:
      return assertNever(action);
  }
}

/** What a user may do, if the flags say so; `--staff` and `--no-staff` are short for two of the roles. */
function roleOf(values: Values): Role | undefined {
  const named = textOf(values['role']);
  const short = values['staff'] === true ? 'staff' : values['no-staff'] === true ? 'analyst' : undefined;
  if (named !== undefined && short !== undefined) throw wrong('Say --role, or --staff or --no-staff, not both.');
  const role = named ?? short;
  if (role === undefined) return undefined;
  const known = roles.find((each) => each === role);
  if (known === undefined) throw wrong(`There is no role "${role}"; there are ${roles.join(', ')}.`);
  return known;
}

function addonsOf(value: unknown): string[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const codes = [...new Set(value.map(String))];
  const unknown = codes.find((code) => code !== exportAddon);
  if (unknown !== undefined)
    throw new AppError('invalid_input', `There is no add-on "${unknown}"; there is "${exportAddon}".`);
  return codes;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** Parses arguments; reports what is wrong with them in one line. */
function parsed<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    // Node adds advice about positional arguments, which would mislead here.
    const flag = /^Unknown option '([^']+)'/.exec(message)?.[1];
    throw wrong(flag === undefined ? (message.split('\n')[0] ?? message) : `Unknown flag ${flag}.`);
  }
}

/**
 * Where the workspace is. Relative paths are relative to `folder`. With a team's database its file may be left out: it
 * is only what the folder of the index is named by, which can be made anew.
 */
function placeOf(values: Values, folder: string): Place {
  const address = textOf(values['store']) ?? process.env['WINNOW_STORE'] ?? '';
  const file = textOf(values['db']) ?? '';
  if (address === '') {
    if (file === '') throw wrong('--db FILE is needed, or --store postgres://… for a team’s database.');
    return { file: resolve(folder, file), store: null };
  }
  if (!isPostgresAddress(address)) throw wrong('--store takes an address like postgres://user@host/database.');
  const store = storeOf(address);
  return { file: file === '' ? derivedFile(store) : resolve(folder, file), store };
}

/** The file of a workspace, for what is only done with files. */
function fileOf(values: Values, folder: string): string {
  const { file, store } = placeOf(values, folder);
  if (store === null) return file;
  throw wrong('A team’s database is checked and copied by its own tools, such as pg_amcheck and pg_dump.');
}

function storeOf(address: string): PostgresAddress {
  try {
    return parsePostgresAddress(address);
  } catch (error) {
    if (error instanceof AppError && error.code === 'bad_request') throw wrong(error.message);
    throw error;
  }
}

/** What the index of a database is named by on this machine. */
function derivedFile(store: PostgresAddress): string {
  const cache = process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache');
  const name = createHash('sha256').update(shownAddress(store)).digest('hex').slice(0, 16);
  return join(cache, 'winnow', name, 'team.db');
}

/** The error for wrong usage. */
function wrong(message: string): AppError {
  return new AppError('invalid_input', message);
}
