import { QueryObserver } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { AppError } from '#shared/errors.ts';
import { keys } from './keys.ts';
import { askFailedAgain, createQueryClient, invalidateTags, isSignedOut, onComeBack } from './queryClient.ts';

it('asks again exactly for what reads the changed tags', async () => {
  const client = createQueryClient(() => {});
  const set = (endpoint: Parameters<typeof keys.api>[0]): readonly unknown[] => {
    const key = keys.api(endpoint, {});
    client.setQueryData(key, {});
    return key;
  };
  const lists = set('listSmartLists');
  const entries = set('listEntries');
  const collections = set('listCollectionPreviews');
  client.setQueryData(keys.session, {});
  await invalidateTags(client, ['smartLists', 'entries']);
  const isOld = (key: readonly unknown[]): boolean | undefined => client.getQueryState(key)?.isInvalidated;
  expect([lists, entries, collections, keys.session].map((key) => isOld(key))).toEqual([true, true, false, false]);
});

it('retries what may pass, at most twice, and nothing else', async () => {
  const client = createQueryClient(() => {});
  client.setDefaultOptions({ queries: { ...client.getDefaultOptions().queries, retryDelay: 0 } });
  const callsUntilError = async (error: AppError): Promise<number> => {
    let calls = 0;
    const queryFn = (): Promise<never> => {
      calls += 1;
      return Promise.reject(error);
    };
    await expect(client.fetchQuery({ queryKey: [error.code], queryFn, retry: retryRule })).rejects.toBe(error);
    return calls;
  };
  const retryRule = client.getDefaultOptions().queries?.retry ?? false;
  expect(await callsUntilError(new AppError('unavailable', 'Busy.'))).toBe(3);
  expect(await callsUntilError(new AppError('not_found', 'Gone.'))).toBe(1);
});

it('tells of a lost session on 401 and 403, and of nothing else (product 8)', async () => {
  let told = 0;
  const client = createQueryClient(() => {
    told += 1;
  });
  const fail = async (problem: AppError): Promise<void> => {
    const queryFn = (): Promise<never> => Promise.reject(problem);
    const observer = new QueryObserver(client, { queryKey: [problem.code], queryFn, retry: false });
    await observer.refetch();
  };
  await fail(new AppError('addon_required', 'Export needs an add-on.'));
  expect(told).toBe(0);
  await fail(new AppError('unauthenticated', 'Sign in.'));
  await fail(new AppError('forbidden', 'Not allowed.'));
  expect(told).toBe(2);
  expect(isSignedOut(new Error('other'))).toBe(false);
});

it('asks again what the API did not answer, also what is decided already, and nothing of main', async () => {
  const client = createQueryClient(() => {});
  const asked: unknown[] = [];
  const fail = async (queryKey: readonly unknown[]): Promise<void> => {
    const queryFn = (): Promise<never> => {
      asked.push(queryKey[0]);
      return Promise.reject(new AppError('connection_lost', 'Away.'));
    };
    const observer = new QueryObserver(client, { queryKey, queryFn, retry: false });
    observer.subscribe(() => undefined);
    await observer.refetch();
  };
  for (const key of [keys.api('getMe', {}), keys.knownEntries, keys.exports]) await fail(key);
  asked.length = 0;
  await askFailedAgain(client);
  expect(asked).toEqual(['api', 'knownEntries']);
});

it('forgets what belongs to an account when the session is of another or of nobody', () => {
  const client = createQueryClient(() => {});
  const lists = keys.api('listSmartLists', {});
  const become = (account: string): void => {
    client.setQueryData(keys.session, { account });
  };
  become('local#1');
  client.setQueryData(lists, 'of the first');
  become('local#1');
  expect(client.getQueryData(lists)).toBe('of the first');
  become('');
  expect(client.getQueryData(lists)).toBeUndefined();
  become('server#2');
  client.setQueryData(lists, 'of the second');
  client.setQueryData(keys.preferences, 'of the machine');
  become('server#3');
  expect(client.getQueryData(lists)).toBeUndefined();
  expect(client.getQueryData(keys.preferences)).toBe('of the machine');
});

it('somebody who was away for a minute is back with the first sign, once', () => {
  const page = new EventTarget();
  let now = 0;
  const listener = vi.fn();
  const end = onComeBack(listener, page, () => now);
  const sign = (at: number, name: string): void => {
    now = at;
    page.dispatchEvent(new Event(name));
  };
  sign(59_000, 'keydown');
  sign(118_000, 'pointermove');
  expect(listener).not.toHaveBeenCalled();
  sign(178_000, 'focus');
  sign(178_001, 'keydown');
  expect(listener).toHaveBeenCalledTimes(1);
  end();
  sign(400_000, 'keydown');
  expect(listener).toHaveBeenCalledTimes(1);
});
