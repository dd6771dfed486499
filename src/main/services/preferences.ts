import {
  defaultPreferences,
  preferencesSchema,
  type Preferences,
  type PreferencesPatch,
} from '#shared/bridge/preferences.ts';
import type { Log, PreferenceStore } from '../ports.ts';
import type { EventHub } from './eventHub.ts';

type Plain = Record<string, unknown>;

/** One step that turns settings of version n (its index, from 1) into those of version n + 1. Pure. */
export type PreferenceUpgrade = (old: Readonly<Plain>) => Plain;

/** Upgrades in order. The version in a settings file is one more than the number of upgrades applied to it. */
const preferenceUpgrades: readonly PreferenceUpgrade[] = [];

/**
 * The user's settings: read once, each field checked separately so that a bad value affects only itself, written whole.
 * Fields that this version does not know are kept for the version that wrote them.
 */
export class PreferencesService {
  readonly #store: PreferenceStore;
  readonly #events: EventHub;
  readonly #version: number;
  #unknown: Plain;
  #value: Preferences;

  constructor(
    store: PreferenceStore,
    events: EventHub,
    log: Log,
    upgrades: readonly PreferenceUpgrade[] = preferenceUpgrades,
  ) {
    this.#store = store;
    this.#events = events;
    const stored = upgraded(asPlain(store.read()), upgrades);
    const version = typeof stored['version'] === 'number' ? stored['version'] : 0;
    this.#version = Math.max(version, upgrades.length + 1);
    const { value, unknown, refused } = readPreferences(stored);
    this.#value = value;
    this.#unknown = unknown;
    if (refused.length > 0) log.warn('preferences.refused', { fields: refused.join(' ') });
  }

  get value(): Preferences {
    return this.#value;
  }

  /** Changes some settings and publishes them. Throws if the file cannot be written; nothing has changed then. */
  set(patch: PreferencesPatch): Preferences {
    const changes = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined));
    const next = preferencesSchema.parse({ ...this.#value, ...changes });
    this.#store.write({ ...this.#unknown, ...next, version: this.#version });
    this.#value = next;
    this.#events.publish('preferences.changed', next);
    return next;
  }
}

function upgraded(stored: Plain, upgrades: readonly PreferenceUpgrade[]): Plain {
  const version = stored['version'];
  // A file without a version is from the first version, or missing.
  const from = typeof version === 'number' && Number.isInteger(version) && version >= 1 ? version : 1;
  let value = stored;
  for (const upgrade of upgrades.slice(from - 1)) value = upgrade(value);
  return from > upgrades.length ? value : { ...value, version: upgrades.length + 1 };
}

function readPreferences(stored: Plain): { value: Preferences; unknown: Plain; refused: string[] } {
  const value: Plain = { ...defaultPreferences };
  const unknown: Plain = {};
  const refused: string[] = [];
  for (const [field, raw] of Object.entries(stored)) {
    if (field === 'version') continue;
    if (!Object.hasOwn(preferencesSchema.shape, field)) {
      unknown[field] = raw;
      continue;
    }
    const parsed = preferencesSchema.shape[field as keyof Preferences].safeParse(raw);
    if (parsed.success) value[field] = parsed.data;
    else refused.push(field);
  }
  return { value: preferencesSchema.parse(value), unknown, refused };
}

function asPlain(value: unknown): Plain {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}
