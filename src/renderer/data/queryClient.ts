import { hashKey, MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import type { Endpoint } from '#shared/api/endpoint.ts';
import { endpoints, type EndpointName } from '#shared/api/endpoints.ts';
import type { SessionState } from '#shared/bridge/session.ts';
import { AppError } from '#shared/errors.ts';
import { subscribe } from '../bridge/bridge.ts';
import { accountKeys, endpointOfKey, keys } from './keys.ts';

const sessionHash = hashKey(keys.session);

/** Automatic retries of a query; after that, the user has a Retry button. */
const maxRetries = 2;

/** What the app does when a call finds that the user is not signed in (product 8: 401 and 403). */
type OnSignedOut = () => void;

/**
 * The query client: it ignores the browser's idea of "offline" (the API may be inside the app), avoids retry storms,
 * and detects a lost session in one place.
 */
export function createQueryClient(onSignedOut: OnSignedOut): QueryClient {
  const onError = (error: unknown): void => {
    if (isSignedOut(error)) onSignedOut();
  };
  const client = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        networkMode: 'always',
        // Changes are announced (`data.changed`, mutations), so there is no need to refetch on a hunch.
        staleTime: 5 * 60_000,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        retry: (failures, error) => failures < maxRetries && error instanceof AppError && error.retryable,
        retryDelay: (attempt) => Math.min(500 * 2 ** attempt, 5000),
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
  forgetOtherAccounts(client);
  return client;
}

/**
 * Drops what belongs to an account as soon as the session is another account's, or nobody's: before anything of the new
 * one is drawn, whichever screen is open and however the session became known.
 */
function forgetOtherAccounts(client: QueryClient): void {
  let account: string | undefined;
  client.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated' || query.queryHash !== sessionHash) return;
    const session = client.getQueryData<SessionState>(keys.session);
    if (session === undefined || session.account === account) return;
    if (account !== undefined) for (const queryKey of accountKeys) client.removeQueries({ queryKey });
    ({ account } = session);
  });
}

/** Whether an error ends the session. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof AppError && (error.code === 'unauthenticated' || error.code === 'forbidden');
}

/** Invalidates every API query whose endpoint reads one of these tags. */
export async function invalidateTags(client: QueryClient, tags: readonly string[]): Promise<void> {
  if (tags.length === 0) return;
  await client.invalidateQueries({
    predicate: ({ queryKey }) => {
      // However many calls it makes, they all read entries.
      if (queryKey[0] === keys.decidedEntries[0]) return tags.includes('entries');
      const name = endpointOfKey(queryKey);
      if (name === undefined || !Object.hasOwn(endpoints, name)) return false;
      const endpoint: Endpoint = endpoints[name as EndpointName];
      return endpoint.reads.some((tag) => tags.includes(tag));
    },
  });
}

/** Refetches failed queries that are on the screen: the API is back. The rest are fetched when they are shown. */
export async function askFailedAgain(client: QueryClient): Promise<void> {
  await client.refetchQueries({
    type: 'active',
    predicate: ({ queryKey, state }) => isOfApi(queryKey) && state.status === 'error',
  });
}

/** Whether a query asks the API: in one call, or in several, as the queries for known and decided entries do. */
function isOfApi(queryKey: readonly unknown[]): boolean {
  const [first] = queryKey;
  return (
    endpointOfKey(queryKey) !== undefined || [...keys.knownEntries, ...keys.decidedEntries].some((key) => key === first)
  );
}

/** By then, calls that failed just before the API was back have been reported, in milliseconds. */
const lateMs = 2000;

/**
 * Calls `listener` when the API can be reached again, and once more soon after, until the returned function is called:
 * the failure of one call may arrive after the news that another one got through.
 */
export function onReachedAgain(listener: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = subscribe('connection.changed', ({ status }) => {
    clearTimeout(timer);
    if (status !== 'connected') return;
    listener();
    timer = setTimeout(listener, lateMs);
  });
  return () => {
    end();
    clearTimeout(timer);
  };
}

/**
 * After this long without a key, a pointer or a focus event, in milliseconds, the user may have been at another device.
 */
const awayTime = 60_000;

const signs = ['keydown', 'pointermove', 'pointerdown', 'wheel', 'focus'] as const;

/**
 * Calls `listener` at the first sign of a user who was away for a minute, until the returned function is called. `now`
 * is in milliseconds, and keeps counting while the computer sleeps.
 */
export function onComeBack(
  listener: () => void,
  page: Pick<EventTarget, 'addEventListener' | 'removeEventListener'> = globalThis,
  now: () => number = () => Date.now(),
): () => void {
  let seenAt = now();
  const seen = (): void => {
    const before = seenAt;
    seenAt = now();
    if (seenAt - before >= awayTime) listener();
  };
  const options = { capture: true, passive: true } as const;
  for (const sign of signs) page.addEventListener(sign, seen, options);
  return () => {
    for (const sign of signs) page.removeEventListener(sign, seen, options);
  };
}
