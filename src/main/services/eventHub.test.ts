import { describe, expect, it } from 'vitest';
import { createEventHub, ChangeNews } from './eventHub.ts';
import { FakeClock } from './testing/fakeClock.ts';
import { RecordingLog } from './testing/recordingLog.ts';

describe('createEventHub', () => {
  it('tells listeners of that name, and transports everything', () => {
    const hub = createEventHub(new RecordingLog());
    const heard: unknown[] = [];
    hub.subscribe('navigate', ({ path }) => heard.push(path));
    const stop = hub.subscribeAll(({ name }) => heard.push(name));
    hub.publish('navigate', { path: '/' });
    stop();
    hub.publish('command', { id: 'x' });
    expect(heard).toEqual(['/', 'navigate']);
  });

  it('keeps a listener that throws from hurting the others', () => {
    const log = new RecordingLog();
    const hub = createEventHub(log);
    const heard: string[] = [];
    hub.subscribe('navigate', () => {
      throw new Error('broken');
    });
    hub.subscribe('navigate', ({ path }) => heard.push(path));
    hub.publish('navigate', { path: '/a' });
    expect(heard).toEqual(['/a']);
    expect(log.lines).toMatchObject([{ level: 'error', event: 'event.listener' }]);
  });
});

function start(): { clock: FakeClock; news: ChangeNews; told: string[] } {
  const clock = new FakeClock();
  const events = createEventHub(new RecordingLog());
  const told: string[] = [];
  events.subscribe('data.changed', ({ tags }) => told.push(tags.join(' ')));
  return { clock, news: new ChangeNews(clock, events), told };
}

it('tells the first change at once, and what comes soon after it together', () => {
  const { clock, news, told } = start();
  news.changed(['collections']);
  expect(told).toEqual(['collections']);
  news.changed(['smartLists', 'entries']);
  news.changed(['smartLists']);
  expect(told).toHaveLength(1);
  clock.advance(200);
  expect(told).toEqual(['collections', 'smartLists entries']);
  clock.advance(2000);
  news.changed([]);
  expect(told).toHaveLength(2);
  news.changed(['collections']);
  expect(told).toHaveLength(3);
});

it('tells a thousand changes in a row a few times, and the last of them in any case', () => {
  const { clock, news, told } = start();
  for (let count = 0; count < 1000; count++) {
    news.changed(['collections']);
    clock.advance(10);
  }
  expect(told.length).toBeLessThan(12);
  const before = told.length;
  clock.advance(1600);
  expect(told).toHaveLength(before + 1);
});
