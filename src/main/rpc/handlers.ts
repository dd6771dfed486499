import { endpoints, type EndpointName } from '#shared/api/endpoints.ts';
import type { Endpoint } from '#shared/api/endpoint.ts';
import { callNames, type AreaCalls, type Diagnostics } from '#shared/bridge/contract.ts';
import type { WindowOpener } from '../ports.ts';
import type { ChangeNews, EventHub } from '../services/eventHub.ts';
import type { Connection } from '../services/connection.ts';
import type { Exporter } from '../services/exports/exporter.ts';
import type { ExternalDoor } from '../services/externals.ts';
import type { KnownFiles } from '../services/knownFiles.ts';
import type { MoveQueue } from '../services/moves/moveQueue.ts';
import type { PreferencesService } from '../services/preferences.ts';
import type { Reporter } from '../services/reports/reporter.ts';
import type { Session } from '../services/session/session.ts';
import type { Updates } from '../services/updates.ts';
import type { WorkspaceService } from '../services/workspace.ts';
import { createReplacing, type Caller, type Handlers } from './router.ts';

export interface HandlerDeps {
  readonly session: Session;
  readonly connection: Connection;
  readonly moves: MoveQueue;
  readonly exporter: Exporter;
  readonly reporter: Reporter;
  readonly preferences: PreferencesService;
  readonly workspace: WorkspaceService;
  readonly known: KnownFiles;
  readonly door: ExternalDoor;
  readonly windows: WindowOpener;
  readonly events: EventHub;
  readonly changes: ChangeNews;
  readonly updates: Updates;
  readonly diagnose: () => Promise<Diagnostics>;
}

/** Every call of the contract, mapped to the service that answers it. To add a call, add a row here and there. */
export function createHandlers(deps: HandlerDeps): Handlers {
  const { preferences, updates } = deps;
  return {
    ...apiHandlers(deps),
    ...sessionHandlers(deps),
    ...moveHandlers(deps),
    ...fileHandlers(deps),
    ...areaHandlers('workspace', deps.workspace),
    ...areaHandlers('known', deps.known),
    ...shellHandlers(deps),

    'preferences.get': async () => preferences.value,
    'preferences.set': async (patch) => preferences.set(patch),

    'updates.get': async () => updates.state,
    'updates.check': async () => updates.check(),
    'updates.install': async () => {
      updates.install();
      return null;
    },
  };
}

/** The handlers of the calls whose names begin with an area. */
type HandlersOf<Area extends string> = Pick<Handlers, Extract<keyof Handlers, `${Area}.${string}`>>;

function apiHandlers({ session, moves, changes }: HandlerDeps): HandlersOf<'api'> {
  const replacing = createReplacing();
  // Even if it failed: a lost reply does not tell whether it was done, and what was refused is rarely as it was shown.
  const tellChange = (endpoint: EndpointName): void => {
    const { changes: tags }: Endpoint = endpoints[endpoint];
    changes.changed(tags);
  };
  return {
    'api.request': ({ endpoint, params, query, body, replaces }, caller) =>
      replacing(caller, replaces, async (signal) => {
        const { revision } = moves;
        try {
          return { value: await session.client().send(endpoint, { params, query, body }, { signal }), revision };
        } finally {
          tellChange(endpoint);
        }
      }),
  };
}

function sessionHandlers({ session, connection }: HandlerDeps): HandlersOf<'session' | 'connection'> {
  return {
    'session.get': async () => session.state,
    'session.openLocal': () => session.openLocal(),
    'session.signIn': ({ server }) => session.signIn(server),
    'session.cancelSignIn': async () => session.cancelSignIn(),
    'session.replace': ({ accept }) => session.replace(accept),
    'session.logout': () => session.logout(),
    'connection.get': async () => connection.state,
  };
}

function moveHandlers({ moves }: HandlerDeps): HandlersOf<'moves'> {
  return {
    'moves.enqueue': async (request) => moves.enqueue(request),
    'moves.giveReason': async (request) => moves.giveReason(request),
    'moves.writeNote': async (request) => moves.writeNote(request),
    'moves.notes': async ({ companyId }) => moves.unsavedNotes(companyId),
    'moves.undo': async () => moves.undo(),
    'moves.get': async () => moves.snapshot(),
    'moves.retry': async ({ ids }) => moves.retry(ids),
    'moves.discard': async ({ ids }) => moves.discard(ids),
  };
}

/** Calls that write files chosen by the user. */
function fileHandlers({ exporter, reporter }: HandlerDeps): HandlersOf<'exports' | 'reports'> {
  return {
    'exports.start': (request, { client }) => exporter.begin(request, client),
    'exports.cancel': ({ id }) => exporter.cancel(id),
    'exports.repeat': ({ id }, { client }) => exporter.repeat(id, client),
    'exports.list': async () => exporter.list(),

    'reports.save': (request, { client }) => reporter.begin(request, client),
    'reports.cancel': ({ id }) => reporter.cancel(id),
    'reports.list': async () => reporter.list(),
  };
}

/** The handlers of an area whose service has a method for each of its calls. */
function areaHandlers<Area extends string>(area: Area, service: AreaCalls<Area>): HandlersOf<Area> {
  const methods = service as unknown as Record<string, (input: unknown, caller: Caller) => Promise<unknown>>;
  const names = callNames.filter((name) => name.startsWith(`${area}.`));
  const entries = names.map((name) => {
    const method = name.slice(area.length + 1);
    return [name, (input: unknown, caller: Caller) => methods[method]!(input, caller)] as const;
  });
  return Object.fromEntries(entries) as unknown as HandlersOf<Area>;
}

/** Calls that lead out of the page. */
function shellHandlers({ windows, door, session, events, diagnose }: HandlerDeps): HandlersOf<'shell'> {
  return {
    'shell.listens': async (_input, { client }) => {
      windows.pageListens(client);
      return null;
    },
    'shell.openExternal': async ({ url }) => {
      await door.open(url);
      return null;
    },
    'shell.openCompany': async ({ companyId, inboxId }) => {
      await windows.openRoute(`/embed/company/${companyId}${inboxId === undefined ? '' : `?list=${inboxId}`}`);
      return null;
    },
    'shell.openProfile': async ({ tab }) => {
      await door.openOwn(session.profileUrl(tab));
      return null;
    },
    'shell.openAdmin': async () => {
      const url = session.adminUrl();
      // The local workspace's admin is a screen of its own (product 2.14).
      if (url === null) events.publish('navigate', { path: '/workspace' });
      else await door.openOwn(url);
      return null;
    },
    'shell.diagnostics': () => diagnose(),
  };
}
