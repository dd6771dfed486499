import { describe, expect, it, onTestFinished } from 'vitest';
import type { BridgeClient } from '#shared/bridge/client.ts';
import { callNames, calls, events, type CallName, type WinnowBridge } from '#shared/bridge/contract.ts';
import { defaultPreferences } from '#shared/bridge/preferences.ts';
import { createEventHub, type EventHub } from '#main/services/eventHub.ts';
import { createRouter, type Caller, type Handlers, type Router } from '#main/rpc/router.ts';
import { AppError } from '#shared/errors.ts';
import type { Log } from '#main/ports.ts';

/** A client that has come through a transport, and the ways the specs can disturb it. */
export interface RpcClient extends Pick<WinnowBridge, 'call' | 'subscribe'> {
  /** Sends whatever it is given past the types, as a hostile page would; resolves with the raw reply. */
  raw(name: unknown, input: unknown): Promise<unknown>;
  /** Breaks the connection under the client. Left out where a transport cannot break. */
  breakConnection?(): void | Promise<void>;
  close(): void | Promise<void>;
}

/** Joins a client with a router and its events through the transport under test. */
export type MakeClient = (router: Router, events: EventHub) => Promise<RpcClient>;

const silent: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** What a spec's handlers were called with. */
interface Seen {
  readonly name: CallName;
  readonly input: unknown;
  readonly caller: Caller;
}

const refuse = (name: CallName) => async (): Promise<never> => {
  throw new AppError('not_implemented', `No ${name} in this spec.`);
};

/** A router whose handlers all note their call and throw, but for those given. */
function specRouter(own: Partial<Handlers>, log: Log = silent): { router: Router; events: EventHub; seen: Seen[] } {
  const seen: Seen[] = [];
  const noted = Object.fromEntries(
    callNames.map((name) => {
      const handler = (own[name] ?? refuse(name)) as (input: unknown, caller: Caller) => Promise<unknown>;
      return [
        name,
        async (input: unknown, caller: Caller) => {
          seen.push({ name, input, caller });
          return await handler(input, caller);
        },
      ];
    }),
  );
  // Made from the contract's own names, each with a handler of its own.
  const handlers = noted as unknown as Handlers;
  return { router: createRouter(handlers, log), events: createEventHub(log), seen };
}

/** The bridge's behaviour, the same over every transport. */
export function rpcSpecs(name: string, makeClient: MakeClient): void {
  async function connect(own: Partial<Handlers>, log?: Log) {
    const parts = specRouter(own, log);
    const client = await makeClient(parts.router, parts.events);
    onTestFinished(async () => {
      await client.close();
    });
    return { ...parts, client };
  }

  describe(`rpc over ${name}`, () => {
    it('carries input and output whole', async () => {
      const { client, seen } = await connect({
        'preferences.set': async ({ columns = {} }) => ({ ...defaultPreferences, theme: 'light', columns }),
      });
      const columns = { search: [{ colId: 'name', width: 120, note: 'é " \u2028 \u0000 🦉' }] };
      const reply = await client.call('preferences.set', { columns, theme: 'light' });
      expect(reply).toEqual({ ok: true, value: { ...defaultPreferences, columns, theme: 'light' } });
      expect(seen).toMatchObject([{ name: 'preferences.set', input: { columns, theme: 'light' } }]);
      expect(seen[0]?.caller.trusted).toBe(true);
    });

    it('carries null, which is no undefined', async () => {
      const { client } = await connect({ 'moves.undo': async () => null });
      expect(await client.call('moves.undo', null)).toEqual({ ok: true, value: null });
    });

    it('S9 refuses names that are not own keys of the contract', async () => {
      const { client, seen } = await connect({});
      const names = ['', 'nope', 'constructor', '__proto__', 'toString', 'hasOwnProperty', 'session.get ', 7, null, {}];
      for (const wrong of names) {
        expect(await client.raw(wrong, null)).toMatchObject({ ok: false, error: { retryable: false } });
      }
      expect(await client.raw('toString', null)).toMatchObject({ ok: false, error: { code: 'unknown_call' } });
      expect(seen).toEqual([]);
    });

    it('S8 refuses wrong inputs of every call, unknown keys too, before its handler', async () => {
      const { client, seen } = await connect({});
      for (const call of callNames) {
        const wrong = [{ surprise: 1 }, [], 'text', 12, true].filter(
          (input) => !calls[call].input.safeParse(input).success,
        );
        expect(wrong.length, call).toBeGreaterThan(0);
        for (const input of wrong) {
          expect(await client.raw(call, input), call).toMatchObject({ ok: false, error: { code: 'invalid_input' } });
        }
      }
      const target = { entryId: 1, companyId: 1, name: 'Acme', from: 'None', siblings: [], extra: true };
      const request = { to: 'Archive', targets: [target] };
      expect(await client.raw('moves.enqueue', request)).toMatchObject({ ok: false, error: { code: 'invalid_input' } });
      // A page whose socket has just come back asks of its own accord how the connection stands.
      expect(seen.filter((call) => call.name !== 'connection.get')).toEqual([]);
    });

    it('tells an AppError with its code, words and fields', async () => {
      const { client } = await connect({
        'moves.undo': async () => {
          throw new AppError('storage_full', 'The disk is full.', { fields: { to: 'no room' } });
        },
      });
      expect(await client.call('moves.undo', null)).toEqual({
        ok: false,
        error: { code: 'storage_full', message: 'The disk is full.', retryable: false, fields: { to: 'no room' } },
      });
    });

    it('tells nothing of an unexpected error but that there was one, which goes to the log', async () => {
      const logged: unknown[] = [];
      const log: Log = { ...silent, error: (_event, error) => logged.push(error) };
      const bug = new TypeError('secret path /home/ada');
      const { client } = await connect(
        {
          'moves.get': async () => {
            throw bug;
          },
        },
        log,
      );
      const reply = await client.call('moves.get', null);
      expect(reply).toMatchObject({ ok: false, error: { code: 'internal' } });
      expect(JSON.stringify(reply)).not.toContain('secret');
      expect(logged).toContain(bug);
    });

    it('answers many calls at once, each with its own reply', async () => {
      const { client } = await connect({
        'shell.openExternal': async ({ url }) => {
          // The first of them answer last.
          const turns = 20 - Number(url);
          for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve));
          throw new AppError('not_found', url);
        },
      });
      const replies = await Promise.all(
        Array.from({ length: 20 }, (_, index) => client.call('shell.openExternal', { url: String(index) })),
      );
      const words = replies.map((reply) => (reply.ok ? '' : reply.error.message));
      expect(words).toEqual(Array.from({ length: 20 }, (_, index) => String(index)));
    });

    it('tells events to those who listen, until they stop', async () => {
      const { client, events: hub } = await connect({ 'preferences.get': async () => defaultPreferences });
      // A call first: by then every transport has its events joined.
      await client.call('preferences.get', null);
      const heard: string[] = [];
      const { promise: second, resolve } = Promise.withResolvers<void>();
      const stop = client.subscribe('navigate', ({ path }) => heard.push(`a ${path}`));
      client.subscribe('navigate', ({ path }) => {
        heard.push(`b ${path}`);
        if (path === '/2') resolve();
      });
      client.subscribe('command', () => heard.push('command'));
      hub.publish('navigate', { path: '/1' });
      await expect.poll(() => heard.length).toBe(2);
      stop();
      hub.publish('navigate', { path: '/2' });
      await second;
      expect(heard).toEqual(['a /1', 'b /1', 'b /2']);
    });

    it('knows every event of the contract and no other', async () => {
      const { client, events: hub } = await connect({ 'preferences.get': async () => defaultPreferences });
      await client.call('preferences.get', null);
      expect(Object.keys(events)).toContain('moves.changed');
      const heard: unknown[] = [];
      client.subscribe('data.changed', (payload) => heard.push(payload));
      hub.publish('data.changed', { tags: ['entries'] });
      await expect.poll(() => heard).toEqual([{ tags: ['entries'] }]);
    });

    it('settles what is pending when the connection breaks', async () => {
      const { promise: started, resolve: start } = Promise.withResolvers<void>();
      const { client } = await connect({
        'workspace.get': async () => {
          start();
          return await new Promise<never>(() => undefined);
        },
      });
      if (client.breakConnection === undefined) return;
      const pending = client.call('workspace.get', null);
      await started;
      await client.breakConnection();
      expect(await pending).toMatchObject({ ok: false, error: { code: 'connection_lost', retryable: true } });
    });
  });
}

/** The usual way from a bridge client to what the specs need. */
export function rpcClientOf(
  client: BridgeClient,
  rest: Pick<RpcClient, 'raw' | 'breakConnection' | 'close'>,
): RpcClient {
  return {
    ...rest,
    call: (name, input) => client.call(name, input),
    subscribe: (name, listener) => client.subscribe(name, listener),
  };
}
