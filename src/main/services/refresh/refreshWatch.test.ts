import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LocalApiEvent } from '#node/localApi.ts';
import { PreferencesService } from '../preferences.ts';
import { StateFile } from '../stateFile.ts';
import { TestLocalApi } from '../testing/localApi.ts';
import { TestNotifier } from '../testing/memoryPorts.ts';
import { SessionBench } from '../testing/sessionBench.ts';
import { RefreshWatch } from './refreshWatch.ts';
import { eventually } from '../testing/eventually.ts';

// Real files and sockets, on a machine that may be busy.
vi.setConfig({ testTimeout: 30_000 });

let bench: SessionBench;
let api: TestLocalApi;
let notifier: TestNotifier;
let preferences: PreferencesService;
let state: StateFile;
let watch: RefreshWatch;
/** How often it was told that the local workspace was refreshed. */
let ran: number;

function onRefreshed(): void {
  ran += 1;
}

function newWatch(): RefreshWatch {
  const { clock, events, log, folder, session } = bench;
  state = new StateFile(join(folder, 'watch-state.json'), log);
  preferences = new PreferencesService(bench.store, events, log);
  return new RefreshWatch({ api, session, preferences, state, notifier, clock, events, log, onRefreshed });
}

beforeEach(async () => {
  bench = await SessionBench.start();
  ran = 0;
  api = new TestLocalApi();
  notifier = new TestNotifier();
  await bench.session.start();
  watch = newWatch();
});
afterEach(async () => {
  watch.stop();
  await bench.stop();
});

const landed: LocalApiEvent = {
  kind: 'refreshed',
  week: '2026-W48',
  lists: [{ id: 4, name: 'Fintech', added: 12, leftOut: 0, known: 0 }],
};
const told = (): unknown[] => bench.heard.filter(({ name }) => name === 'refresh.landed');

describe('the weekly refresh', () => {
  it('F17 waits for the user where so many weeks are due that the clock may be wrong, and goes on by itself later', async () => {
    api.refuses = true;
    watch.start();
    await eventually(() => expect(api.refreshes).toHaveLength(1));
    await bench.local.received(bench.local.seen.length);
    expect(state.value.refreshedFor).toBe('');
    expect(bench.log.lines.filter(({ text }) => text.includes('Many weekly digests'))).toEqual([]);
    api.refuses = false;
    await eventually(() => {
      bench.clock.advance(60_000);
      expect(state.value.refreshedFor).not.toBe('');
    });
  });

  it('is caught up at the start, once for each due moment', async () => {
    watch.start();
    await eventually(() => expect(state.value.refreshedFor).not.toBe(''));
    expect(api.refreshes).toEqual([{ catchUp: false }]);
    // E18 When that was is kept, and told.
    await eventually(() => expect(ran).toBe(1));
    expect(state.value.refreshedAt).toBe(bench.clock.now().toISOString());
    watch.stop();
    await state.settled();
    watch = newWatch();
    watch.start();
    await bench.local.received(bench.local.seen.length);
    bench.clock.advance(60_000);
    expect(api.refreshes).toHaveLength(1);
  });

  it('comes due at its day and hour, and is tried again where it could not be made', async () => {
    watch.start();
    await eventually(() => expect(state.value.refreshedFor).not.toBe(''));
    const due = new Date(state.value.refreshedFor);
    due.setDate(due.getDate() + 7);
    bench.clock.setWall(new Date(due.getTime() - 30_000).toISOString());
    await eventually(() => {
      bench.clock.advance(0);
      expect(api.refreshes).toHaveLength(1);
    });
    api.broken = true;
    await eventually(() => {
      bench.clock.advance(60_000);
      expect(api.refreshes.length).toBeGreaterThanOrEqual(2);
    });
    api.broken = false;
    await eventually(() => {
      bench.clock.advance(60_000);
      expect(state.value.refreshedFor).toBe(due.toISOString());
    });
  });

  it('F21 I14 comes once after ten days of sleep, for the newest due moment', async () => {
    watch.start();
    await eventually(() => expect(state.value.refreshedFor).not.toBe(''));
    const before = new Date(state.value.refreshedFor);
    // The wall clock has gone on, the monotonic one has stood still, as on a computer that slept.
    bench.clock.setWall(new Date(before.getTime() + 17 * 86_400_000).toISOString());
    bench.clock.advance(60_000);
    const due = new Date(before);
    due.setDate(due.getDate() + 14);
    await eventually(() => {
      bench.clock.advance(60_000);
      expect(state.value.refreshedFor).toBe(due.toISOString());
    });
    for (let look = 0; look < 10; look += 1) {
      bench.clock.advance(60_000);
      await bench.local.received(bench.local.seen.length);
    }
    expect(api.refreshes).toEqual([{ catchUp: false }, { catchUp: false }]);
  });

  it('F21 is looked for at once when the computer is awake, once however often that is told', async () => {
    watch.wake();
    expect(api.refreshes).toEqual([]);
    watch.start();
    await eventually(() => expect(state.value.refreshedFor).not.toBe(''));
    const due = new Date(state.value.refreshedFor);
    due.setDate(due.getDate() + 7);
    bench.clock.setWall(new Date(due.getTime() + 3_600_000).toISOString());
    // The clock of the watch stands still: only the awakening makes it look.
    await eventually(() => {
      watch.wake();
      watch.wake();
      expect(state.value.refreshedFor).toBe(due.toISOString());
    });
    watch.wake();
    expect(api.refreshes).toEqual([{ catchUp: false }, { catchUp: false }]);
    watch.stop();
    watch.wake();
    bench.clock.advance(60_000);
    expect(api.refreshes).toHaveLength(2);
  });

  it('is not made again when the clock is put back', async () => {
    watch.start();
    await eventually(() => expect(state.value.refreshedFor).not.toBe(''));
    const made = state.value.refreshedFor;
    bench.clock.setWall(new Date(Date.parse(made) - 20 * 86_400_000).toISOString());
    bench.clock.advance(60_000);
    await bench.local.received(bench.local.seen.length);
    bench.clock.setWall(new Date(Date.parse(made) + 86_400_000).toISOString());
    bench.clock.advance(60_000);
    await bench.local.received(bench.local.seen.length);
    expect(api.refreshes).toHaveLength(1);
    expect(state.value.refreshedFor).toBe(made);
  });

  it('leaves an empty workspace and one that is being filled alone', async () => {
    api.state = { ...api.state, companies: 0 };
    watch.start();
    await eventually(() => {
      bench.clock.advance(60_000);
      expect(bench.local.seen.length).toBeGreaterThan(2);
    });
    expect(api.refreshes).toEqual([]);
  });
});

describe('a landed digest', () => {
  it('I14 is announced once, also after a restart', async () => {
    watch.start();
    api.say(landed);
    await eventually(() => expect(notifier.notes).toHaveLength(1));
    expect(notifier.notes).toEqual([
      { title: '12 new companies to review', body: '12 in Fintech', path: '/list/smart/4?show=new' },
    ]);
    api.say(landed);
    watch.stop();
    await state.settled();
    watch = newWatch();
    watch.start();
    api.say(landed);
    await eventually(() => expect(bench.heard.filter(({ name }) => name === 'data.changed')).toHaveLength(3));
    expect(notifier.notes).toHaveLength(1);
    expect(told()).toHaveLength(1);
  });

  it('is kept back in quiet hours, and told after them', async () => {
    preferences.set({ quietHours: { from: '00:00', to: '23:59' } });
    watch.start();
    api.say(landed);
    await eventually(() => expect(state.value.heldNote).not.toBeNull());
    expect(told()).toHaveLength(1);
    expect(notifier.notes).toEqual([]);
    preferences.set({ quietHours: null });
    await eventually(() => {
      bench.clock.advance(60_000);
      expect(notifier.notes).toHaveLength(1);
    });
    expect(state.value.heldNote).toBeNull();
  });

  it('F26 I14 is announced once where two refreshes overlap', async () => {
    watch.start();
    api.say(landed);
    api.say(landed);
    api.say({ ...landed, week: '2026-W49' });
    await eventually(() => expect(notifier.notes).toHaveLength(2));
    expect(told()).toHaveLength(2);
  });

  it('becomes one notification with another one of the same quiet hours', async () => {
    preferences.set({ quietHours: { from: '00:00', to: '23:59' } });
    watch.start();
    api.say(landed);
    api.say({ ...landed, week: '2026-W49' });
    await eventually(() => expect(state.value.heldNote).toMatchObject({ week: '2026-W49', lists: [{ added: 24 }] }));
    preferences.set({ quietHours: null });
    await eventually(() => {
      bench.clock.advance(60_000);
      expect(notifier.notes).toHaveLength(1);
    });
    expect(notifier.notes).toMatchObject([{ title: '24 new companies to review' }]);
  });

  it('waits for a page where none is open, and is told once when there is one', async () => {
    notifier.outcome = { shown: false, reason: 'Winnow is not open in any tab.', later: true };
    watch.start();
    api.say(landed);
    await eventually(() => expect(state.value.heldNote).not.toBeNull());
    notifier.outcome = { shown: true, reason: '' };
    notifier.notes.length = 0;
    await eventually(() => {
      bench.clock.advance(60_000);
      expect(notifier.notes).toHaveLength(1);
    });
    await eventually(() => expect(state.value.heldNote).toBeNull());
    for (let look = 0; look < 5; look += 1) bench.clock.advance(60_000);
    expect(notifier.notes).toHaveLength(1);
  });

  it('is not tried again where the user does not allow it', async () => {
    notifier.outcome = { shown: false, reason: 'Notifications are blocked in this browser.' };
    watch.start();
    api.say(landed);
    await eventually(() => expect(notifier.notes).toHaveLength(1));
    expect(state.value.heldNote).toBeNull();
  });

  it('is not shown where notifications are switched off', async () => {
    preferences.set({ notifications: false });
    watch.start();
    api.say(landed);
    await eventually(() => expect(told()).toHaveLength(1));
    expect(notifier.notes).toEqual([]);
  });
});
