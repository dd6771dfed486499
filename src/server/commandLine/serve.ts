import { hostname } from 'node:os';
import { createLog, openFileLog, type FileLog, type Log } from '#node/log.ts';
import type { Config } from '#shared/domain/account.ts';
import { digestWeekOf } from '#shared/domain/digestWeek.ts';
import { AppError } from '#shared/errors.ts';
import type { OidcClient } from '../accounts/oidc/client.ts';
import { OidcProblem, redirectUri } from '../accounts/oidc/settings.ts';
import { startHttpServer, type HttpServer } from '../api/http/httpServer.ts';
import { catchUpProblem, dueWeek, localDate } from '../lists/schedule.ts';
import { untilReached } from '../postgres/untilReached.ts';
import { createStandalone } from '../standalone.ts';
import type { UserStore } from '../state/port.ts';
import { type Workspace, configWithoutProvider } from '../workspace.ts';
import type { Command } from './command.ts';
import { notReady, openMonitor } from './monitor.ts';
import { openForCommand, throwIfFailed } from './open.ts';
import type { Output } from './output.ts';

export interface WeeklyRefreshOptions {
  readonly workspace: {
    readonly companies: Pick<Workspace['companies'], 'status'>;
    readonly jobs: Pick<Workspace['jobs'], 'job' | 'startRefresh'>;
  };
  readonly now: () => Date;
  /** Called with what keeps a digest from being released. */
  readonly tell: (reason: string) => void;
}

/**
 * Releases what Monday morning has made due (product 17.7) each time it is asked to look. Nobody waits for it, so it
 * never fails: a problem is reported once, and the next look tries again.
 */
export class WeeklyRefresh {
  readonly #options: WeeklyRefreshOptions;
  #told = '';

  constructor(options: WeeklyRefreshOptions) {
    this.#options = options;
  }

  /** Checks whether a digest is due, and releases it. */
  async look(): Promise<void> {
    const reason = await this.#release().catch((error: unknown) => AppError.from(error).message);
    // The same reason every ten minutes would fill a log, and a pipe that nobody reads.
    if (reason !== '' && reason !== this.#told) this.#options.tell(reason);
    this.#told = reason;
  }

  /** Returns why it could not, or `''`. */
  async #release(): Promise<string> {
    const { companies, jobs } = this.#options.workspace;
    const { week } = await companies.status();
    const now = this.#options.now();
    const due = dueWeek(now);
    // Before Monday 06:00 the calendar's week is ahead of the due one; what is due is released then.
    if (week === '' || due <= week || due < digestWeekOf(localDate(now))) return '';
    if (jobs.job?.state === 'running') return '';
    const problem = catchUpProblem(week, localDate(now));
    if (problem !== '') return `${problem} Then run “refresh --catch-up”.`;
    await jobs.startRefresh(false);
    return jobs.job?.state === 'failed' ? jobs.job.reason : '';
  }
}

/** How often the server checks whether a digest is due, in milliseconds. */
const scheduleInterval = 600_000;

/** Where a sign-in returns to; the browser shell gives its own address instead (docs/api.md 7). */
const appCallback = 'winnow://auth';

/** How many days the token printed at the start is valid. */
const tokenDays = 90;
const tokenLabel = 'command line';

type ServeCommand = Extract<Command, { kind: 'serve' }>;

/** The token that a start prints, for the workspace's own user; `''` where that one was closed. */
async function startToken(users: UserStore, label: string): Promise<string> {
  const { id } = await users.firstUser();
  // Nobody who needs the token of an earlier start has it; it would be one more that opens everything.
  await users.revokeTokens(id, label);
  try {
    return await users.issueToken(id, label, tokenEnd());
  } catch (error) {
    if (AppError.from(error).code === 'forbidden') return '';
    throw error;
  }
}

/** Runs the standalone server until `stop` is aborted. */
export async function serveCommand(command: ServeCommand, output: Output, stop: AbortSignal): Promise<void> {
  const { publicUrl, beginAnew } = command;
  // Known once the port is, and part of every configuration: the provider's pages are this server's own.
  const origins: string[] = publicUrl === null ? [] : [publicUrl.origin];
  const config: Config = {
    ...configWithoutProvider(appCallback),
    get domain() {
      return origins[0] ?? '';
    },
  };
  const monitor = openMonitor(command, stop);
  const logs = openLogs(command.log, output);
  const workspace = await openForCommand(command, output, {
    config,
    beginAnew,
    serves: true,
    log: logs.log,
    onRefreshed: ({ week }) => output.note(`Released the week ${week}.`),
  }).catch((error: unknown): never => {
    logs.close();
    throw error;
  });
  let server: HttpServer | undefined;
  let schedule: NodeJS.Timeout | undefined;
  const cancel = (): void => void workspace.jobs.cancel();
  stop.addEventListener('abort', cancel, { once: true });
  try {
    // The port first: making a sample takes long, only for the server to fail to start.
    monitor.watch(workspace);
    server = await listen(command, workspace, { origins, logs, output, monitor });
    await Promise.race([begin(command, workspace, server.url, { output, stop }), aborted(stop)]);
    if (stop.aborted) return;
    const weekly = new WeeklyRefresh({
      workspace,
      now,
      tell: (reason) => output.note(`The weekly refresh failed: ${reason}`),
    });
    schedule = setInterval(() => void weekly.look(), scheduleInterval);
    await weekly.look();
    await aborted(stop);
  } finally {
    clearInterval(schedule);
    stop.removeEventListener('abort', cancel);
    await server?.close();
    monitor.close();
    await workspace.jobs.cancel();
    workspace.close();
    logs.close();
  }
}

/** Prints where it is and a token, once it has what it begins with, or else once it could have it. */
async function begin(
  { store, sample }: ServeCommand,
  workspace: Workspace,
  url: string,
  { output, stop }: { readonly output: Output; readonly stop: AbortSignal },
): Promise<void> {
  const fill = async (): Promise<void> => {
    await workspace.ready;
    await fillWithSample(workspace, sample);
  };
  if (store === null) await fill();
  const issue = (label: string): Promise<string> => startToken(workspace.state.users, label);
  const token =
    store === null
      ? await issue(tokenLabel)
      : await untilReached(() => issue(`${tokenLabel}, ${hostname()} ${new URL(url).port}`), {
          signal: stop,
          tell: ({ message }) => output.note(message),
        });
  output.result({ url, token }, [
    `Winnow serves ${url}`,
    token === '' ? 'The workspace’s own user was closed: there is no token for it.' : `Token: ${token}`,
  ]);
  // What stands before it asks it when it is ready.
  if (store !== null) await fill();
}

/** What a server has around it. */
interface Surroundings {
  readonly origins: string[];
  readonly logs: Logs;
  readonly output: Output;
  readonly monitor: ReturnType<typeof openMonitor>;
}

/** Listens, and adds the address to `origins`. */
async function listen(
  { port, publicUrl, signUp, oidc: settings }: ServeCommand,
  workspace: Workspace,
  { origins, logs, output, monitor }: Surroundings,
): Promise<HttpServer> {
  const { app: api, state } = workspace;
  const oidc = settings === null ? undefined : new (await import('../accounts/oidc/client.ts')).OidcClient(settings);
  const standalone = createStandalone({
    api,
    state,
    origins: () => origins,
    signUp,
    oidc,
    monotonic,
    onSignedOut: (user) => workspace.forgetFiles(user),
    notReady: () => notReady(workspace),
    onAnswered: (answered) => monitor.figures.answered(answered),
    freshness: workspace,
    ...logs,
  });
  const server = await startHttpServer({ ...standalone, port, publicUrl, monitor });
  origins.push(server.url);
  if (oidc !== undefined) void tellOfProvider(oidc, origins[0] ?? server.url, output);
  return server;
}

/** Asks the identity provider for its description, and says if nobody can sign in with it yet. Never fails. */
async function tellOfProvider(oidc: OidcClient, origin: string, output: Output): Promise<void> {
  const { name, issuer, isOnly } = oidc.settings;
  output.note(`The redirect URI to enter at ${name} is ${redirectUri(origin)}`);
  try {
    await oidc.prepare();
  } catch (error) {
    const why = error instanceof OidcProblem ? (problems[error.detail] ?? error.detail) : '';
    const meanwhile = isOnly ? 'Nobody can sign in until it does' : 'Passwords work meanwhile';
    output.note(
      `${name} (${issuer.href}) does not answer as an identity provider${why === '' ? '' : `: ${why}`}. ` +
        `${meanwhile}; it is asked again at each sign-in.`,
    );
  }
}

/** What is wrong with a provider's description, in words for whoever runs the server. */
const problems: Readonly<Record<string, string>> = {
  other_issuer: 'it goes by the address of another issuer',
  unsafe_endpoint: 'its sign-in page has no https address',
};

function monotonic(): number {
  return performance.now();
}

function now(): Date {
  return new Date();
}

/** When the token printed at the start expires. */
function tokenEnd(): string {
  return new Date(Date.now() + tokenDays * 86_400_000).toISOString();
}

interface Logs {
  readonly log: Log;
  readonly requestLog: Log | null;
  readonly close: () => void;
}

/**
 * Every request goes to the log file, if there is one. Without one, only what needs attention goes to stderr: whoever
 * starts the server may not read it, and a full pipe would stop the server.
 */
function openLogs(file: string | null, output: Output): Logs {
  if (file === null) {
    const log = createLog((line) => output.note(line.trimEnd()));
    return { log: { ...log, info: () => undefined }, requestLog: null, close: () => undefined };
  }
  const log = openLogFile(file);
  return { log, requestLog: log, close: () => log.close() };
}

/** The log grows until the operator moves it away: they have named the file. */
function openLogFile(file: string): FileLog {
  try {
    return openFileLog(file, Infinity);
  } catch (error) {
    throw new AppError('bad_file', `Cannot write to the log ${file}.`, { cause: error });
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
