import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { runProgram } from '../processes.ts';
import { postgresSettings } from './settings.ts';

/** A throwaway PostgreSQL cluster in a folder, reachable by a Unix socket in it only. */
export interface Cluster {
  /** The folder of the socket, as `host` for clients. */
  readonly host: string;
  /** `settings` go before those of `settings.ts`. */
  start(settings?: Readonly<Record<string, string>>): Promise<void>;
  stop(): Promise<void>;
  /** The ids of all its processes. */
  pids(): number[];
}

const debianFolder = '/usr/lib/postgresql';

/** The folder of the newest installed PostgreSQL's programs, or null. */
export function postgresPrograms(): string | null {
  try {
    const versions = readdirSync(debianFolder).toSorted((a, b) => Number(b) - Number(a));
    return versions[0] === undefined ? null : join(debianFolder, versions[0], 'bin');
  } catch {
    return null;
  }
}

/** Makes a cluster in a new folder and starts it. PostgreSQL refuses to run as root; there it is user postgres. */
export async function startCluster(programs: string, folder: string): Promise<Cluster> {
  mkdirSync(folder, { mode: 0o755 });
  chmodSync(folder, 0o755);
  const user = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : null;
  if (user !== null) chownSync(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  const as = { ...user, cwd: folder, env: { ...process.env, LC_ALL: 'C' } };
  const initdb = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'];
  await runProgram(join(programs, 'initdb'), initdb, as);
  const control = (...action: readonly string[]): Promise<void> =>
    runProgram(join(programs, 'pg_ctl'), ['-D', data, '-w', '-t', '120', '-l', join(folder, 'log'), ...action], as);
  const start = (settings: Readonly<Record<string, string>> = {}): Promise<void> => {
    const all = { ...postgresSettings, unix_socket_directories: folder, listen_addresses: '', ...settings };
    return control(
      '-o',
      Object.entries(all)
        .map(([name, value]) => `-c ${name}='${value}'`)
        .join(' '),
      'start',
    );
  };
  await start();
  return {
    host: folder,
    start,
    stop: () => control('-m', 'fast', 'stop'),
    pids: () => {
      const first = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);
      const children = readFileSync(`/proc/${first}/task/${first}/children`, 'utf8').split(' ').map(Number);
      return [first, ...children.filter((pid) => pid > 0)];
    },
  };
}

function idOf(flag: '-u' | '-g'): number {
  return Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
}
