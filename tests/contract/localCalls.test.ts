import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { ApiClient, changedByReading, type ApiTransport, type RawInput } from '#main/services/api/apiClient.ts';
import { systemClock } from '#main/shellCommon/system.ts';
import type { LocalApi } from '#node/localApi.ts';
import { openLocalApi } from '#server/thread/workerHandle.ts';
import type { Endpoint } from '#shared/api/endpoint.ts';
import { endpoints, type EndpointName } from '#shared/api/endpoints.ts';
import { AppError } from '#shared/errors.ts';

// A thread is started and a sample is made, on a machine that may be busy.
const patience = 120_000;

let folder: string;
let local: LocalApi;
/** The same user, by a Request and a Response whose answer is read by its schema, and by the short way. */
let long: ApiClient;
let short: ApiClient;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'winnow-local-calls-'));
  local = await openLocalApi(folder);
  const done = new Promise<void>((resolve) => {
    local.subscribe((event) => {
      if (event.kind === 'status' && event.status.job?.state === 'done') resolve();
    });
  });
  await local.createSample(400);
  await done;
  const token = await local.issueToken();
  long = clientOf({ fetch: (request) => local.fetch(request) }, token);
  short = clientOf(local, token);
}, patience);
afterAll(async () => {
  await local.close();
  rmSync(folder, { recursive: true, force: true });
});

function silent(): void {
  // Nobody is told.
}

function clientOf(transport: ApiTransport, token: string | null): ApiClient {
  const clock = systemClock();
  return new ApiClient({
    transport,
    origin: 'http://x',
    token,
    jar: { csrf: '' },
    clock,
    onDenied: silent,
    onReached: silent,
  });
}

/** What a call gives, or how it fails. */
async function outcomeOf(client: ApiClient, name: EndpointName, input: RawInput): Promise<unknown> {
  try {
    return { value: await client.send(name, input) };
  } catch (error) {
    const { code, message, fields } = AppError.from(error);
    return { code, message, fields };
  }
}

test('a call of our own API gives by the short way what a server gives, for every address that is read', async () => {
  const list = await short.request('createSmartList', { body: { name: 'All', filters: {} } });
  const collection = await short.request('createCollection', { body: { name: 'Some' } });
  const bytes = [new TextEncoder().encode('Name,Status\nSomewhere else,Passed\n')];
  const file = { query: { name: 'Affinity.csv' }, body: { length: 32, bytes: Readable.from(bytes) } };
  const source = await short.request('importKnown', { body: await short.request('sendKnownFile', file) });
  const { items } = await long.request('searchCompanies', { query: { page_size: 100 } });
  const id = items[0]?.id ?? 0;
  const inputs: Partial<Record<EndpointName, readonly RawInput[]>> = {
    listEntries: [{ query: { user_smart_list_id: list.id, page_size: 50 } }],
    searchCompanies: [
      {},
      { query: { text_search: 'software', page_size: 100, sort_by: 'name' } },
      { query: { page: 7 } },
      { query: { page: 9999 } },
      { query: { text_search: 'zyxqu' } },
      { query: { page_size: 1 } },
    ],
    getCompany: [{ params: { id } }],
    getCompanyHistory: [{ params: { id } }],
    listNotes: [{ params: { id } }],
    getDecisions: [{ params: { id } }],
    getScoreRank: [{ params: { id } }],
    getKnown: [{ params: { id } }],
    listKnownRows: [{ params: { id: source.id } }],
    listCollectionCompanies: [{ params: { id: collection.id } }],
    getSmartList: [{ params: { id: list.id } }],
    listEntryIds: [{ query: { user_smart_list_id: list.id } }],
    getListSharing: [{ params: { id: list.id } }],
    getListProgress: [{ params: { id: list.id } }],
    getCollectionSharing: [{ params: { id: collection.id } }],
    listColleagueDecisions: [{ query: { company_ids: '1,2' } }],
  };
  const reads = (Object.keys(endpoints) as EndpointName[]).filter((name) => {
    const { method, response } = endpoints[name];
    return method === 'GET' && response !== 'csv';
  });
  expect(reads.length).toBeGreaterThan(10);
  for (const name of reads) {
    for (const input of inputs[name] ?? [{}]) {
      const [expected, given] = [await outcomeOf(long, name, input), await outcomeOf(short, name, input)];
      expect(withoutClock(given), name).toEqual(withoutClock(expected));
    }
  }
});

/** The outcome without the time left until midnight, which passes between two calls. */
function withoutClock(outcome: unknown): unknown {
  return JSON.parse(JSON.stringify(outcome, (key, value: unknown) => (key === 'today_ends_in' ? typeof value : value)));
}

test('every answer that its schema changes is read by it, and no other', () => {
  const changed = (Object.keys(endpoints) as EndpointName[]).filter((name) => {
    const { response }: Endpoint = endpoints[name];
    return response !== null && response !== 'csv' && hasTransform(response);
  });
  expect(changed.toSorted()).toEqual([...changedByReading].toSorted());
});

/** Zod describes no value that a transform has made. */
function hasTransform(schema: z.ZodType): boolean {
  try {
    z.toJSONSchema(schema, { io: 'output' });
    return false;
  } catch (error) {
    expect(String(error)).toContain('Transforms cannot be represented');
    return true;
  }
}

test('what is changed by the short way is changed, once for one key, and what is wrong is told alike', async () => {
  const list = await short.request('createSmartList', { body: { name: 'Moves', filters: {} } });
  const { results } = await long.request('listEntries', { query: { user_smart_list_id: list.id } });
  const params = { id: results[0]?.inboxEntryId ?? 0 };
  const moved = await short.request('moveEntry', { params, body: { tag_archive: true } }, { idempotencyKey: 'key-1' });
  expect(moved.tag_archive).toBe(true);
  const named = await short.request('updateSmartList', { params: { id: list.id }, body: { name: 'Moved' } });
  const { added, left_out: leftOut, known, ...itself } = named;
  expect(itself).toEqual(await long.request('getSmartList', { params: { id: list.id } }));
  expect([added, leftOut, known]).toEqual([0, 0, 0]);
  expect(named.filters).toEqual(list.filters);
  const again = await long.request('moveEntry', { params, body: { tag_archive: true } }, { idempotencyKey: 'key-1' });
  // The same move, of a list that is called otherwise by now.
  expect(again).toEqual({ ...moved, smart_list: named.name });
  expect(await short.request('deleteSmartList', { params: { id: list.id } })).toBeNull();
  const wrong: readonly (readonly [EndpointName, RawInput])[] = [
    ['getSmartList', { params: { id: list.id } }],
    ['getCompany', { params: { id: 999_999_999 } }],
    ['getCompanyHistory', { params: { id: 999_999_999 } }],
    ['moveEntry', { params, body: { tag_archive: true, tag_watchlist: true } }],
    ['createSmartList', { body: { name: '' } }],
    ['searchCompanies', { query: { page_size: 5000 } }],
    ['searchCompanies', { query: { page: 'x' } }],
  ];
  for (const [name, input] of wrong) {
    const expected = await outcomeOf(long, name, input);
    expect(expected).toHaveProperty('code');
    expect(await outcomeOf(short, name, input), name).toEqual(expected);
  }
  const nobody = clientOf(local, 'no-token');
  expect(await outcomeOf(nobody, 'getMe', {})).toMatchObject({ code: 'unauthenticated' });
});

test('F11 a call by the short way that nobody waits for is given up, and the next one is answered', async () => {
  const leave = new AbortController();
  const left = short.send('searchCompanies', { query: { page_size: 100 } }, { signal: leave.signal });
  leave.abort(new AppError('cancelled', 'No longer wanted.'));
  await expect(left).rejects.toMatchObject({ code: 'cancelled' });
  expect(await short.send('getMe', {})).toHaveProperty('email');
});
