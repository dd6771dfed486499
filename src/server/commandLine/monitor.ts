import { createHash, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { formatCount } from '#shared/domain/formats.ts';
import { AppError } from '#shared/errors.ts';
import type { Monitor, Readiness } from '../api/http/httpServer.ts';
import { Metrics, metricsType } from '../metrics.ts';
import type { Workspace } from '../workspace.ts';
import type { Command } from './command.ts';

/** How long the store may take to answer before the server counts as not ready, in milliseconds. */
const storePatienceMs = 2000;

/**
 * What a server tells those who watch it. Its figures are told on this machine alone, unless there is a token for them:
 * behind a proxy nobody can tell who asks.
 */
export function openMonitor(
  { metricsTokenFile, publicUrl }: Pick<Extract<Command, { kind: 'serve' }>, 'metricsTokenFile' | 'publicUrl'>,
  stop: AbortSignal,
): ServerMonitor {
  const token = metricsTokenFile === null ? null : readToken(metricsTokenFile);
  return new ServerMonitor(token, publicUrl === null, stop);
}

/** See `openMonitor`. */
class ServerMonitor implements Monitor {
  readonly figures = new Metrics();
  readonly #token: string | null;
  readonly #isLocal: boolean;
  readonly #stop: AbortSignal;
  #workspace: Workspace | undefined;

  constructor(token: string | null, isLocal: boolean, stop: AbortSignal) {
    this.#token = token;
    this.#isLocal = isLocal;
    this.#stop = stop;
  }

  /** From now on it tells how a workspace is. */
  watch(workspace: Workspace): void {
    this.#workspace = workspace;
    this.figures.watch(workspace);
  }

  async readiness(): Promise<Readiness> {
    const workspace = this.#workspace;
    if (workspace === undefined || this.#stop.aborted) return notYet('This server is starting or stopping.');
    const { fetching } = workspace.jobs;
    if (!workspace.isReady) {
      const progress = fetching === null ? null : { done: fetching.done, total: fetching.total };
      return { ...notYet(notReady(workspace)), progress };
    }
    const isThere = await Promise.race([
      workspace.state.version().then(
        () => true,
        () => false,
      ),
      sleep(storePatienceMs, false, { ref: false }),
    ]);
    return isThere ? { ready: true, reason: '', progress: null } : notYet('Lists and decisions cannot be reached.');
  }

  async metrics(authorization: string): Promise<{ type: string; text: string } | null> {
    const isAllowed = this.#token === null ? this.#isLocal : isSame(authorization, `Bearer ${this.#token}`);
    return isAllowed ? { type: metricsType, text: await this.figures.text() } : null;
  }

  close(): void {
    this.figures.close();
  }
}

function notYet(reason: string): Readiness {
  return { ready: false, reason, progress: null };
}

/** Why a server of a team cannot answer yet; `''` if it can. */
export function notReady({ isReady, jobs: { fetching } }: Pick<Workspace, 'isReady' | 'jobs'>): string {
  if (isReady) return '';
  const { done = 0, total = null } = fetching ?? {};
  const far = total === null ? '' : `, ${formatCount(done)} of ${formatCount(total)} changes so far`;
  return `This server is fetching the companies${far}. Try again in a moment.`;
}

function readToken(file: string): string {
  try {
    const token = readFileSync(file, 'utf8').trim();
    if (/^\S{16,}$/.test(token)) return token;
  } catch (error) {
    throw new AppError('invalid_input', `The token for the metrics cannot be read from ${file}.`, { cause: error });
  }
  throw new AppError('invalid_input', `The token for the metrics in ${file} must be at least 16 characters long.`);
}

/** Whether two texts are the same, in a time that says nothing about them. */
function isSame(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => createHash('sha256').update(text).digest());
  return a !== undefined && b !== undefined && timingSafeEqual(a, b);
}
