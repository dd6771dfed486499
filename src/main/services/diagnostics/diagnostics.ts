import { statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { release } from 'node:os';
import { counted, formatBytes } from '#shared/domain/formats.ts';
import type { Diagnostics, SelfCheck } from '#shared/bridge/contract.ts';
import type { LocalApi } from '#node/localApi.ts';
import type { ShellPorts } from '../../ports.ts';
import type { Connection } from '../connection.ts';
import type { MoveQueue } from '../moves/moveQueue.ts';
import type { Session } from '../session/session.ts';
import type { StateFile } from '../stateFile.ts';

export interface DiagnosticsDeps {
  readonly ports: Pick<ShellPorts, 'info' | 'folder' | 'clock' | 'secrets' | 'lastErrors' | 'updater'>;
  readonly session: Session;
  readonly connection: Connection;
  readonly moves: MoveQueue;
  readonly api: Pick<LocalApi, 'status'>;
  readonly state: StateFile;
}

type Finding = Pick<SelfCheck, 'state' | 'detail'>;

/** Less free space than this, in bytes, needs attention. */
const scarceBytes = 500_000_000;

/**
 * Collects everything a problem report needs. The checks are independent: one that fails says so and does not affect
 * the others. Nothing in the report is a token, a query or a text that the user wrote.
 */
export async function diagnose(deps: DiagnosticsDeps): Promise<Diagnostics> {
  const { ports, session, connection, moves, api, state } = deps;
  const checks: readonly [string, () => Finding | Promise<Finding>][] = [
    ['Version', () => info(`${ports.info.product} ${ports.info.version}, ${shellOf(ports)}`)],
    ['Runtime', () => info(`${runtimes()}, ${process.platform} ${release()} ${process.arch}`)],
    ['Workspace folder', () => folderCheck(ports.folder)],
    ['Free disk space', () => diskCheck(ports.folder)],
    ['Workspace', () => workspaceCheck(api)],
    ['Token kept in', () => keptCheck(ports)],
    ['Session', () => info(`${session.state.status}, ${session.state.place}`)],
    ['Connection', () => connectionCheck(connection)],
    ['Move queue', () => queueCheck(moves)],
    [
      'Weekly refresh',
      () => info(state.value.refreshedFor === '' ? 'not set up yet' : `up to ${state.value.refreshedFor}`),
    ],
    [
      'Updates',
      () => info(ports.updater.unsupported === '' ? 'can be installed by Winnow' : ports.updater.unsupported),
    ],
  ];
  const findings: SelfCheck[] = [];
  for (const [name, look] of checks) {
    findings.push({ number: findings.length + 1, name, ...(await findingOf(look)) });
  }
  return { at: ports.clock.now().toISOString(), checks: findings, errors: [...ports.lastErrors()] };
}

async function findingOf(look: () => Finding | Promise<Finding>): Promise<Finding> {
  try {
    return await look();
  } catch (error) {
    return attention(`could not be checked (${error instanceof Error ? error.name : 'unknown'})`);
  }
}

function folderCheck(folder: string): Finding {
  // Windows has no such mode; there the user's profile is private anyway.
  const isPrivate = process.platform === 'win32' || (statSync(folder).mode & 0o077) === 0;
  return isPrivate ? good(folder) : attention(`${folder} can be read by other users of this computer`);
}

async function diskCheck(folder: string): Promise<Finding> {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  const text = formatBytes(free);
  return free < scarceBytes ? attention(text) : good(text);
}

async function workspaceCheck(api: Pick<LocalApi, 'status'>): Promise<Finding> {
  const { companies, digestWeek, bytes, readOnly, notices, job, upkeep } = await api.status();
  const busy = [job, upkeep].find((each) => each?.state === 'running');
  const running = busy ? `, ${busy.kind} is running` : '';
  const digest = digestWeek === '' ? 'none yet' : digestWeek;
  const text = `${counted(companies, 'company', 'companies')}, ${formatBytes(bytes)}, digest ${digest}${running}`;
  if (readOnly !== '') return attention(`${text}; read-only`);
  return notices.length > 0 ? attention(`${text}; damaged files were found at this start`) : good(text);
}

function keptCheck({ secrets }: Pick<ShellPorts, 'secrets'>): Finding {
  if (secrets.backend === 'keychain') return good('the system’s keychain');
  return attention('memory, until Winnow closes: no keychain responded');
}

function connectionCheck({ state: { status, since } }: Connection): Finding {
  return status === 'connected' ? good(`connected since ${since}`) : attention(`lost since ${since}`);
}

function queueCheck(moves: MoveQueue): Finding {
  const { status, pending, failed, undoDepth } = moves.snapshot();
  const text = `${status}, ${pending.length} pending, ${failed.length} failed, ${undoDepth} steps to undo`;
  return status === 'blocked' || failed.length > 0 ? attention(text) : good(text);
}

function shellOf({ info: { capabilities } }: Pick<ShellPorts, 'info'>): string {
  return capabilities.tray ? 'desktop shell' : 'browser shell';
}

function runtimes(): string {
  const { node, electron, chrome } = process.versions as Readonly<Record<string, string | undefined>>;
  return [electron && `Electron ${electron}`, chrome && `Chromium ${chrome}`, `Node ${node}`]
    .filter(Boolean)
    .join(', ');
}

function good(detail: string): Finding {
  return { state: 'good', detail };
}

function attention(detail: string): Finding {
  return { state: 'attention', detail };
}

function info(detail: string): Finding {
  return { state: 'info', detail };
}
