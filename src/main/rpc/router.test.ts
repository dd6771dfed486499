import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { callNames } from '#shared/bridge/contract.ts';
import { createReplacing, createRouter, type Caller, type Handlers } from './router.ts';

const gone = new AbortController().signal;
const trusted: Caller = { trusted: true, client: 'one', gone };
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

function routerThatCounts() {
  let calls = 0;
  const handler = async (): Promise<null> => {
    calls++;
    return null;
  };
  // One handler for every name of the contract; what it answers does not matter here.
  const handlers = Object.fromEntries(callNames.map((name) => [name, handler])) as unknown as Handlers;
  return { router: createRouter(handlers, silent), calls: () => calls };
}

describe('createRouter', () => {
  it('S8 refuses an untrusted caller before it looks at anything else', async () => {
    const { router, calls } = routerThatCounts();
    for (const name of [...callNames, 'nope']) {
      const reply = await router.handle(name, { wrong: true }, { ...trusted, trusted: false });
      expect(reply).toMatchObject({ ok: false, error: { code: 'untrusted_caller' } });
    }
    expect(calls()).toBe(0);
  });

  it('S9 never throws and never answers undefined, whatever name and input it gets', async () => {
    const { router } = routerThatCounts();
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.anything(), fc.constantFrom(...callNames)), fc.anything(), async (name, input) => {
        const reply = await router.handle(name, input, trusted);
        expect(typeof reply.ok).toBe('boolean');
        if (reply.ok) expect(reply.value).not.toBeUndefined();
        else expect(reply.error.message).not.toBe('');
      }),
      { numRuns: 1000 },
    );
  });

  it('answers null where a handler answers nothing', async () => {
    const handlers = Object.fromEntries(callNames.map((name) => [name, async () => undefined])) as unknown as Handlers;
    expect(await createRouter(handlers, silent).handle('moves.undo', null, trusted)).toEqual({ ok: true, value: null });
  });
});

const untilAborted = (signal: AbortSignal): Promise<string> =>
  new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve('aborted'));
  });

describe('createReplacing', () => {
  it('product 4 a later run of the same client and name cancels the one before', async () => {
    const replacing = createReplacing();
    const first = replacing(trusted, 'search', untilAborted);
    expect(await replacing(trusted, 'search', async (signal) => signal.aborted)).toBe(false);
    expect(await first).toBe('aborted');
  });

  it('leaves other names, other clients and nameless runs alone', async () => {
    const replacing = createReplacing();
    const left = new AbortController();
    const caller = { ...trusted, gone: left.signal };
    const runs = [
      replacing(caller, 'search', untilAborted),
      replacing(caller, '', untilAborted),
      replacing({ ...caller, client: 'two' }, 'facets', untilAborted),
    ];
    await replacing({ ...trusted, client: 'two' }, 'search', async () => null);
    await replacing(trusted, 'facets', async () => null);
    await replacing(trusted, '', async () => null);
    const still = Symbol('running');
    expect(await Promise.race([...runs, Promise.resolve(still)])).toBe(still);
    left.abort();
    expect(await Promise.all(runs)).toEqual(['aborted', 'aborted', 'aborted']);
  });
});
