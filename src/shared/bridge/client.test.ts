import { describe, expect, it } from 'vitest';
import { createBridgeClient } from './client.ts';

/** Timers that the test fires. */
function manualTimers() {
  const timers: { ms: number; callback: () => void; cancelled: boolean }[] = [];
  const after = (ms: number, callback: () => void): (() => void) => {
    const timer = { ms, callback, cancelled: false };
    timers.push(timer);
    return () => {
      timer.cancelled = true;
    };
  };
  return { timers, after };
}

describe('createBridgeClient', () => {
  it('times calls out by their kind, and lets a dialog take its time', async () => {
    const { timers, after } = manualTimers();
    const client = createBridgeClient({ send: () => new Promise(() => undefined), after });
    const quick = client.call('session.get', null);
    void client.call('workspace.refresh', null);
    void client.call('workspace.chooseFiles', null);
    expect(timers.map(({ ms }) => ms)).toEqual([10_000, 120_000]);
    timers[0]?.callback();
    expect(await quick).toMatchObject({ ok: false, error: { code: 'timeout', retryable: true } });
  });

  it('ends the timer of a call that was answered', async () => {
    const { timers, after } = manualTimers();
    const client = createBridgeClient({ send: async () => ({ ok: true, value: null }), after });
    await client.call('moves.undo', null);
    expect(timers.every(({ cancelled }) => cancelled)).toBe(true);
  });

  it.each([undefined, null, 'text', {}, { ok: 'yes' }, { ok: false }, { ok: false, error: { code: 'made up' } }])(
    'takes %j for a bad reply',
    async (reply) => {
      const client = createBridgeClient({ send: async () => reply, after: () => () => undefined });
      expect(await client.call('moves.undo', null)).toMatchObject({ ok: false, error: { code: 'bad_reply' } });
    },
  );

  it('settles with connection_lost when the transport rejects, throws or disconnects', async () => {
    const rejecting = createBridgeClient({
      send: () => Promise.reject(new Error('gone')),
      after: () => () => undefined,
    });
    expect(await rejecting.call('moves.undo', null)).toMatchObject({ error: { code: 'connection_lost' } });
    const throwing = createBridgeClient({
      send: () => {
        throw new Error('gone');
      },
      after: () => () => undefined,
    });
    expect(await throwing.call('moves.undo', null)).toMatchObject({ error: { code: 'connection_lost' } });
    const hanging = createBridgeClient({ send: () => new Promise(() => undefined), after: () => () => undefined });
    const pending = [hanging.call('moves.undo', null), hanging.call('workspace.chooseFiles', null)];
    hanging.disconnect();
    for (const reply of await Promise.all(pending)) expect(reply).toMatchObject({ error: { code: 'connection_lost' } });
  });

  it('drops events that are not of the contract', () => {
    const client = createBridgeClient({ send: async () => undefined, after: () => () => undefined });
    const heard: unknown[] = [];
    client.subscribe('navigate', (payload) => heard.push(payload));
    for (const name of ['constructor', '__proto__', 'navigate ', 'x']) client.dispatch(name, { path: '/' });
    client.dispatch('navigate', { path: '/here' });
    expect(heard).toEqual([{ path: '/here' }]);
  });
});
