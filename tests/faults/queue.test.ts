import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { listNames } from '#shared/domain/listName.ts';
import { pickedFrom, type Effect } from './harness/faultServer.ts';
import { World } from './harness/world.ts';

vi.setConfig({ testTimeout: 300_000 });

let world: World;
let effects: Effect[];
beforeEach(() => {
  effects = [];
  world = new World({
    onRequest: () => undefined,
    onEffect: (_, effect) => effects.push(effect),
    onNote: () => undefined,
  });
});
afterEach(() => {
  world.close();
});

function applied(): string[] {
  return effects.map(({ entry, list }) => `${entry} ${list}`);
}

describe('the network', () => {
  it.each(['again', 'stale'] as const)(
    'F18 I3 I4 each move has one effect, in order, when requests come %s',
    async (how) => {
      world.fault = () => how;
      world.signIn('ann');
      world.decide('Watchlist', [{ entry: 1, from: 'None' }]);
      await world.until('idle');
      world.decide('Archive', [{ entry: 1, from: 'Watchlist' }]);
      world.decide('Archive', [{ entry: 2, from: 'None' }]);
      await world.until('idle');
      expect(applied()).toEqual(['1 Watchlist', '1 Archive', '2 Archive']);
    },
  );

  it('F21 I7 an hour of sleep with a request under way makes one new attempt, and no burst', async () => {
    let hang = true;
    world.fault = () => (hang ? 'hangAfter' : 'ok');
    world.signIn('ann');
    for (let entry = 1; entry <= 5; entry++) world.decide('Archive', [{ entry, from: 'None' }]);
    await world.turn(5);
    expect(world.wire.hanging).toBe(1);
    hang = false;
    const before = world.server().requests;
    // The deadline passes during sleep; the pause after it starts at wake-up.
    world.clock.advance(3_600_000);
    await world.turn(5);
    expect(world.server().requests).toBe(before);
    world.clock.advance(5000);
    await world.until('idle');
    expect(applied()).toEqual(['1 Archive', '2 Archive', '3 Archive', '4 Archive', '5 Archive']);
    expect(world.server().requests).toBe(before + 5);
  });
});

function decideFive(): void {
  for (let entry = 1; entry <= 5; entry++) world.decide('Archive', [{ entry, from: 'None' }]);
}

/**
 * Five decisions meet a connection that fails until `mend`; then the computer sleeps. `before`: requests until then.
 */
async function sleepWhenLost(): Promise<{ before: number; mend: () => void }> {
  let down = true;
  world.fault = () => (down ? 'resetBefore' : 'ok');
  world.signIn('ann');
  decideFive();
  await world.until('lost');
  const before = world.server().requests;
  world.queue.pause();
  return {
    before,
    mend: () => {
      down = false;
    },
  };
}

describe('a computer that says when it sleeps', () => {
  const all = ['1 Archive', '2 Archive', '3 Archive', '4 Archive', '5 Archive'];

  it('F21 I3 gives up what is under way, takes decisions, sends nothing, and goes on at once, each move once', async () => {
    let hang = true;
    world.fault = () => (hang ? 'hangAfter' : 'ok');
    world.signIn('ann');
    decideFive();
    await world.turn(5);
    const before = world.server().requests;
    world.queue.pause();
    hang = false;
    world.decide('Watchlist', [{ entry: 6, from: 'None' }]);
    await world.turn(20);
    expect(world.server().requests).toBe(before);
    world.queue.resume();
    await world.until('idle');
    expect(applied()).toEqual([...all, '6 Watchlist']);
    // The request that was given up was made once more, with the same key.
    expect(world.server().requests).toBe(before + 6);
  });

  it('F21 I7 a pause after a failure lasts its time, also through a nap, and twice awake is no burst', async () => {
    const { before, mend } = await sleepWhenLost();
    world.queue.resume();
    world.queue.resume();
    await world.turn(20);
    expect(world.queue.state().status).toBe('lost');
    expect(world.server().requests).toBe(before);
    mend();
    world.clock.advance(5000);
    await world.until('idle');
    expect(applied()).toEqual(all);
  });

  it('F21 falls due in the sleep: the next attempt comes with the awakening, not before', async () => {
    const { before, mend } = await sleepWhenLost();
    mend();
    world.clock.advance(3_600_000);
    await world.turn(20);
    expect(applied()).toEqual([]);
    expect(world.server().requests).toBe(before);
    world.queue.resume();
    await world.until('idle');
    expect(applied()).toEqual(all);
  });
});

describe('entries that are gone', () => {
  it('F27 I11 are told by name, and keep no other move from being sent', async () => {
    world.signIn('ann');
    world.server().gone.add(2);
    const targets = [1, 2, 3].map((entry) => ({ entry, from: 'None' as const }));
    world.decide('Watchlist', targets);
    await world.until('idle');
    expect(applied()).toEqual(['1 Watchlist', '3 Watchlist']);
    expect(world.queue.state().failed).toMatchObject([{ companyId: 2, name: 'Company 2', to: 'Watchlist' }]);
    world.queue.discard(world.queue.state().failed.map(({ id }) => id));
    expect(world.queue.state()).toMatchObject({ status: 'idle', failed: [] });
    expect(world.rows()).toEqual([]);
  });
});

describe('a file of an earlier release', () => {
  it.each(['queue-v1.sql'])(
    'F30 I1 I9 %s: what waits is sent, under its keys, and what failed is still shown',
    async (name) => {
      world.close();
      const sql = readFileSync(new URL(`./fixtures/${name}`, import.meta.url), 'utf8');
      world = new World(
        { onRequest: () => undefined, onEffect: (_, effect) => effects.push(effect), onNote: () => undefined },
        sql,
      );
      world.signIn('ann');
      await world.until('idle');
      expect(effects.map(({ key, entry, list }) => [key, entry, list])).toEqual([
        ['key-7', 1, 'Watchlist'],
        ['key-8', pickedFrom + 5, 'Archive'],
      ]);
      expect(world.queue.state().failed).toMatchObject([
        { id: '9', companyId: 3, to: 'Archive', reason: 'Status 404.' },
      ]);
    },
  );
});

describe('many decisions', () => {
  it('F25 I6 I15 10,000 about 500 entries, half of them about one, cost no more requests than entries', async () => {
    world.fault = () => ({ status: 503 });
    world.signIn('ann');
    world.decide('Archive', [{ entry: 500, from: 'None' }]);
    await world.until('lost');
    const lists = listNames.filter((list) => list !== 'None');
    for (let count = 0; count < 5000; count++) {
      world.decide(lists[count % 3] ?? 'None', [{ entry: 1, from: 'None' }]);
      world.decide(lists[Math.floor(count / 499) % 3] ?? 'None', [{ entry: 2 + (count % 498), from: 'None' }]);
    }
    expect(world.rows()).toHaveLength(500);
    world.fault = () => 'ok';
    const before = world.server().requests;
    await world.until('idle');
    // One more for the move that was under way when the others came.
    expect(world.server().requests - before).toBeLessThanOrEqual(501);
    expect(world.server().listOf(1)).toBe(lists[4999 % 3]);
    for (let entry = 2; entry < 500; entry++) {
      const last = Math.floor((4999 - ((4999 - (entry - 2)) % 498)) / 499) % 3;
      expect(`${entry} ${world.server().listOf(entry)}`).toBe(`${entry} ${lists[last]}`);
    }
  });
});
