import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { WebSocket } from 'ws';
import { keyHeader, sessionReplySchema, tabHeader } from '#shared/bridge/browserWire.ts';
import type { CallInput, CallName, CallOutput } from '#shared/bridge/contract.ts';
import { out } from '../preloadRunner.ts';

/** The built browser shell as a process of its own, with one tab. */
export interface ShellProcess {
  /** How long it took until it answered, in milliseconds. */
  readonly startMs: number;
  call<N extends CallName>(name: N, input: CallInput<N>): Promise<CallOutput<N>>;
  /** The address that it asks the tab to open, as a browser would come to it. */
  readonly opened: () => Promise<URL>;
  /** Where a browser ends up that comes back from the sign-in page. */
  comeBack(token: string, state: string): Promise<string>;
  /** Ends it as Ctrl-C does; answers its exit code. */
  stop(): Promise<number | null>;
}

const tab = 'keyring-test-tab';

/** Starts it on a workspace, in those surroundings. */
export async function startShellProcess(workspace: string, env: NodeJS.ProcessEnv): Promise<ShellProcess> {
  const started = performance.now();
  const child = spawn(
    process.execPath,
    [path.join(out, 'main', 'browserShell.js'), '--no-open', '--json', '--workspace', workspace, '--sample', '0'],
    { env, stdio: ['ignore', 'pipe', 'ignore'] },
  );
  const ended = once(child, 'exit').then(() => {
    throw new Error('The shell ended before it said where it is. Has it been built?');
  });
  const [line] = (await Promise.race([once(createInterface({ input: child.stdout }), 'line'), ended])) as [string];
  ended.catch(() => undefined);
  const { origin, hash, port } = new URL((JSON.parse(line) as { url: string }).url);
  const post = async (where: string, body: unknown, headers: Record<string, string> = {}): Promise<unknown> => {
    const all = { 'content-type': 'application/json', origin, ...headers };
    return (await fetch(origin + where, { method: 'POST', headers: all, body: JSON.stringify(body) })).json();
  };
  const { key } = sessionReplySchema.parse(await post('/session', { secret: hash.replace('#launch=', '') }));
  const startMs = performance.now() - started;
  const socket = new WebSocket(`ws://127.0.0.1:${port}/events`, { origin });
  const opened: string[] = [];
  const told: (() => void)[] = [];
  socket.on('message', (data: Buffer) => {
    const message = JSON.parse(data.toString('utf8')) as { type: string; url?: string };
    if (message.type !== 'open') return;
    opened.push(message.url ?? '');
    told.shift()?.();
  });
  await once(socket, 'open');
  socket.send(JSON.stringify({ key, tab, after: 0 }));

  return {
    startMs,
    call: async (name, input) => {
      const reply = (await post('/rpc', { name, input }, { [keyHeader]: key, [tabHeader]: tab })) as {
        ok: boolean;
        value: never;
      };
      if (!reply.ok) throw new Error(JSON.stringify(reply));
      return reply.value;
    },
    opened: async () => {
      if (opened.length === 0) await new Promise<void>((resolve) => told.push(resolve));
      const answer = await fetch(origin + (opened.shift() ?? ''), { redirect: 'manual' });
      return new URL(answer.headers.get('location') ?? '');
    },
    comeBack: async (token, state) => {
      const query = new URLSearchParams({ access_token: token, state });
      const answer = await fetch(`${origin}/auth?${query.toString()}`, { redirect: 'manual' });
      return answer.headers.get('location') ?? '';
    },
    stop: async () => {
      socket.terminate();
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      return child.exitCode;
    },
  };
}
