import { describe, expect, it } from 'vitest';
import { RecordingLog } from './testing/recordingLog.ts';
import { createEventHub } from './eventHub.ts';

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
