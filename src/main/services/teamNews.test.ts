import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { EventSourceMessage } from 'eventsource-parser';
import { AppError } from '#shared/errors.ts';
import { ChangeNews, createEventHub, type BridgeEvent } from './eventHub.ts';
import { TeamNews } from './teamNews.ts';
import { FakeClock } from './testing/fakeClock.ts';
import { RecordingLog } from './testing/recordingLog.ts';

const decided = { place: 7, kind: 'decided', user: { id: 2, name: 'Ann' }, company_id: 4, to: 'Archive' };

/** One time that the server is listened to. */
interface Listened {
  readonly since: number | null;
  say(message: Partial<EventSourceMessage>): void;
  /** It ends, well or not. */
  end(error?: AppError): void;
}

let clock: FakeClock;
let log: RecordingLog;
let events: BridgeEvent[];
let listened: Listened[];
let asked: (number | undefined)[];
let news: TeamNews;

beforeEach(() => {
  clock = new FakeClock();
  log = new RecordingLog();
  [events, listened, asked] = [[], [], []];
  const hub = createEventHub(log);
  hub.subscribeAll((event) => void events.push(event));
  news = new TeamNews({ clock, events: hub, changes: new ChangeNews(clock, hub), log });
  news.follow({
    listen: (since, signal, heard) =>
      new Promise<void>((resolve, reject) => {
        signal.addEventListener('abort', () => reject(new AppError('timeout', 'Ended.')));
        listened.push({
          since,
          say: (message) => {
            heard.onWord();
            heard.onEvent({ id: undefined, event: undefined, data: '', ...message });
          },
          end: (error) => (error === undefined ? resolve() : reject(error)),
        });
      }),
    request: (async (_: string, input: { query: { since?: number } }) => {
      asked.push(input.query.since);
      return { place: 9, results: [{ ...decided, place: 9 }] };
    }) as never,
  });
});

afterEach(() => news.stop());

/** The server as it is listened to for the `n`th time, from 1. */
async function time(n: number): Promise<Listened> {
  await vi.waitFor(() => {
    clock.advance(250);
    expect(listened.length).toBeGreaterThanOrEqual(n);
  });
  return listened[n - 1]!;
}

function told(name: BridgeEvent['name']): unknown[] {
  return events.filter((event) => event.name === name).map(({ payload }) => payload);
}

describe('news of a team', () => {
  test('are told to the windows with what they put out of date, and go on where they broke off', async () => {
    const first = await time(1);
    expect(first.since).toBeNull();
    first.say({ id: '6', event: 'ready' });
    expect(events).toEqual([]);
    first.say({ id: '7', data: JSON.stringify(decided) });
    expect(told('team.changed')).toMatchObject([decided]);
    expect(told('data.changed')).toEqual([{ tags: ['entries', 'smartLists'] }]);
    first.end(new AppError('unavailable', 'Away.'));
    const second = await time(2);
    expect(second.since).toBe(7);
    second.say({ id: '7', event: 'ready' });
    clock.advance(10_000);
    expect(told('data.changed')).toHaveLength(1);
  });

  test('of a server that could not be heard at first may have been missed: everything is read anew', async () => {
    (await time(1)).end(new AppError('unavailable', 'Away.'));
    const second = await time(2);
    expect(second.since).toBeNull();
    expect(events).toEqual([]);
    second.say({ id: '6', event: 'ready' });
    const [{ tags }] = told('data.changed') as [{ tags: string[] }];
    expect(tags).toEqual(expect.arrayContaining(['entries', 'notes', 'assignments', 'companies', 'collections']));
  });

  test('of a kind that a newer server has are noted, and nothing else', async () => {
    const first = await time(1);
    first.say({ id: '6', event: 'ready' });
    first.say({ id: '7', data: JSON.stringify({ ...decided, kind: 'of later' }) });
    expect(events).toEqual([]);
    expect(log.lines).toMatchObject([{ level: 'warn', event: 'team.news' }]);
  });

  test('that a proxy keeps back are asked for', async () => {
    await time(1);
    await vi.waitFor(() => {
      clock.advance(8000);
      expect(asked.length).toBeGreaterThan(1);
    });
    // Once from now on, then from where that was.
    expect(asked.slice(0, 2)).toEqual([undefined, 9]);
    expect(told('team.changed').length).toBeGreaterThan(0);
  });

  test('are heard no more once the session has ended', async () => {
    (await time(1)).end(new AppError('unauthenticated', 'Sign in.'));
    await Promise.resolve();
    clock.advance(120_000);
    await Promise.resolve();
    expect(listened).toHaveLength(1);
  });
});
