import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { loadKeytar } from '#main/shellCommon/secretStore.ts';

/** Why no real keyring can be started here, or `''`. */
export async function whyNoKeyring(): Promise<string> {
  if (process.platform !== 'linux') return 'the keyring tests know Linux only';
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  for (const program of ['dbus-run-session', 'dbus-send', 'gnome-keyring-daemon']) {
    if (!folders.some((folder) => existsSync(path.join(folder, program)))) return `${program} is not installed`;
  }
  return loadKeytar().then(
    () => '',
    () => 'keytar is not built (it needs libsecret-1-dev when the packages are installed)',
  );
}

/** A session bus of the test's own with a gnome-keyring on it, or without. */
export interface KeyringBus {
  readonly address: string;
  /** Stops the keyring in its tracks: it is there and does not answer. */
  freeze(): void;
  stop(): Promise<void>;
}

/** A bus that starts no service by itself, so that only what the test has started answers. */
const busConfig = `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>session</type><listen>unix:tmpdir=/tmp</listen><auth>EXTERNAL</auth>
<policy context="default"><allow send_destination="*"/><allow own="*"/><allow eavesdrop="true"/></policy></busconfig>
`;

const startedDaemon = 'gnome-keyring-daemon --foreground --components=secrets';
const scripts = {
  unlocked: `printf 'the keyring password' | ${startedDaemon} --unlock >/dev/null 2>&1 & echo "$DBUS_SESSION_BUS_ADDRESS"; echo $!; read -r end`,
  locked: `${startedDaemon} >/dev/null 2>&1 </dev/null & echo "$DBUS_SESSION_BUS_ADDRESS"; echo $!; read -r end`,
  none: 'echo "$DBUS_SESSION_BUS_ADDRESS"; echo 0; read -r end',
} as const;

/** What a process of the test sees of its user. */
export function homeEnv(home: string): NodeJS.ProcessEnv {
  const runtime = path.join(home, 'run');
  mkdirSync(runtime, { recursive: true, mode: 0o700 });
  mkdirSync(path.join(home, 'tmp'), { recursive: true });
  return {
    PATH: process.env['PATH'],
    HOME: home,
    TMPDIR: path.join(home, 'tmp'),
    XDG_RUNTIME_DIR: runtime,
    XDG_DATA_HOME: path.join(home, '.local', 'share'),
    XDG_CONFIG_HOME: path.join(home, '.config'),
    XDG_CACHE_HOME: path.join(home, '.cache'),
  };
}

/** Starts a bus for the user whose home this is; resolves when its keyring answers to its name. */
export async function startKeyringBus(home: string, kind: keyof typeof scripts): Promise<KeyringBus> {
  const config = path.join(home, 'bus.conf');
  const env = homeEnv(home);
  writeFileSync(config, busConfig);
  const child = spawn('dbus-run-session', [`--config-file=${config}`, '--', 'sh', '-c', scripts[kind]], {
    env,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const address = (await lines.next()).value ?? '';
  const daemon = Number((await lines.next()).value ?? 0);
  if (kind !== 'none') await waitForService({ ...env, DBUS_SESSION_BUS_ADDRESS: address });
  return {
    address,
    freeze: () => void process.kill(daemon, 'SIGSTOP'),
    stop: async () => {
      // One that is gone already, or that was stopped in its tracks.
      for (const signal of ['SIGCONT', 'SIGTERM'] as const) if (daemon > 0) tryToKill(daemon, signal);
      await endOf(child);
    },
  };
}

async function endOf(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.stdin?.end();
  await ended;
}

function tryToKill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended by itself.
  }
}

async function waitForService(env: NodeJS.ProcessEnv): Promise<void> {
  const call = ['--session', '--dest=org.freedesktop.DBus', '--print-reply', '/', 'org.freedesktop.DBus.NameHasOwner'];
  const until = Date.now() + 30_000;
  while (Date.now() < until) {
    const answer = execFileSync('dbus-send', [...call, 'string:org.freedesktop.secrets'], { env, encoding: 'utf8' });
    if (answer.includes('boolean true')) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('The keyring did not come up.');
}
