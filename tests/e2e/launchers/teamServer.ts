import { spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { copyMade } from './samples.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** The password of everyone added by `addUser`. */
export const password = 'correct horse battery';

/** A standalone server with users who may sign in, as `npm run server` runs one. */
export interface TeamServer {
  readonly url: string;
  addUser(email: string, name: string, ...flags: readonly string[]): Promise<void>;
  changeUser(email: string, ...flags: readonly string[]): Promise<void>;
  /** Makes a call as this user, by a token of its own; a body is sent with POST, or as it says. */
  ask(
    email: string,
    path: string,
    body?: { readonly type: string; readonly text: string; readonly method?: 'POST' | 'PUT' | 'PATCH' },
  ): Promise<Response>;
  /** Ends every session of a user, from outside. */
  revoke(email: string): Promise<void>;
  /** Answers nothing until `goOn`. */
  pause(): void;
  goOn(): void;
  stop(): Promise<void>;
}

interface TeamServerOptions {
  readonly flags?: readonly string[];
  readonly variables?: Readonly<Record<string, string>>;
  /** Who has an account, each as `addUser` takes them. */
  readonly users?: readonly (readonly [email: string, name: string, ...flags: string[]])[];
}

/** Starts one on a file of its own in `folder`, reached at `publicUrl` if given. */
export async function startTeamServer(
  folder: string,
  sample: number,
  publicUrl?: string,
  { flags = [], variables = {}, users = [] }: TeamServerOptions = {},
): Promise<TeamServer> {
  const key = `team-${createHash('sha256')
    .update(JSON.stringify([sample, users]))
    .digest('hex')}`;
  await copyMade(key, folder, async (made) => {
    const server = await serve(`${made}/team.db`, sample);
    for (const user of users) await server.addUser(...user);
    await server.stop();
  });
  const address = publicUrl === undefined ? [] : ['--public-url', publicUrl];
  return await serve(`${folder}/team.db`, sample, [...address, ...flags], variables);
}

async function serve(
  file: string,
  sample: number,
  flags: readonly string[] = [],
  variables: Readonly<Record<string, string>> = {},
): Promise<TeamServer> {
  const child = run(['--db', file, '--port', '0', '--sample', String(sample), ...flags, '--json'], variables);
  const failed = once(child, 'exit').then(() => Promise.reject(new Error('The server ended before it was ready.')));
  const lines = createInterface({ input: child.stdout ?? process.stdin });
  const [line] = (await Promise.race([once(lines, 'line'), failed])) as [string];
  failed.catch(() => undefined);
  const { url } = JSON.parse(line) as { url: string };

  async function command(args: readonly string[], input = ''): Promise<void> {
    const user = run(['user', ...args, '--db', file]);
    user.stdin?.end(input);
    const [code] = (await once(user, 'exit')) as [number | null];
    if (code !== 0) throw new Error(`user ${args.join(' ')} ended with code ${String(code)}.`);
  }

  return {
    url,
    addUser: (email, name, ...flags) => command(['add', email, '--name', name, '--password-stdin', ...flags], password),
    changeUser: (email, ...flags) => command(['change', email, ...flags]),
    ask: async (email, path, body) => {
      const headers = { Authorization: `Bearer ${await tokenOf(url, email)}` };
      if (body === undefined) return await fetch(url + path, { headers });
      const { type, text, method = 'POST' } = body;
      const sent = { method, headers: { ...headers, 'Content-Type': type }, body: text };
      return await fetch(url + path, sent);
    },
    revoke: (email) => command(['tokens', email, '--revoke', 'all']),
    pause: () => void child.kill('SIGSTOP'),
    goOn: () => void child.kill('SIGCONT'),
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGCONT');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Signs in as the app does. */
async function tokenOf(url: string, login: string): Promise<string> {
  const form = { login, password, redirect: 'winnow://auth', state: 'state-of-a-test' };
  const response = await fetch(`${url}/provider/login`, {
    method: 'POST',
    body: new URLSearchParams(form),
    headers: { Origin: url },
    redirect: 'manual',
  });
  const token = new URL(response.headers.get('location') ?? '').searchParams.get('access_token');
  if (token === null) throw new Error(`${login} could not sign in.`);
  return token;
}

function run(args: readonly string[], variables: Readonly<Record<string, string>> = {}): ChildProcess {
  const env = { ...process.env, ...variables };
  return spawn(process.execPath, ['out/main/cli.js', ...args], { cwd: root, env, stdio: ['pipe', 'pipe', 'ignore'] });
}
