import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { endpointNames, endpoints } from '../api/endpoints.ts';
import { emptyFilters } from '../domain/filters.ts';
import { callNames, calls, callTimeouts, eventNames, events, rendererEndpoints } from './contract.ts';
import { exportRequestSchema } from './fileJobs.ts';
import { moveRequestSchema } from './moves.ts';
import { defaultPreferences, preferencesPatchSchema, preferencesSchema, zeroInboxOf } from './preferences.ts';

function exportOf(source: unknown) {
  return { source, name: 'Export', columns: [], bom: false };
}

describe('the bridge contract', () => {
  it('S9 is closed: every call and event is an own key, and inherited names are none', () => {
    for (const name of ['constructor', 'toString', '__proto__', 'hasOwnProperty', '']) {
      expect(Object.hasOwn(calls, name), name).toBe(false);
      expect(Object.hasOwn(events, name), name).toBe(false);
    }
    expect(callNames).toEqual(Object.keys(calls));
    expect(eventNames).toEqual(Object.keys(events));
  });

  it.each(callNames)('%s has an input, an output and a time', (name) => {
    const call = calls[name];
    expect(call.input).toBeInstanceOf(z.ZodType);
    expect(call.output).toBeInstanceOf(z.ZodType);
    expect(Object.keys(callTimeouts)).toContain(call.time);
  });

  it.each(callNames)('S8 %s refuses an input with a key it does not know', (name) => {
    const { input } = calls[name];
    expect(input.safeParse({ surprise: 1 }).success).toBe(false);
    const schema = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
    if (schema.type !== 'null') expect(schema).toMatchObject({ type: 'object', additionalProperties: false });
  });

  it('S28 keeps moves, exports, the configuration and a server’s workspace in main, and opens every other API call', () => {
    const kept = endpointNames.filter((name) => !rendererEndpoints.includes(name));
    const ofWorkspace = endpointNames.filter((name) => endpoints[name].path.startsWith('/api/workspace/'));
    expect(ofWorkspace).toContain('importFiles');
    expect(kept.toSorted()).toEqual(
      [
        'exportCompanies',
        'handOver',
        'recordExport',
        'getConfig',
        'moveEntry',
        'pickCompany',
        'writeNote',
        'deleteNote',
        'sendKnownFile',
        ...ofWorkspace,
      ].toSorted(),
    );
    const request = {
      endpoint: 'searchCompanies',
      params: {},
      query: { text_search: 'x', page: 1 },
      body: null,
      replaces: 'search',
    };
    expect(calls['api.request'].input.safeParse(request).success).toBe(true);
    for (const endpoint of [...kept, 'toString', '../config']) {
      expect(calls['api.request'].input.safeParse({ ...request, endpoint }).success, endpoint).toBe(false);
    }
  });

  it('takes one to 100,000 targets in a move and knows its lists', () => {
    const target = { entryId: null, companyId: 1, name: 'Corvane', from: 'None', siblings: [] };
    expect(moveRequestSchema.safeParse({ to: 'Archive', targets: [target] }).success).toBe(true);
    expect(moveRequestSchema.safeParse({ to: 'Archive', targets: [] }).success).toBe(false);
    expect(moveRequestSchema.safeParse({ to: 'Bin', targets: [target] }).success).toBe(false);
    expect(moveRequestSchema.safeParse({ to: 'None', targets: [{ ...target, companyId: 0 }] }).success).toBe(false);
  });

  it('takes exactly the sources an export can have', () => {
    const good = [
      { kind: 'ids', ids: [1] },
      { kind: 'tag', tag: 'watchlist' },
      { kind: 'smartList', id: 2 },
      { kind: 'collection', id: 3 },
      { kind: 'search', filters: emptyFilters(), sortBy: 'best_match' },
    ];
    for (const source of good) expect(exportRequestSchema.safeParse(exportOf(source)).success).toBe(true);
    for (const source of [
      { kind: 'ids', ids: [] },
      { kind: 'tag', tag: 'inbox' },
      { kind: 'file', path: '/etc' },
    ]) {
      expect(exportRequestSchema.safeParse(exportOf(source)).success).toBe(false);
    }
  });
});

describe('preferences', () => {
  it('have legal defaults: the system’s theme (product 2), refresh on Monday at 06:00 (product 17.7)', () => {
    expect(preferencesSchema.parse(defaultPreferences)).toEqual(defaultPreferences);
    expect(defaultPreferences).toMatchObject({ theme: 'system', refreshDay: 1, refreshHour: 6, notifications: true });
  });

  it('keep zero-inbox per account, on unless switched off (docs/api.md)', () => {
    expect(zeroInboxOf(defaultPreferences, 'a@local')).toBe(true);
    const off = { ...defaultPreferences, zeroInbox: { 'a@local': false } };
    expect(zeroInboxOf(off, 'a@local')).toBe(false);
    expect(zeroInboxOf(off, 'b@local')).toBe(true);
    expect(zeroInboxOf(defaultPreferences, 'constructor')).toBe(true);
  });

  it('are changed one by one, and only known ones', () => {
    expect(preferencesPatchSchema.parse({ theme: 'light' })).toEqual({ theme: 'light' });
    expect(preferencesPatchSchema.parse({})).toEqual({});
    for (const bad of [
      { colour: 'red' },
      { theme: 'blue' },
      { refreshHour: 24 },
      { refreshDay: 7 },
      { refreshDay: 1.5 },
    ]) {
      expect(preferencesPatchSchema.safeParse(bad).success, JSON.stringify(bad)).toBe(false);
    }
  });
});
