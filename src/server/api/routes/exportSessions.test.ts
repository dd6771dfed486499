import { describe, expect, test } from 'vitest';
import type { CompanyExport } from '../../index/port.ts';
import { ExportSessions } from './exportSessions.ts';

interface Watched extends CompanyExport {
  readonly closed: Promise<void>;
}

function anExport(): Watched {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { total: 60_000, csv: () => new ReadableStream<Uint8Array>(), close: () => resolve(), closed: promise };
}

const gone = expect.objectContaining({ code: 'conflict' });

describe('exports between one page and the next', () => {
  test('F26 an export is kept for the next pages and ends with the last', async () => {
    const sessions = new ExportSessions();
    const open = anExport();
    const id = sessions.keep(1, open);
    expect(sessions.use(1, id)).toBe(open);
    sessions.release(id, false);
    expect(sessions.use(1, id)).toBe(open);
    sessions.release(id, true);
    await open.closed;
    expect(() => sessions.use(1, id)).toThrow(gone);
  });

  test('S48 it belongs to its user', () => {
    const sessions = new ExportSessions();
    const id = sessions.keep(1, anExport());
    expect(() => sessions.use(2, id)).toThrow(gone);
    expect(() => sessions.use(1, 'nonsense')).toThrow(gone);
    expect(sessions.use(1, id).total).toBe(60_000);
    sessions.close();
  });

  test('one that no one goes on with is closed, and so is the oldest of too many', async () => {
    const patient = new ExportSessions();
    const first = anExport();
    const id = patient.keep(1, first);
    for (let more = 0; more < 4; more++) patient.keep(1, anExport());
    await first.closed;
    expect(() => patient.use(1, id)).toThrow(gone);
    patient.close();
    const hasty = new ExportSessions(1);
    const left = anExport();
    hasty.keep(1, left);
    await left.closed;
  });

  test('a user’s many exports give up their own oldest, never someone else’s', () => {
    const sessions = new ExportSessions();
    const others = sessions.keep(2, anExport());
    const own = Array.from({ length: 20 }, () => sessions.keep(1, anExport()));
    expect(sessions.use(2, others).total).toBe(60_000);
    for (const id of own.slice(0, -4)) expect(() => sessions.use(1, id)).toThrow(gone);
    for (const id of own.slice(-4)) expect(sessions.use(1, id).total).toBe(60_000);
    sessions.close();
  });

  test('of all users together the one with the most gives one up, and what is being sent stays', () => {
    const sessions = new ExportSessions();
    const single = sessions.keep(100, anExport());
    const busy = sessions.keep(101, anExport());
    sessions.use(101, busy);
    const many = Array.from({ length: 16 }, (_, user) =>
      Array.from({ length: 4 }, () => sessions.keep(user, anExport())),
    );
    const open = many.flatMap((ids, user) => ids.filter((id) => isOpen(sessions, user, id)));
    expect(open.length).toBe(62);
    expect([isOpen(sessions, 100, single), isOpen(sessions, 101, busy)]).toEqual([true, true]);
    sessions.close();
  });
});

function isOpen(sessions: ExportSessions, user: number, id: string): boolean {
  try {
    sessions.use(user, id);
    return true;
  } catch {
    return false;
  }
}
