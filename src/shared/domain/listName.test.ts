import { describe, expect, it } from 'vitest';
import { flagsOfList, listNames, listOfFlags, listSlugs } from './listName.ts';
import { collectionDescriptionSchema, collectionNameSchema, smartListNameSchema } from './names.ts';
import { moveBody } from '../api/schemas.ts';

describe('list flags (product 3)', () => {
  it.each(listNames.filter((name) => name !== 'Later'))('round trip for %s, with at most one flag', (list) => {
    const flags = flagsOfList(list);
    expect(listOfFlags(flags)).toBe(list);
    expect(Object.values(flags).filter(Boolean)).toHaveLength(list === 'None' ? 0 : 1);
    expect(moveBody.parse(flags)).toMatchObject(flags);
  });

  it('say nothing of what is put off, which says until when', () => {
    const later = { until: '2026-12-26' };
    expect(listOfFlags({ ...flagsOfList('Later'), later })).toBe('Later');
    expect(listOfFlags({ ...flagsOfList('Later'), later: null })).toBe('None');
    expect(moveBody.parse({ later })).toMatchObject({ ...flagsOfList('None'), later });
    expect(moveBody.safeParse({ later, tag_archive: true }).success).toBe(false);
  });

  it('have names for routes and the background-updates panel', () => {
    expect(listNames.map((list) => listSlugs[list])).toEqual([
      'inbox',
      'watchlist',
      'opportunities',
      'archive',
      'later',
    ]);
  });

  it('refuse two at once, and take absent ones for false (docs/api.md)', () => {
    expect(moveBody.safeParse({ tag_watchlist: true, tag_archive: true }).success).toBe(false);
    expect(moveBody.parse({ tag_archive: true })).toEqual({ ...flagsOfList('Archive'), reason: 0, seen: 0 });
    expect(moveBody.parse({})).toEqual({ ...flagsOfList('None'), reason: 0, seen: 0 });
  });
});

describe('names (product 17.6)', () => {
  it('have 1 to 80 characters after trimming', () => {
    for (const schema of [smartListNameSchema, collectionNameSchema]) {
      expect(schema.parse('  Nordic seed  ')).toBe('Nordic seed');
      expect(schema.parse(` ${'x'.repeat(80)} `)).toHaveLength(80);
      expect(schema.safeParse('x'.repeat(81)).success).toBe(false);
      expect(schema.safeParse('   ').success).toBe(false);
    }
  });

  it('lose controls that nobody sees, which could turn the text around them', () => {
    for (const schema of [smartListNameSchema, collectionNameSchema]) {
      expect(schema.parse('Seed\u202e exe\u2066.\u2069\u0007 list\n')).toBe('Seed exe. list');
      expect(schema.parse('שלום شركات 株式会社 👩‍🔬')).toBe('שלום شركات 株式会社 👩‍🔬');
      expect(schema.safeParse(' \u202e \u2066').success).toBe(false);
    }
    expect(collectionDescriptionSchema.parse('One\nTwo\u202e')).toBe('One\nTwo');
  });

  it('are the same however their accents were typed, and never only what nobody sees', () => {
    for (const schema of [smartListNameSchema, collectionNameSchema]) {
      expect(schema.parse('Cafe\u0301')).toBe('Caf\u00e9');
      expect(schema.parse('\ufeffSeed\u200b ro\u00adund')).toBe('Seed round');
      expect(schema.parse('نامه\u200cها')).toBe('نامه\u200cها');
      expect(schema.parse('🚀')).toBe('🚀');
      for (const blank of ['', ' ', '\u200b', '\u200d', '\u2060\ufeff', '\u0301']) {
        expect(schema.safeParse(blank).error?.issues[0]?.message, JSON.stringify(blank)).toBe('Give it a name.');
      }
    }
  });

  it('have descriptions of up to 500 characters', () => {
    expect(collectionDescriptionSchema.parse(' a ')).toBe('a');
    expect(collectionDescriptionSchema.safeParse('x'.repeat(500)).success).toBe(true);
    expect(collectionDescriptionSchema.safeParse('x'.repeat(501)).success).toBe(false);
  });
});
