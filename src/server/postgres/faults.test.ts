import { Pool } from 'pg';
import { expect, test } from 'vitest';
import { isLost, isPassing, postgresError } from './faults.ts';

test('connections that are all in use are no lost server: the call is tried again, then the database is busy', async () => {
  const pool = new Pool({ max: 1, connectionTimeoutMillis: 20, Client: Unhurried as never });
  const first = await pool.connect();
  const error: unknown = await pool.connect().catch((refused: unknown) => refused);
  first.release();
  await pool.end();
  expect([isLost(error), isPassing(error)]).toEqual([false, true]);
  expect(postgresError(error)).toMatchObject({ code: 'busy' });
});

test('a server that is not there, stops or cuts a connection is lost', () => {
  for (const code of ['ECONNREFUSED', 'EAI_AGAIN', 'ENOENT', '57P01', '57P03', '08006']) {
    const error = Object.assign(new Error('x'), { code });
    expect([code, isLost(error)]).toEqual([code, true]);
    expect(postgresError(error)).toMatchObject({ code: 'unavailable' });
  }
  expect(isLost(new Error('Connection terminated unexpectedly'))).toBe(true);
  expect(isLost(Object.assign(new Error('x'), { code: '23505' }))).toBe(false);
});

/** A client that is connected at once, to nothing. */
class Unhurried {
  connect(done: (error: null) => void): void {
    setImmediate(() => done(null));
  }

  end(done: () => void): void {
    done();
  }

  on(): this {
    return this;
  }

  once(): this {
    return this;
  }

  removeListener(): this {
    return this;
  }
}
