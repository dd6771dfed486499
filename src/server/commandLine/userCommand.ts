import { AppError, assertNever } from '#shared/errors.ts';
import { exportAddon } from '#shared/domain/account.ts';
import { common, fileOf, parsed, wrong, type Parse } from './flags.ts';

interface Base {
  readonly kind: 'user';
  readonly file: string;
  readonly json: boolean;
}

/** What `npm run server -- user …` asks for. */
export type UserCommand = Base &
  (
    | { readonly action: 'list' }
    | {
        readonly action: 'add';
        readonly login: string;
        readonly name: string;
        readonly isStaff: boolean;
        readonly addons: readonly string[];
        readonly passwordFromStdin: boolean;
      }
    | {
        readonly action: 'change';
        readonly login: string;
        readonly name: string | undefined;
        readonly isStaff: boolean | undefined;
        readonly addons: readonly string[] | undefined;
      }
    | { readonly action: 'password'; readonly login: string; readonly passwordFromStdin: boolean }
    | { readonly action: 'remove'; readonly login: string }
    /** `revoke`: the id of one token, `all`, or null for listing them only. */
    | { readonly action: 'tokens'; readonly login: string; readonly revoke: string | null }
  );

const actions = ['add', 'list', 'change', 'password', 'remove', 'tokens'] as const;

const who = {
  name: { type: 'string' },
  staff: { type: 'boolean' },
  addon: { type: 'string', multiple: true },
} as const;
const stdin = { 'password-stdin': { type: 'boolean' } } as const;
const not = { 'no-staff': { type: 'boolean' }, 'no-addons': { type: 'boolean' } } as const;

/** Reads what follows `user`. Throws `invalid_input` with one line that says why; null where help is asked for. */
export function readUserCommand(args: readonly string[], folder: string, parse: Parse): UserCommand | null {
  const [name, ...rest] = args;
  const action = actions.find((known) => known === name);
  if (name === '--help' || name === '-h') return null;
  if (action === undefined) throw wrong(`Say what to do: user ${actions.join(', user ')}.`);
  const options = {
    ...common,
    ...(action === 'add' || action === 'change' ? who : {}),
    ...(action === 'add' || action === 'password' ? stdin : {}),
    ...(action === 'change' ? not : {}),
    ...(action === 'tokens' ? { revoke: { type: 'string' } as const } : {}),
  };
  const { values, positionals } = parsed(() => parse({ args: rest, options, allowPositionals: true }));
  if (values['help'] === true) return null;
  const base = { kind: 'user', file: fileOf(textOf(values['db']), folder), json: values['json'] === true } as const;
  if (action === 'list') {
    if (positionals[0] !== undefined) throw wrong(`user list takes no name.`);
    return { ...base, action };
  }
  for (const [yes, no] of [
    ['staff', 'no-staff'],
    ['addon', 'no-addons'],
  ] as const) {
    if (values[yes] !== undefined && values[no] !== undefined) throw wrong(`Say --${yes} or --${no}, not both.`);
  }
  const [login] = positionals;
  if (login === undefined || positionals.length > 1) throw wrong(`Name one user: user ${action} EMAIL --db FILE.`);
  const fields = { ...base, login };
  switch (action) {
    case 'add':
      return {
        ...fields,
        action,
        name: textOf(values['name']) ?? '',
        isStaff: values['staff'] === true,
        addons: addonsOf(values['addon']) ?? [],
        passwordFromStdin: values['password-stdin'] === true,
      };
    case 'change':
      return {
        ...fields,
        action,
        name: textOf(values['name']),
        isStaff: values['staff'] === true ? true : values['no-staff'] === true ? false : undefined,
        addons: values['no-addons'] === true ? [] : addonsOf(values['addon']),
      };
    case 'password':
      return { ...fields, action, passwordFromStdin: values['password-stdin'] === true };
    case 'remove':
      return { ...fields, action };
    case 'tokens':
      return { ...fields, action, revoke: textOf(values['revoke']) ?? null };
    default:
      return assertNever(action);
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function addonsOf(value: unknown): string[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const codes = [...new Set(value.map(String))];
  const unknown = codes.find((code) => code !== exportAddon);
  if (unknown !== undefined)
    throw new AppError('invalid_input', `There is no add-on "${unknown}"; there is "${exportAddon}".`);
  return codes;
}
