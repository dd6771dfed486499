import { describe, expect, it } from 'vitest';
import { defaultPreferences } from '#shared/bridge/preferences.ts';
import { createEventHub } from './eventHub.ts';
import { PreferencesService, type PreferenceUpgrade } from './preferences.ts';
import { TestPreferences } from './testing/memoryPorts.ts';
import { RecordingLog } from './testing/recordingLog.ts';

function open(stored: unknown, upgrades?: readonly PreferenceUpgrade[]) {
  const store = new TestPreferences(stored);
  const log = new RecordingLog();
  const events = createEventHub(log);
  const told: unknown[] = [];
  events.subscribe('preferences.changed', (value) => told.push(value));
  return { store, log, told, service: new PreferencesService(store, events, log, upgrades) };
}

describe('preferences', () => {
  it.each([[undefined], [null], ['text'], [[1]], [{}]])('are the defaults where the file holds %j', (stored) => {
    expect(open(stored).service.value).toEqual(defaultPreferences);
  });

  it('are changed in part, written whole with their version, and told', () => {
    const { service, store, told } = open({ theme: 'light', version: 1 });
    service.set({ sidebarCollapsed: true });
    const expected = { ...defaultPreferences, theme: 'light', sidebarCollapsed: true };
    expect(service.value).toEqual(expected);
    expect(store.stored).toEqual({ ...expected, version: 1 });
    expect(told).toEqual([expected]);
  });

  it('lose only the field that is broken, and say so once', () => {
    const { service, log } = open({ theme: 'purple', refreshHour: 99, refreshDay: 3 });
    expect(service.value).toEqual({ ...defaultPreferences, refreshDay: 3 });
    expect(log.lines).toEqual([
      { level: 'warn', event: 'preferences.refused', text: '{"fields":"theme refreshHour"}' },
    ]);
  });

  it('keep what a later version has written', () => {
    const { service, store } = open({ version: 9, fromLater: 'kept', theme: 'system' });
    service.set({ firstRunDone: true });
    expect(store.stored).toMatchObject({ version: 9, fromLater: 'kept', theme: 'system', firstRunDone: true });
  });

  it('are upgraded step by step from the version that wrote them', () => {
    const upgrades: PreferenceUpgrade[] = [
      ({ dark, ...rest }) => ({ ...rest, theme: dark === true ? 'dark' : 'light' }),
      (old) => ({ ...old, refreshHour: Number(old['refreshHour']) + 1 }),
    ];
    expect(open({ dark: false, refreshHour: 7 }, upgrades).service.value).toMatchObject({
      theme: 'light',
      refreshHour: 8,
    });
    expect(open({ version: 2, theme: 'system', refreshHour: 7 }, upgrades).service.value).toMatchObject({
      theme: 'system',
      refreshHour: 8,
    });
    const { service, store } = open({ version: 3, theme: 'system', refreshHour: 7 }, upgrades);
    service.set({});
    expect(store.stored).toMatchObject({ version: 3, refreshHour: 7 });
  });

  it('stay as they were where the file cannot be written', () => {
    const { service, store, told } = open({});
    store.write = () => {
      throw new Error('read-only');
    };
    expect(() => service.set({ theme: 'light' })).toThrow('read-only');
    expect(service.value.theme).toBe('system');
    expect(told).toEqual([]);
  });
});
