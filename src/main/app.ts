import { join } from 'node:path';
import type { LocalApi } from '#node/localApi.ts';
import { openLocalApi } from '#server/thread/workerHandle.ts';
import type { DeepLink } from '#shared/bridge/links.ts';
import { AppError } from '#shared/errors.ts';
import type { ShellPorts } from './ports.ts';
import { createHandlers } from './rpc/handlers.ts';
import { createRouter, type Router } from './rpc/router.ts';
import { within } from './services/api/deadline.ts';
import { createRemoteTransport } from './services/api/remoteTransport.ts';
import { ChangeNews, createEventHub, type EventHub } from './services/eventHub.ts';
import { Connection } from './services/connection.ts';
import { diagnose } from './services/diagnostics/diagnostics.ts';
import { ExportHistory, Exporter } from './services/exports/exporter.ts';
import { ExternalDoor } from './services/externals.ts';
import { removeLeftovers } from './services/files/fileJobs.ts';
import { createLocalApiSlot } from './services/localApiSlot.ts';
import { MoveQueue } from './services/moves/moveQueue.ts';
import { PreferencesService } from './services/preferences.ts';
import { RefreshWatch } from './services/refresh/refreshWatch.ts';
import { Reporter } from './services/reports/reporter.ts';
import { Session } from './services/session/session.ts';
import { TokenKeeper } from './services/session/tokenKeeper.ts';
import { TeamNews } from './services/teamNews.ts';
import { StateFile } from './services/stateFile.ts';
import { Updates } from './services/updates.ts';
import { KnownFiles } from './services/knownFiles.ts';
import { WorkspaceService } from './services/workspace.ts';

/** The app, as seen by its shell. */
export interface App {
  readonly router: Router;
  readonly events: EventHub;
  /**
   * Opens the workspace and the queue: from now on calls are answered, with a session that is still `starting`. Rejects
   * with an `AppError` if the workspace cannot be opened.
   */
  open(): Promise<void>;
  /** Starts the session, which may have to wait for the keychain, and the background work. */
  start(): Promise<void>;
  /** The computer is going to sleep (F21): nothing new is started until it is awake. */
  suspend(): void;
  /** The computer is awake: continues, and checks what fell due meanwhile. May be called at any time. */
  resume(): void;
  /** Ends everything within two seconds; unsent moves stay for the next start (F29). */
  stop(): Promise<void>;
  /** Takes the provider's callback; false if it answers no sign-in of ours. */
  completeSignIn(link: DeepLink): Promise<boolean>;
}

/** Connects a shell's ports with the services and the local workspace's API. */
export function compose(ports: ShellPorts, localApi: Promise<LocalApi>): App {
  const services = createServices(ports);
  const { session, moves, workspace, watch, updates, state, events } = services;
  const { log, windows } = ports;
  const handlers = { ...services, windows, diagnose: () => diagnose({ ports, ...services }) };
  followSession(services);

  return {
    router: createRouter(createHandlers(handlers), log),
    events,
    open: async () => {
      services.api.fill(await localApi);
      moves.start();
    },
    start: async () => {
      await removeLeftovers(state, log);
      await session.start();
      await workspace.start();
      watch.start();
      updates.start();
    },
    suspend: () => moves.pause(),
    resume: () => {
      moves.resume();
      watch.wake();
    },
    stop: () => stopAll(services, ports),
    completeSignIn: (link) => session.completeSignIn(link),
  };
}

/**
 * Starts opening the local workspace's API, in its own thread, while the shell prepares its other parts. It is closed
 * when the shell ends, even if the app never got it. A failure surfaces in the app's `open`.
 */
export function beginLocalApi(folder: string, atEnd: (step: () => Promise<void>) => void): Promise<LocalApi> {
  const opening = openLocalApi(folder);
  const close = async (): Promise<void> => {
    const api = await opening.catch(() => null);
    await api?.close();
  };
  // A failure that nobody awaits yet must not become an unhandled rejection.
  opening.catch(() => undefined);
  atEnd(close);
  return opening;
}

type Services = ReturnType<typeof createServices>;

/** Creates the services, each after those it needs: preferences, session, queue, workspace, refresh watch. */
function createServices(ports: ShellPorts) {
  const { folder, clock, log, opener, notifier, saver, secrets } = ports;
  const events = createEventHub(log);
  const preferences = new PreferencesService(ports.preferences, events, log);
  const state = new StateFile(join(folder, 'main-state.json'), log);
  const connection = new Connection(clock, events, () => session.client().request('getDigest'));
  const door = new ExternalDoor(ports.external);
  const api = createLocalApiSlot();
  const common = { clock, log, events, state };

  const session: Session = new Session({
    ...common,
    folder,
    keeper: new TokenKeeper(secrets, clock, log, state),
    door,
    preferences,
    connection,
    local: api,
    remote: createRemoteTransport({ proxyFor: ports.proxyFor }),
    openSignInCallback: ports.openSignInCallback,
  });
  const moves = new MoveQueue({ path: join(folder, 'queue.db'), clock, events, log });
  const workspace = new WorkspaceService({
    ...common,
    folder,
    api,
    opener,
    isSending: () => session.state.place === 'local' && moves.state().status !== 'idle',
    onRestored: () => moves.forgetUndo(),
    onRemoved: (companies) => {
      if (session.state.place === 'local') moves.forgetCompanies(companies);
    },
  });
  const known = new KnownFiles({ opener, client: () => session.client() });
  const history = new ExportHistory(join(folder, 'exports.json'), log);
  const exporter = new Exporter({ ...common, saver, history, client: () => session.client() });
  const reporter = new Reporter({ ...common, saver, printer: ports.printer, client: () => session.client() });
  const onRefreshed = (): void => void workspace.tell().catch((error: unknown) => log.error('refresh.failed', error));
  const watch = new RefreshWatch({ ...common, api, session, preferences, notifier, onRefreshed });
  const updates = new Updates({ updater: ports.updater, preferences, clock, events });
  const changes = new ChangeNews(clock, events);
  const team = new TeamNews({ clock, events, changes, log });
  return {
    events,
    preferences,
    state,
    connection,
    door,
    api,
    session,
    moves,
    workspace,
    known,
    exporter,
    reporter,
    watch,
    updates,
    changes,
    team,
  };
}

/** Moves, exports and reports belong to the signed-in account, and so does the workspace of a server. */
function followSession({ session, moves, exporter, reporter, workspace, team }: Services): void {
  session.onChange(({ status, account, place, user }) => {
    const isOnServer = status === 'signedIn' && place === 'server' && user !== null;
    workspace.follow(isOnServer ? { client: session.client(), user } : null);
    team.follow(isOnServer ? session.client() : null);
    if (status !== 'signedIn') {
      moves.detach();
      return;
    }
    moves.attach(account, session.client());
    exporter.attach(account);
    reporter.attach(account);
  });
}

/** The longest that stopping may take, in milliseconds (F29). */
const stopLimitMs = 1800;

async function stopAll(services: Services, { clock, log }: Pick<ShellPorts, 'clock' | 'log'>): Promise<void> {
  const { exporter, reporter, state, api } = services;
  const { updates, changes, watch, session, connection, moves, workspace, team } = services;
  for (const service of [team, updates, changes, watch, session, connection, moves, workspace]) service.stop();
  const ending = Promise.all([exporter.stop(), reporter.stop(), state.settled()]).then(() => api.close());
  await within(clock, stopLimitMs, 'Winnow took too long to close.', ending).catch((error: unknown) =>
    log.warn('app.stop', { code: AppError.from(error).code }),
  );
}
