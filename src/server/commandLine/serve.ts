import type { Config } from '#shared/domain/account.ts';
import { createLog, openFileLog, type FileLog, type Log } from '#node/log.ts';
import { AppError } from '#shared/errors.ts';
import { startHttpServer, type HttpServer } from '../api/http/httpServer.ts';
import { createStandalone } from '../standalone.ts';
import { configWithoutProvider, type Workspace } from '../workspace.ts';
import type { Command } from './command.ts';
import { openForCommand, throwIfFailed } from './open.ts';
import type { Output } from './output.ts';
import { WeeklyRefresh } from './weeklyRefresh.ts';

/** How often the server looks whether a digest is due, in milliseconds. */
const scheduleInterval = 600_000;

/** Where a sign-in leads back to; the browser shell names its own address instead (docs/api.md 7). */
const appCallback = 'winnow://auth';

/** How long the token that is printed at the start is good, in days. */
const tokenDays = 90;
const tokenLabel = 'command line';

/** Runs the standalone server until `stop` is aborted. */
export async function serveCommand(
  { file, port, sample, publicUrl, signUp, beginAnew, log: logFile }: Extract<Command, { kind: 'serve' }>,
  output: Output,
  stop: AbortSignal,
): Promise<void> {
  // Known when the port is, and told with every configuration: the provider's pages are this server's own.
  const origins: string[] = publicUrl === null ? [] : [publicUrl.origin];
  const config: Config = {
    ...configWithoutProvider(appCallback),
    get domain() {
      return origins[0] ?? '';
    },
  };
  const workspace = await openForCommand(file, output, {
    config,
    beginAnew,
    serves: true,
    onRefreshed: ({ week }) => output.note(`Digest ${week} is released.`),
  });
  const logs = openLogs(logFile, output);
  let server: HttpServer | undefined;
  let schedule: NodeJS.Timeout | undefined;
  const cancel = (): void => void workspace.jobs.cancel();
  stop.addEventListener('abort', cancel, { once: true });
  try {
    // The port first: a sample is long to make when the server then cannot start.
    const { app: api, state } = workspace;
    const standalone = createStandalone({ api, state, origins: () => origins, signUp, monotonic, ...logs });
    server = await startHttpServer({ ...standalone, port, publicUrl });
    origins.push(server.url);
    await fillWithSample(workspace, sample);
    const user = await state.users.firstUser();
    // The token of an earlier start is in nobody's hands who needs it; it would be one more that opens everything.
    await state.users.revokeTokens(user.id, tokenLabel);
    const token = await state.users.issueToken(user.id, tokenLabel, tokenEnd());
    output.result({ url: server.url, token }, [`Winnow serves ${server.url}`, `Token: ${token}`]);
    const weekly = new WeeklyRefresh({
      workspace,
      now,
      tell: (reason) => output.note(`The weekly digest could not be released: ${reason}`),
    });
    schedule = setInterval(() => void weekly.look(), scheduleInterval);
    await weekly.look();
    await aborted(stop);
  } finally {
    clearInterval(schedule);
    stop.removeEventListener('abort', cancel);
    await server?.close();
    await workspace.jobs.cancel();
    workspace.close();
    logs.close();
  }
}

function monotonic(): number {
  return performance.now();
}

function now(): Date {
  return new Date();
}

/** When the token that is printed at the start ends. */
function tokenEnd(): string {
  return new Date(Date.now() + tokenDays * 86_400_000).toISOString();
}

/**
 * Every request goes to the file that was asked for. Without one only what needs someone's eyes goes to stderr: whoever
 * starts the server may not read it, and a full pipe would stop the server.
 */
function openLogs(file: string | null, output: Output): { log: Log; requestLog: Log | null; close: () => void } {
  if (file === null) {
    const log = createLog((line) => output.note(line.trimEnd()));
    return { log: { ...log, info: () => undefined }, requestLog: null, close: () => undefined };
  }
  const log = openLogFile(file);
  return { log, requestLog: log, close: () => log.close() };
}

/** It grows until whoever keeps the server puts it away: they have named the file. */
function openLogFile(file: string): FileLog {
  try {
    return openFileLog(file, Infinity);
  } catch (error) {
    throw new AppError('bad_file', `The log ${file} cannot be written to.`, { cause: error });
  }
}

async function fillWithSample(workspace: Workspace, sample: number): Promise<void> {
  const { companies } = await workspace.companies.status();
  if (sample === 0 || companies > 0) return;
  await workspace.jobs.startSample(sample);
  throwIfFailed(workspace);
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
