import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listNames } from '#shared/domain/listName.ts';
import { OverlayStore, shownList } from './overlay.ts';

const row = { entryId: 7, company: { id: 3 }, list: 'None' } as const;
const bare = { entryId: null, company: { id: 3 }, list: 'None' } as const;

describe('what is shown', () => {
  it('is what the server said where nothing is on its way', () => {
    expect(shownList({ ...row, list: 'Archive' }, new OverlayStore())).toBe('Archive');
  });

  it('is the pending move of the entry, and of the company where the row has no entry', () => {
    const overlay = new OverlayStore();
    overlay.put([{ entryId: 7, companyId: 3, list: 'Watchlist' }], 'saving', 1);
    expect(shownList(row, overlay)).toBe('Watchlist');
    expect(shownList(bare, overlay)).toBe('Watchlist');
    expect(shownList({ ...row, entryId: 8 }, overlay)).toBe('None');
  });

  it('is the newest of several moves', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...listNames), { minLength: 1 }), (lists) => {
        const overlay = new OverlayStore();
        lists.forEach((list, at) => overlay.put([{ entryId: 7, companyId: 3, list }], 'saving', at));
        expect(shownList(row, overlay)).toBe(lists.at(-1));
      }),
    );
  });

  it('stays what a newer decision said when an older move settles or is refused', () => {
    const overlay = new OverlayStore();
    const older = [{ entryId: 7, companyId: 3, list: 'Archive' as const }];
    overlay.put(older, 'queued', 1);
    overlay.put([{ entryId: 7, companyId: 3, list: 'Opportunities' }], 'saving', 2);
    overlay.advance(older, 'settled', 3);
    overlay.drop(older);
    expect(shownList(row, overlay)).toBe('Opportunities');
    expect(overlay.entries.get(7)?.state).toBe('saving');
  });

  it('comes from the server again only for rows that were asked for after the move had settled', () => {
    const overlay = new OverlayStore();
    const placed = [{ entryId: 7, companyId: 3, list: 'Archive' as const }];
    overlay.put(placed, 'queued', 1);
    expect(shownList({ ...row, askedAt: 100 }, overlay)).toBe('Archive');
    overlay.settle(placed, 50);
    expect(shownList({ ...row, askedAt: 40 }, overlay)).toBe('Archive');
    expect(shownList({ ...row, askedAt: 60 }, overlay)).toBe(row.list);
    // A list that was read before goes on needing it, whoever has read the row again.
    expect(shownList(row, overlay)).toBe('Archive');
  });

  it('stays settled when that it was queued is heard later', () => {
    const overlay = new OverlayStore();
    const placed = [{ entryId: 7, companyId: 3, list: 'Archive' as const }];
    overlay.put(placed, 'saving', 1);
    overlay.settle(placed, 2);
    overlay.advance(placed, 'queued', 3);
    expect(overlay.entries.get(7)).toMatchObject({ state: 'settled', at: 2 });
  });
});
