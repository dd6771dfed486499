import { beforeEach, describe, expect, it } from 'vitest';
import type { UpdateState } from '#shared/bridge/contract.ts';
import type { UpdateNews, Updater } from '../ports.ts';
import { createEventHub, type EventHub } from './eventHub.ts';
import { PreferencesService } from './preferences.ts';
import { FakeClock } from './testing/fakeClock.ts';
import { TestPreferences } from './testing/memoryPorts.ts';
import { RecordingLog } from './testing/recordingLog.ts';
import { Updates } from './updates.ts';

/** An updater that a test speaks for. */
class TestUpdater implements Updater {
  unsupported = '';
  checks = 0;
  installs = 0;
  readonly #listeners = new Set<(news: UpdateNews) => void>();

  subscribe(listener: (news: UpdateNews) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async check(): Promise<void> {
    this.checks += 1;
  }

  install(): void {
    this.installs += 1;
  }

  say(news: UpdateNews): void {
    for (const listener of this.#listeners) listener(news);
  }
}

let updater: TestUpdater;
let clock: FakeClock;
let events: EventHub;
let preferences: PreferencesService;
let heard: UpdateState['status'][];
const day = 24 * 3_600_000;

beforeEach(() => {
  updater = new TestUpdater();
  clock = new FakeClock();
  const log = new RecordingLog();
  events = createEventHub(log);
  preferences = new PreferencesService(new TestPreferences(), events, log);
  heard = [];
  events.subscribe('updates.changed', ({ status }) => heard.push(status));
});

function started(): Updates {
  const updates = new Updates({ updater, preferences, clock, events });
  updates.start();
  return updates;
}

describe('updates', () => {
  it('are not looked for unless the user has switched that on', () => {
    started();
    clock.advance(10 * day);
    expect(updater.checks).toBe(0);
    preferences.set({ updates: true });
    clock.advance(0);
    expect(updater.checks).toBe(1);
  });

  it('are looked for once a day where it is on', () => {
    preferences.set({ updates: true });
    const updates = started();
    clock.advance(60_000);
    expect(updater.checks).toBe(1);
    clock.advance(3 * day);
    expect(updater.checks).toBe(4);
    updates.stop();
    clock.advance(3 * day);
    expect(updater.checks).toBe(4);
  });

  it('tell every state on the way to a new version, and install it when the user says so', () => {
    const updates = started();
    expect(updates.check().status).toBe('idle');
    for (const news of [
      { kind: 'checking' },
      { kind: 'available', version: '1.2.0' },
      { kind: 'progress', percent: 41.6 },
    ] as const) {
      updater.say(news);
    }
    expect(updates.state).toMatchObject({ status: 'available', version: '1.2.0', percent: 42 });
    expect(() => updates.install()).toThrow('no new version');
    updater.say({ kind: 'downloaded', version: '1.2.0' });
    // What is there is not looked for again.
    updates.check();
    expect(updater.checks).toBe(1);
    updates.install();
    expect(updater.installs).toBe(1);
    expect(heard).toEqual(['checking', 'available', 'available', 'downloaded']);
  });

  it('say when there is nothing new, and why a look failed', () => {
    const updates = started();
    updater.say({ kind: 'none' });
    expect(updates.state).toMatchObject({ status: 'idle', checkedAt: clock.now().toISOString() });
    updater.say({ kind: 'failed', reason: 'The server does not answer.' });
    expect(updates.state).toMatchObject({ status: 'error', reason: 'The server does not answer.' });
    updates.check();
    expect(updater.checks).toBe(1);
  });

  it('are refused where the app cannot update itself, with the reason', () => {
    updater.unsupported = 'Started from its source.';
    preferences.set({ updates: true });
    const updates = started();
    clock.advance(10 * day);
    expect(updates.state).toMatchObject({ status: 'unsupported', reason: 'Started from its source.' });
    expect(() => updates.check()).toThrow('Started from its source.');
    expect(updater.checks).toBe(0);
  });
});
