import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Fault } from '../testing/moveServer.ts';
import { decision, QueueBench } from '../testing/queueBench.ts';
import { eventually } from '../testing/eventually.ts';

// Real files and sockets, on a machine that may be busy.
vi.setConfig({ testTimeout: 30_000 });

let bench: QueueBench;
beforeEach(async () => {
  bench = await QueueBench.start();
});
afterEach(async () => {
  await bench.stop();
});

async function status(expected: string): Promise<void> {
  await eventually(() => expect(bench.queue.state().status).toBe(expected));
}

/** Makes every such write fail inside SQLite, as a full or broken disk would; returns what ends that. */
function breakWrites(write: 'INSERT' | 'UPDATE'): () => void {
  const other = new DatabaseSync(bench.path);
  other.exec(`CREATE TRIGGER broken BEFORE ${write} ON command BEGIN SELECT RAISE(ABORT, 'disk I/O error'); END`);
  return () => {
    other.exec('DROP TRIGGER broken');
    other.close();
  };
}

describe('connection faults', () => {
  it.each<[string, Fault]>([
    ['F8 500', { status: 500 }],
    ['F8 502', { status: 502 }],
    ['F10 reset before the commit', 'resetBefore'],
    ['F10 reset after the commit', 'resetAfter'],
    ['F12 HTML instead of JSON', 'html'],
    ['F12 200 with ok:false', 'notOk'],
    ['F15 429', { status: 429 }],
    ['F16 a captive portal', { status: 302, headers: { location: 'http://127.0.0.1:1/' } }],
  ])('%s: the same command again after 5 s, under the same key, for as long as it takes', async (_, fault) => {
    bench.server.fail((_request, index) => (index < 3 ? fault : 'ok'));
    bench.attach();
    bench.queue.enqueue(decision('Watchlist', 1));
    bench.queue.enqueue(decision('Archive', 2));
    for (let attempt = 1; attempt <= 3; attempt++) {
      await status('lost');
      expect(bench.server.moves()).toHaveLength(attempt);
      bench.clock.advance(4999);
      expect(bench.queue.state().status).toBe('lost');
      bench.clock.advance(1);
      await bench.server.http.received(attempt + 1);
    }
    await status('idle');
    expect(bench.server.effects.map(({ entry }) => entry)).toEqual([1, 2]);
    const keys = bench.server.moves().map(({ headers }) => headers['idempotency-key']);
    expect(new Set(keys.slice(0, 4)).size).toBe(1);
  });

  it('F9 gives an attempt up after 10 s and sends the same again', async () => {
    bench.server.fail((_, index) => (index === 0 ? 'hang' : 'ok'));
    bench.attach();
    bench.queue.enqueue(decision('Watchlist', 1));
    await bench.server.http.received(1);
    bench.clock.advance(10_000);
    await status('lost');
    bench.clock.advance(5000);
    await status('idle');
    expect(bench.server.effects).toHaveLength(1);
  });

  it('F17 I7 waits by the monotonic clock, whatever the wall clock does; a decision does not end the wait', async () => {
    bench.server.fail((_, index) => (index === 0 ? { status: 500 } : 'ok'));
    bench.attach();
    bench.queue.enqueue(decision('Watchlist', 1));
    await status('lost');
    bench.clock.setWall('2027-11-21T12:00:00Z');
    bench.queue.enqueue(decision('Watchlist', 2));
    bench.clock.advance(4000);
    expect(bench.queue.state().status).toBe('lost');
    bench.clock.setWall('2020-01-01T00:00:00Z');
    bench.clock.advance(1000);
    await status('idle');
  });

  it.each([
    ['30', 30_000],
    ['9e9', 300_000],
    ['1', 5000],
    ['Fri, 20 Nov 2026 12:01:00 GMT', 60_000],
    ['soon', 5000],
  ])('F15 Retry-After %s means %i ms', async (header, ms) => {
    bench.server.fail((_, index) => (index === 0 ? { status: 503, headers: { 'retry-after': header } } : 'ok'));
    bench.attach();
    bench.queue.enqueue(decision('Watchlist', 1));
    await status('lost');
    bench.clock.advance(ms - 1);
    expect(bench.queue.state().status).toBe('lost');
    bench.clock.advance(1);
    await status('idle');
  });
});

describe('refusals', () => {
  it.each([400, 404, 409, 422])('F14 I11 %i is kept and shown, the rest goes on; retry and discard', async (code) => {
    bench.server.fail((request) => (request.path.endsWith('/1/') ? { status: code } : 'ok'));
    bench.attach();
    bench.queue.enqueue(decision('Watchlist', 1, 2));
    await eventually(() => expect(bench.server.lists.get(2)).toBe('Watchlist'));
    await status('idle');
    bench.clock.advance(200);
    const told = bench.heard.flatMap((event) => (event.name === 'moves.changed' ? event.payload.settled : []));
    expect(told).toEqual([
      { entryId: 1, companyId: 1, list: 'Watchlist', revision: expect.any(Number) },
      { entryId: 2, companyId: 2, list: 'Watchlist', revision: expect.any(Number) },
    ]);
    const [failed] = bench.queue.state().failed;
    expect(failed).toMatchObject({ companyId: 1, to: 'Watchlist', reason: `Status ${code}.` });
    expect(bench.queue.state().progress).toEqual([{ list: 'Watchlist', total: 1, pending: 0 }]);
    bench.restart();
    bench.attach();
    expect(bench.queue.state().failed).toEqual([failed]);
    bench.server.fail(() => 'ok');
    bench.queue.retry([failed?.id ?? '']);
    await eventually(() => expect(bench.server.lists.get(1)).toBe('Watchlist'));
    await eventually(() => expect(bench.queue.state()).toMatchObject({ status: 'idle', failed: [] }));
  });

  it('F14 a discarded move is gone for good', async () => {
    bench.server.fail(() => ({ status: 404 }));
    bench.attach();
    bench.queue.enqueue(decision('Watchlist', 1));
    await eventually(() => expect(bench.queue.state().failed).toHaveLength(1));
    bench.queue.discard(bench.queue.state().failed.map(({ id }) => id));
    expect(bench.queue.undo()).toBeNull();
    bench.restart();
    bench.attach();
    expect(bench.queue.state()).toMatchObject({ status: 'idle', failed: [] });
  });

  it.each([401, 403])('F13 %i parks everything without another request, until the same user is back', async (code) => {
    bench.server.fail((_, index) => (index === 1 ? { status: code } : 'ok'));
    bench.attach();
    bench.queue.enqueue(decision('Watchlist', 1, 2, 3));
    await status('parked');
    bench.clock.advance(600_000);
    expect(bench.server.moves()).toHaveLength(2);
    expect(bench.queue.snapshot().pending).toHaveLength(2);
    bench.attach();
    await status('idle');
    expect(bench.server.effects.map(({ entry }) => entry)).toEqual([1, 2, 3]);
  });
});

describe('the queue’s file', () => {
  it('F5 F7 a decision that cannot be written is refused and changes nothing; the next one goes through', async () => {
    bench.attach();
    const repair = breakWrites('INSERT');
    expect(() => bench.queue.enqueue(decision('Watchlist', 1, 2))).toThrow(
      expect.objectContaining({ code: 'storage_readonly' }),
    );
    expect(bench.queue.state()).toMatchObject({ status: 'blocked', undoDepth: 0, progress: [] });
    repair();
    bench.queue.enqueue(decision('Watchlist', 3));
    await status('idle');
    expect(bench.server.effects.map(({ entry }) => entry)).toEqual([3]);
  });

  it('F5 with nothing to send, the queue notices by itself that there is space again, and leaves no trace', async () => {
    bench.attach();
    const repair = breakWrites('INSERT');
    expect(() => bench.queue.enqueue(decision('Watchlist', 1))).toThrow();
    bench.clock.advance(12_000);
    expect(bench.queue.state().status).toBe('blocked');
    repair();
    bench.heard.length = 0;
    bench.clock.advance(5000);
    expect(bench.queue.state()).toMatchObject({ status: 'idle', progress: [], failed: [] });
    expect(bench.heard).toContainEqual(
      expect.objectContaining({ name: 'moves.changed', payload: expect.objectContaining({ status: 'idle' }) }),
    );
    bench.restart();
    bench.attach();
    expect(bench.queue.snapshot()).toMatchObject({ status: 'idle', pending: [] });
    expect(bench.server.moves()).toHaveLength(0);
  });

  it('F5 F7 nothing is sent that is not noted as sent; the queue goes on when it can be', async () => {
    bench.attach();
    const repair = breakWrites('UPDATE');
    bench.queue.enqueue(decision('Watchlist', 1));
    await status('blocked');
    bench.clock.advance(5000);
    expect(bench.server.moves()).toHaveLength(0);
    repair();
    bench.clock.advance(5000);
    await status('idle');
    expect(bench.server.effects).toHaveLength(1);
  });

  it('F5 F7 I3 what is noted as sent and was not goes out once, also where that cannot be put right at once', async () => {
    let repair: (() => void) | undefined;
    bench.server.fail((_, index) => {
      if (repair !== undefined || index < 4) return 'ok';
      repair = breakWrites('UPDATE');
      return { status: 503 };
    });
    bench.attach();
    bench.queue.enqueue(decision('Watchlist', 1, 2, 3, 4, 5, 6, 7, 8, 9));
    await status('blocked');
    expect(bench.server.effects).toHaveLength(4);
    repair?.();
    await eventually(() => {
      bench.clock.advance(5000);
      expect(bench.queue.state().status).toBe('idle');
    });
    expect(bench.server.effects.map(({ entry }) => entry)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(new Set(bench.server.effects.map(({ key }) => key)).size).toBe(9);
  });

  it('F22 a file that another process holds blocks the queue for a moment only', async () => {
    bench.attach();
    const other = new DatabaseSync(bench.path);
    other.exec('BEGIN EXCLUSIVE');
    expect(() => bench.queue.enqueue(decision('Watchlist', 1))).toThrow(expect.objectContaining({ code: 'busy' }));
    other.exec('COMMIT');
    other.close();
    bench.queue.enqueue(decision('Watchlist', 1));
    await status('idle');
  });

  it('F19 a damaged file is kept aside, its readable rows are sent, and the user is told', async () => {
    bench.server.fail(() => ({ status: 500 }));
    bench.attach();
    bench.queue.enqueue(decision('Watchlist', 1));
    await status('lost');
    bench.queue.stop();
    writeFileSync(bench.path, 'this is no database, whatever its name says');
    bench.queue = bench.newQueue();
    bench.queue.start();
    bench.attach();
    expect(bench.queue.state().reason).toContain('was damaged');
    bench.server.fail(() => 'ok');
    bench.queue.enqueue(decision('Archive', 2));
    await status('idle');
    expect(bench.server.lists.get(2)).toBe('Archive');
  });

  it('F19 what can still be read of a file with a broken page is carried over and sent', async () => {
    bench.server.fail(() => ({ status: 500 }));
    bench.attach();
    const entries = Array.from({ length: 300 }, (_, index) => index + 1);
    bench.queue.enqueue(decision('Watchlist', ...entries));
    await status('lost');
    bench.queue.stop();
    const file = readFileSync(bench.path);
    // A page in the middle of the rows, overwritten.
    const page = Math.floor(file.length / 4096 / 2) * 4096;
    file.fill(0xaa, page, page + 4096);
    writeFileSync(bench.path, file);
    bench.server.fail(() => 'ok');
    bench.queue = bench.newQueue();
    bench.queue.start();
    bench.attach();
    await status('idle');
    const { reason } = bench.queue.state();
    const rescued = Number(/(\d+) moves could be read/.exec(reason)?.[1]);
    expect(rescued).toBeGreaterThan(150);
    expect(rescued).toBeLessThan(300);
    expect(bench.server.effects).toHaveLength(rescued);
    expect(readdirSync(bench.folder).some((name) => name.includes('.bad-'))).toBe(true);
  }, 20_000);

  it.each([
    ['to_list', `'Wqtchlist'`],
    ['from_list', `'Nome'`],
    ['entry_id', '1 << 60'],
    ['company_id', '-(1 << 60)'],
    ['seq', '1 << 60'],
    ['seq', '-(1 << 60)'],
  ])(
    'F19 a row whose %s makes no sense is told, and keeps none of the others from being sent',
    async (column, value) => {
      bench.server.fail(() => ({ status: 500 }));
      bench.attach();
      bench.queue.enqueue(decision('Watchlist', 1, 2, 3));
      await status('lost');
      bench.queue.stop();
      const db = new DatabaseSync(bench.path);
      db.exec(`UPDATE command SET ${column} = ${value} WHERE entry_id = 2`);
      db.close();
      bench.server.fail(() => 'ok');
      bench.queue = bench.newQueue();
      bench.queue.start();
      bench.attach();
      await status('idle');
      expect(bench.queue.state().reason).toContain('1 of them');
      bench.queue.enqueue(decision('Archive', 4));
      await status('idle');
      expect(bench.server.effects.map(({ entry }) => entry)).toEqual([1, 3, 4]);
    },
  );

  it('F19 F30 a newer file blocks the queue and is not touched', () => {
    bench.queue.stop();
    const db = new DatabaseSync(bench.path);
    db.exec(`INSERT INTO schema_migration VALUES (99, 'later', 'x', '2030-01-01')`);
    db.close();
    bench.queue = bench.newQueue();
    bench.queue.start();
    bench.attach();
    expect(bench.queue.state()).toMatchObject({ status: 'blocked' });
    expect(() => bench.queue.enqueue(decision('Watchlist', 1))).toThrow(
      expect.objectContaining({ code: 'storage_newer' }),
    );
  });

  it('S46 is readable by its owner only', () => {
    expect(statSync(bench.path).mode & 0o777).toBe(0o600);
  });
});
