import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { AppError, assertNever } from '#shared/errors.ts';
import { loginOf, nameProblem, problemsOf, withoutControls } from '../accounts/accounts.ts';
import { hashPassword, newPassword } from '../accounts/password.ts';
import type { AccountRecord, AccountStore, State } from '../state/port.ts';
import { nameTakenText } from '#shared/domain/personName.ts';
import { heirProblem } from '#shared/domain/team.ts';
import { audited, openStateForCommand, throwIfAbsent } from './open.ts';
import type { Output } from './output.ts';
import type { UserCommand } from './command.ts';

/** Adds, lists, changes and removes the users who may sign in, and their tokens. Works while the server runs. */
export async function userCommand(command: UserCommand, output: Output, input: Readable): Promise<void> {
  if (command.action !== 'add') throwIfAbsent(command);
  const state = await openStateForCommand(command);
  try {
    // Users may have been lost in a damaged file: the notices must be shown.
    for (const notice of state.notices) output.note(notice);
    if (state.readOnly !== '') throw new AppError('storage_readonly', state.readOnly);
    // The workspace's own user has the first id, even if the first command on a file adds another.
    await state.users.firstUser();
    await run(command, state, output, input);
  } finally {
    state.close();
  }
}

async function run(command: UserCommand, state: State, output: Output, input: Readable): Promise<void> {
  const { accounts } = state;
  switch (command.action) {
    case 'add':
      return addUser(command, state, output, input);
    case 'list': {
      const users = await accounts.list();
      output.result({ users: users.map(shown) }, users.map(lineOf));
      return;
    }
    case 'change':
      return changeUser(command, state, output);
    case 'password': {
      const account = await accountOf(accounts, command.login);
      if (account.login === '') {
        throw new AppError(
          'conflict',
          'The workspace’s own user has no password: it signs in with the server’s token.',
        );
      }
      const { password, isNew } = await passwordOf(command.passwordFromStdin, account.login, input);
      await accounts.setPassword(account.id, await hashPassword(password));
      const lines = [`Changed the password of ${account.login}; all of its sessions have ended.`];
      output.result({ ...shown(account), tokens: 0, ...(isNew ? { password } : {}) }, [
        ...lines,
        ...(isNew ? [`Password: ${password}`] : []),
      ]);
      return;
    }
    case 'remove': {
      const account = await accountOf(accounts, command.login);
      if (account.id === (await state.users.firstUser()).id) {
        throw new AppError('conflict', 'The workspace’s own user cannot be removed.');
      }
      if (!command.deletesWork) {
        throw new AppError(
          'invalid_input',
          `With ${account.login}, all decisions, lists and notes would go: say --delete-work if that is meant. ` +
            `user close ${account.login} --to EMAIL ends the sign-in and keeps the work.`,
        );
      }
      await accounts.remove(account.id);
      output.result({ removed: account.login }, [`Removed ${account.login} with all lists and collections.`]);
      return;
    }
    case 'close':
      return closeUser(command, state, output);
    case 'unlink':
      return unlink(command.login, accounts, output);
    case 'tokens':
      return tokens(command, accounts, output);
    default:
      assertNever(command);
  }
}

async function addUser(
  { login: typed, name, role, addons, passwordFromStdin }: Extract<UserCommand, { action: 'add' }>,
  state: State,
  output: Output,
  input: Readable,
): Promise<void> {
  const login = loginOf(typed);
  const { password, isNew } = await passwordOf(passwordFromStdin, login, input);
  throwIfWrong(Object.values(problemsOf({ login, password, name }))[0]);
  const added = await state.accounts.add({ login, name, role, addons, password: await hashPassword(password) });
  if (added === 'login_taken') throw new AppError('conflict', `The user ${login} already exists.`);
  if (added === 'name_taken') throw new AppError('conflict', nameTakenText);
  await audited({ kind: 'user', detail: { added: added.id, role } }, state);
  output.result({ ...shown(added), ...(isNew ? { password } : {}) }, [
    `Added ${login}.`,
    ...(isNew ? [`Password: ${password}`] : []),
  ]);
}

async function changeUser(
  { login, name, role, addons }: Extract<UserCommand, { action: 'change' }>,
  state: State,
  output: Output,
): Promise<void> {
  const { accounts } = state;
  const account = await accountOf(accounts, login);
  throwIfWrong(nameProblem(name ?? ''));
  const outcome = await accounts.change(account.id, {
    ...(name === undefined ? {} : { name }),
    ...(addons === undefined ? {} : { addons }),
  });
  if (outcome === 'name_taken') throw new AppError('conflict', nameTakenText);
  if (role !== undefined && role !== account.role) {
    const { id: by } = await state.users.firstUser();
    await state.team.setRole(by, account.id, role, new Date().toISOString());
  }
  const changed = await accountOf(accounts, login);
  output.result(shown(changed), [lineOf(changed)]);
}

function throwIfWrong(wrong: string | undefined): void {
  if (wrong !== undefined) throw new AppError('invalid_input', wrong);
}

/** Somebody has left the team: no sign-in any more, and a lead has the lists. */
async function closeUser(
  { login, to }: Extract<UserCommand, { action: 'close' }>,
  state: State,
  output: Output,
): Promise<void> {
  const [account, heir] = [await accountOf(state.accounts, login), await accountOf(state.accounts, to)];
  const owner = await state.users.firstUser();
  if (account.id === owner.id) throw new AppError('conflict', 'The workspace’s own user cannot be closed.');
  const problem = heirProblem(account.id, heir.id, await state.team.members());
  if (problem !== '') throw new AppError('conflict', problem);
  await state.team.close(owner.id, account.id, heir.id, new Date().toISOString());
  output.result({ closed: account.login, to: heir.login }, [
    `Closed ${account.login}: nobody signs in as them any more. ${heir.login} has their lists and collections.`,
  ]);
}

async function unlink(login: string, accounts: AccountStore, output: Output): Promise<void> {
  const account = await accountOf(accounts, login);
  const unlinked = await accounts.unlink(account.id);
  const line =
    unlinked === 0
      ? `${account.login} is linked to nobody at an identity provider.`
      : `Unlinked ${account.login}: the next sign-in with a verified address links it again.`;
  output.result({ ...shown(account), unlinked }, [line]);
}

async function tokens(
  { login, revoke }: Extract<UserCommand, { action: 'tokens' }>,
  accounts: AccountStore,
  output: Output,
): Promise<void> {
  const account = await accountOf(accounts, login);
  if (revoke !== null && revoke !== 'all' && !(await accounts.revokeToken(account.id, revoke))) {
    throw new AppError('not_found', `${loginOf(login)} has no valid token ${revoke}.`);
  }
  if (revoke === 'all') {
    for (const { id, revokedAt } of await accounts.tokens(account.id)) {
      if (revokedAt === '') await accounts.revokeToken(account.id, id);
    }
  }
  const all = await accounts.tokens(account.id);
  output.result(
    { tokens: all },
    all.map(({ id, label, createdAt, expiresAt, revokedAt }) => {
      const end = revokedAt === '' ? (expiresAt === '' ? 'valid' : `valid until ${expiresAt}`) : `revoked ${revokedAt}`;
      return `${id}  ${label}, created ${createdAt}, ${end}`;
    }),
  );
}

/** The account with a login; `owner` stands for the workspace's own user. */
export async function accountOf(accounts: AccountStore, typed: string): Promise<AccountRecord> {
  const login = loginOf(typed);
  const known = (await accounts.list()).find((account) =>
    login === 'owner' ? account.login === '' : account.login === login,
  );
  if (known === undefined) throw new AppError('not_found', `There is no user ${login}.`);
  return known;
}

/** A password from the first line of the input, or a new one: never from the command line, which others can see. */
async function passwordOf(
  fromInput: boolean,
  login: string,
  input: Readable,
): Promise<{ password: string; isNew: boolean }> {
  if (!fromInput) return { password: newPassword(), isNew: true };
  for await (const line of createInterface({ input })) {
    const wrong = problemsOf({ login: 'a@b', password: line, name: '' }).password;
    throwIfWrong(wrong);
    return { password: line, isNew: false };
  }
  throw new AppError('invalid_input', `No password for ${login} was given.`);
}

function shown({ id, login, name, role, addons, tokens: good, createdAt }: AccountRecord): Record<string, unknown> {
  return { id, email: login, name, is_staff: role === 'staff', role, addons, tokens: good, created: createdAt };
}

function lineOf({ id, login, name, role, addons, tokens: good }: AccountRecord): string {
  const parts = [
    role === 'analyst' ? '' : role,
    addons.length === 0 ? '' : `add-ons ${addons.join(', ')}`,
    `${good} ${good === 1 ? 'session' : 'sessions'}`,
  ];
  const who = login === '' ? 'owner (the workspace’s own user)' : login;
  // Whoever signs up chooses both, and this is read in a terminal.
  return withoutControls(
    `${id}  ${who}${name === '' ? '' : ` (${name})`}: ${parts.filter((part) => part !== '').join(', ')}`,
  );
}
