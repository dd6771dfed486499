import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createBridgeClient, type BridgeClient } from '#shared/bridge/client.ts';
import type { CallInput, ShellInfo, WinnowBridge } from '#shared/bridge/contract.ts';
import { AskedAhead } from './bridge.ts';

let client: BridgeClient;
let bridge: WinnowBridge;
let asked: string[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  asked = [];
  client = createBridgeClient({
    send: (name) => {
      asked.push(name);
      return Promise.resolve({ ok: true, value: `answer ${asked.length}` });
    },
    after: () => () => undefined,
  });
  bridge = {
    call: (name, input) => client.call(name, input),
    subscribe: (name, listener) => client.subscribe(name, listener),
    info: {} as ShellInfo,
  };
});

afterEach(() => {
  vi.useRealTimers();
});

test('gives an answer to the first who makes the same call, and to nobody else', async () => {
  const ahead = new AskedAhead();
  ahead.ask(bridge, 'session.get', null);
  expect(ahead.take('moves.get', null)).toBeUndefined();
  expect(await ahead.take('session.get', null)).toEqual({ ok: true, value: 'answer 1' });
  expect(ahead.take('session.get', null)).toBeUndefined();
  expect(asked).toEqual(['session.get']);
});

function searchFor(page: number): CallInput<'api.request'> {
  return { endpoint: 'searchCompanies', params: {}, query: { page }, body: null, replaces: 'search' };
}

test('tells calls apart by what they ask', () => {
  const ahead = new AskedAhead();
  ahead.ask(bridge, 'api.request', searchFor(0));
  expect(ahead.take('api.request', searchFor(1))).toBeUndefined();
  expect(ahead.take('api.request', searchFor(0))).toBeDefined();
});

test('gives no answer after an event, which may be newer, nor long after the start', () => {
  const ahead = new AskedAhead();
  ahead.ask(bridge, 'preferences.get', null);
  client.dispatch('data.changed', { tags: [] });
  expect(ahead.take('preferences.get', null)).toBeUndefined();
  ahead.ask(bridge, 'preferences.get', null);
  vi.advanceTimersByTime(4999);
  expect(ahead.take('preferences.get', null)).toBeDefined();
  ahead.ask(bridge, 'preferences.get', null);
  vi.advanceTimersByTime(5000);
  expect(ahead.take('preferences.get', null)).toBeUndefined();
});
