import {
  useMutation,
  useQuery,
  useQueryClient,
  type QueryClient,
  type UseMutationResult,
  type UseQueryResult,
} from '@tanstack/react-query';
import type { EventName, EventPayload } from '#shared/bridge/contract.ts';
import type { ExportJob, FileJob, ReportJob } from '#shared/bridge/fileJobs.ts';
import type { MoveQueueState } from '#shared/bridge/moves.ts';
import { defaultPreferences, type Preferences, type PreferencesPatch } from '#shared/bridge/preferences.ts';
import { hasWorkspace, type ConnectionState, type SessionState } from '#shared/bridge/session.ts';
import type { WorkspaceStatus } from '#shared/bridge/workspace.ts';
import { call, subscribe } from '../bridge/bridge.ts';
import { keys } from './keys.ts';
import { followNotes } from './notes.ts';
import { askFailedAgain, invalidateTags, onReachedAgain } from './queryClient.ts';

/**
 * What main keeps and reports: session, connection, preferences, workspace, move queue, exports, reports. Each is one
 * query whose data an event replaces, so a component only says which of them it shows.
 */

const forever = { staleTime: Infinity, gcTime: Infinity } as const;

/** Why main did not answer, and how to ask it again. */
interface BridgeProblem {
  readonly error: Error;
  readonly retry: () => void;
}

function problemOf<T>({ data, error, refetch }: UseQueryResult<T>): BridgeProblem | null {
  return data === undefined && error !== null ? { error, retry: () => void refetch() } : null;
}

const startingSession: SessionState = {
  status: 'starting',
  place: 'local',
  server: '',
  account: '',
  user: null,
  config: null,
  tokenKeptIn: 'memory',
  keychainProblem: '',
  reason: '',
  signingIn: '',
  replacement: null,
};

const idleQueue: MoveQueueState = {
  status: 'idle',
  reason: '',
  retryAt: '',
  progress: [],
  failed: [],
  undoDepth: 0,
  revision: 0,
};

const sessionQuery = { queryKey: keys.session, queryFn: () => call('session.get', null), ...forever };

/** Who is signed in, and to what; `starting` until main has answered. */
export function useSession(): SessionState {
  return useQuery(sessionQuery).data ?? startingSession;
}

/** Why main could not say who is signed in, with the way to ask again; null while it can. */
export function useSessionProblem(): BridgeProblem | null {
  return problemOf(useQuery(sessionQuery));
}

/** Whether the API can be reached. */
export function useConnection(): ConnectionState {
  const query = useQuery({ queryKey: keys.connection, queryFn: () => call('connection.get', null), ...forever });
  return query.data ?? { status: 'connected', since: '' };
}

const preferencesQuery = { queryKey: keys.preferences, queryFn: () => call('preferences.get', null), ...forever };

/** What the user has set. */
export function usePreferences(): Preferences {
  return useQuery(preferencesQuery).data ?? defaultPreferences;
}

/** Whether the preferences have arrived. */
export function useArePreferencesKnown(): boolean {
  return useQuery(preferencesQuery).data !== undefined;
}

/** Why main could not read the preferences, with the way to ask again; null while it can. */
export function usePreferencesProblem(): BridgeProblem | null {
  return problemOf(useQuery(preferencesQuery));
}

/** Changes preferences: shown at once, put back if the settings file cannot be written. */
export function useSetPreferences(): UseMutationResult<Preferences, Error, PreferencesPatch> {
  const client = useQueryClient();
  return useMutation({
    mutationKey: keys.preferences,
    // One at a time: of two calls in flight, the later one may arrive first.
    scope: { id: 'preferences' },
    mutationFn: (patch: PreferencesPatch) => call('preferences.set', patch),
    onMutate: (patch) => {
      const before = preferencesNow(client);
      client.setQueryData<Preferences>(keys.preferences, { ...before, ...definedOf(patch) });
      return before;
    },
    onSuccess: (preferences) => {
      if (changesOnTheirWay(client) === 1) client.setQueryData(keys.preferences, preferences);
    },
    onError: (_error, _patch, before) => {
      client.setQueryData(keys.preferences, before);
      // The value before may itself never have been saved.
      if (changesOnTheirWay(client) === 1) void client.invalidateQueries({ queryKey: keys.preferences });
    },
  });
}

/**
 * Changes preferences based on their current values, such as toggling one: the key may be pressed again before its
 * effect is drawn.
 */
export function useTurnPreferences(): (turn: (now: Preferences) => PreferencesPatch) => void {
  const client = useQueryClient();
  const { mutate } = useSetPreferences();
  return (turn) => mutate(turn(preferencesNow(client)));
}

function preferencesNow(client: QueryClient): Preferences {
  return client.getQueryData<Preferences>(keys.preferences) ?? defaultPreferences;
}

/** Until the last of them is answered, what main reports is older than what is shown. */
function changesOnTheirWay(client: QueryClient): number {
  return client.isMutating({ mutationKey: keys.preferences });
}

function definedOf(patch: PreferencesPatch): Partial<Preferences> {
  return Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined));
}

const workspaceQuery = { queryKey: keys.workspace, queryFn: () => call('workspace.get', null), ...forever };

/** Whether the signed-in user has the screen Workspace: the local workspace's, or that of a server for its staff. */
export function useHasWorkspace(): boolean {
  return hasWorkspace(useSession());
}

/**
 * The workspace and its running job; undefined until main has answered, and for who has none. Main reports what happens
 * here; to see what others do on a server, it is asked again every so many milliseconds (`askEvery`).
 */
export function useWorkspace({ askEvery }: { readonly askEvery?: number } = {}): WorkspaceStatus | undefined {
  const enabled = useHasWorkspace();
  const isOnServer = useSession().place === 'server';
  return useQuery({ ...workspaceQuery, enabled, refetchInterval: isOnServer && (askEvery ?? false) }).data;
}

/** Why main could not report on the workspace, with the way to ask again; null while it can. */
export function useWorkspaceProblem(): BridgeProblem | null {
  return problemOf(useQuery({ ...workspaceQuery, enabled: useHasWorkspace() }));
}

/** The state of the move queue. */
export function useMoveQueue(): MoveQueueState {
  return useQuery({ queryKey: keys.moves, queryFn: () => call('moves.get', null), ...forever }).data ?? idleQueue;
}

/** This account's exports, in no particular order. */
export function useExports(): readonly ExportJob[] {
  return useQuery({ queryKey: keys.exports, queryFn: () => call('exports.list', null), ...forever }).data ?? [];
}

/** Reports saved in this session, in no particular order. */
export function useSavedReports(): readonly ReportJob[] {
  return useQuery({ queryKey: keys.reports, queryFn: () => call('reports.list', null), ...forever }).data ?? [];
}

/** Puts main's events into the queries, until the returned function is called. */
export function connectEvents(client: QueryClient): () => void {
  const replace =
    <N extends EventName>(key: readonly string[]) =>
    (payload: EventPayload<N>): void => {
      // A reply still in flight is older than the event.
      void client.cancelQueries({ queryKey: key }, { silent: true });
      client.setQueryData(key, payload);
    };
  const ends = [
    subscribe('session.changed', replace<'session.changed'>(keys.session)),
    subscribe('connection.changed', replace<'connection.changed'>(keys.connection)),
    onReachedAgain(() => void askFailedAgain(client)),
    subscribe('preferences.changed', (preferences) => {
      if (changesOnTheirWay(client) === 0) replace<'preferences.changed'>(keys.preferences)(preferences);
    }),
    subscribe('workspace.changed', replace<'workspace.changed'>(keys.workspace)),
    subscribe('moves.changed', replace<'moves.changed'>(keys.moves)),
    subscribe('notes.changed', ({ companyIds, isSaved }) => {
      void followNotes(client, companyIds, isSaved).catch(() => undefined);
    }),
    subscribe('exports.changed', (job) => {
      replaceJob(client, keys.exports, job);
      if (job.state !== 'running') void invalidateTags(client, ['exports']);
    }),
    subscribe('reports.changed', (job) => replaceJob(client, keys.reports, job)),
    subscribe('data.changed', ({ tags }) => void invalidateTags(client, tags)),
  ];
  return () => {
    for (const end of ends) end();
  };
}

/** Puts a job into its list. A list that has not arrived yet is fetched again where it is shown: one job is not all. */
function replaceJob(client: QueryClient, queryKey: readonly string[], job: FileJob): void {
  if (client.getQueryData(queryKey) === undefined) {
    // A reply still in flight is older than the event.
    void client.cancelQueries({ queryKey }, { silent: true }).then(() => client.invalidateQueries({ queryKey }));
    return;
  }
  client.setQueryData<FileJob[]>(queryKey, (jobs = []) => [job, ...jobs.filter(({ id }) => id !== job.id)]);
}
