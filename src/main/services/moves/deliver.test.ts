import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { flagsOfList } from '#shared/domain/listName.ts';
import type { ApiClient } from '../api/apiClient.ts';
import { FakeClock } from '../testing/fakeClock.ts';
import { sendJson, TestServer, type Answer } from '../testing/httpServer.ts';
import { plainEntry } from '../testing/records.ts';
import { testClient } from '../testing/testClient.ts';
import type { Command } from './command.ts';
import { deliver, type Outcome } from './deliver.ts';

const clock = new FakeClock();
let server: TestServer;
let client: ApiClient;
beforeEach(async () => {
  server = await TestServer.start((_, response) => void response.end());
  client = testClient(server.origin, clock);
});
afterEach(async () => {
  client.close();
  await server.stop();
});

const move: Command = {
  seq: 1,
  key: 'the key',
  stepId: 'step',
  entryId: 5,
  companyId: 9,
  name: 'A company',
  from: 'None',
  to: 'Watchlist',
  state: 'sent',
  reason: '',
};

async function outcomeOf(answer: Answer, command = move, signal = new AbortController().signal): Promise<Outcome> {
  server.answerWith(answer);
  return deliver(command, client, signal, clock.now());
}

const refusal =
  (status: number, headers: object = {}): Answer =>
  (_, response) =>
    sendJson(response, status, { code: 'x', detail: `Status ${status}.` }, headers);

/** Finds or adds that company, whichever is asked for, and moves its entry. */
const picks =
  (company: number): Answer =>
  ({ method }, response) => {
    const entry = plainEntry(70, company, method === 'POST' ? 'None' : 'Watchlist');
    sendJson(response, 200, { ...entry, siblings: [71, 72] });
  };

describe('one attempt to send a move', () => {
  it('asks for what the move says, under its key', async () => {
    const outcome = await outcomeOf((_, response) => sendJson(response, 200, plainEntry(5, 9, 'Watchlist')));
    expect(outcome).toEqual({ kind: 'done', siblings: [] });
    expect(server.seen).toMatchObject([{ method: 'PATCH', path: '/api/user_smart_lists_inbox/5/' }]);
    expect(server.seen[0]?.headers['idempotency-key']).toBe('the key');
    expect(JSON.parse(server.seen[0]?.body ?? '')).toEqual(flagsOfList('Watchlist'));
  });

  it.each<[string, Answer]>([
    ['about another entry', (_, response) => sendJson(response, 200, plainEntry(6, 9, 'Watchlist'))],
    ['of a proxy that knows no such page', (_, response) => void response.writeHead(404).end('<h1>No such page</h1>')],
  ])('F12 an answer %s is not taken for one to the move', async (_, answer) => {
    expect(await outcomeOf(answer)).toMatchObject({ kind: 'unknown', afterMs: 5000 });
  });

  it('adds a company to "My picks" first, and names its other entries; nothing is moved for another company', async () => {
    const picked = { ...move, entryId: null };
    expect(await outcomeOf(picks(9), picked)).toEqual({ kind: 'done', siblings: [71, 72] });
    expect(server.seen.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /api/user_smart_lists_inbox/',
      'PATCH /api/user_smart_lists_inbox/70/',
    ]);
    expect(JSON.parse(server.seen[0]?.body ?? '')).toEqual({ company_id: 9 });
    expect(await outcomeOf(picks(8), picked)).toMatchObject({ kind: 'unknown' });
    expect(server.seen.map(({ method }) => method)).toEqual(['POST', 'PATCH', 'POST']);
  });

  it.each([400, 404, 409, 418, 422, 499])(
    'F14 %i from the API is for good; only 404 means that it is gone',
    async (status) => {
      expect(await outcomeOf(refusal(status))).toEqual({
        kind: 'refused',
        reason: `Status ${status}.`,
        isGone: status === 404,
      });
    },
  );

  it('F14 what cannot even be asked is refused for good, and nothing is asked', async () => {
    const outcome = await outcomeOf(refusal(500), { ...move, entryId: -1 });
    expect(outcome).toMatchObject({ kind: 'refused', isGone: false });
    expect(server.seen).toEqual([]);
  });

  it.each([401, 403])('F13 %i ends the session', async (status) => {
    expect(await outcomeOf(refusal(status))).toEqual({ kind: 'denied' });
  });

  it.each([408, 425, 429, 500, 503])(
    'F8 F15 %i leaves the outcome open, for as long as the server asks',
    async (status) => {
      expect(await outcomeOf(refusal(status, { 'retry-after': '30' }))).toEqual({
        kind: 'unknown',
        reason: `Status ${status}.`,
        afterMs: 30_000,
      });
      expect(await outcomeOf(refusal(status))).toMatchObject({ kind: 'unknown', afterMs: 5000 });
    },
  );

  it('F10 a broken connection leaves it open, the end of the session ends it', async () => {
    expect(await outcomeOf((_, response) => void response.socket?.resetAndDestroy())).toMatchObject({
      kind: 'unknown',
      afterMs: 5000,
    });
    const ended = new AbortController();
    expect(await outcomeOf(() => ended.abort(), move, ended.signal)).toEqual({ kind: 'ended' });
    client.close();
    expect(await outcomeOf(refusal(500))).toEqual({ kind: 'ended' });
  });
});
