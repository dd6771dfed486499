import { beforeEach, describe, expect, it } from 'vitest';
import type { ListName } from '#shared/domain/listName.ts';
import { InboxCounts } from './inboxCounts.ts';
import { OverlayStore } from './overlay.ts';

/** A row of the smart list 1. */
const row = (id: number, list: ListName = 'None') => ({ entryId: id, inboxId: 1, company: { id }, list });

describe('what is undecided in each smart list', () => {
  let overlay: OverlayStore;
  let inboxes: InboxCounts;

  beforeEach(() => {
    overlay = new OverlayStore();
    inboxes = new InboxCounts(overlay);
    inboxes.counted(
      [
        { id: 1, unratedCount: 10 },
        { id: 2, unratedCount: 5 },
      ],
      0,
    );
  });

  const unrated = (): number[] => [...inboxes.unrated.get().values()];

  function decide(id: number, list: ListName, at: number, inboxId = 1, shown: ListName = 'None'): void {
    inboxes.note({ entryId: id, companyId: id }, inboxId, shown);
    overlay.put([{ entryId: id, companyId: id, list }], 'saving', at);
    inboxes.moved([{ entryId: id, companyId: id, list }]);
  }

  function settle(id: number, list: ListName, at: number): void {
    overlay.settle([{ entryId: id, companyId: id, list }], at);
    inboxes.moved([{ entryId: id, companyId: id, list }]);
  }

  it('follows decisions at once, and their undo', () => {
    decide(7, 'Archive', 10);
    decide(8, 'Watchlist', 11);
    decide(9, 'Archive', 12, 2);
    expect(unrated()).toEqual([8, 4]);
    // From one list to another it stays decided.
    decide(8, 'Opportunities', 13, 1, 'Watchlist');
    expect(unrated()).toEqual([8, 4]);
    decide(8, 'None', 14, 1, 'Opportunities');
    expect(unrated()).toEqual([9, 4]);
  });

  it('counts nothing twice once the server has counted it', () => {
    decide(7, 'Archive', 10);
    settle(7, 'Archive', 20);
    inboxes.counted([{ id: 1, unratedCount: 9 }], 20);
    expect(unrated()).toEqual([9]);
    // Taken back later it is one more again.
    decide(7, 'None', 30, 1, 'Archive');
    expect(unrated()).toEqual([10]);
  });

  it('corrects a count that was asked for before the move was done', () => {
    decide(7, 'Archive', 10);
    inboxes.counted([{ id: 1, unratedCount: 10 }], 12);
    expect(unrated()).toEqual([9]);
    settle(7, 'Archive', 20);
    expect(unrated()).toEqual([9]);
    inboxes.counted([{ id: 1, unratedCount: 9 }], 25);
    expect(unrated()).toEqual([9]);
  });

  it('is not corrected twice by a move that had been done when the server counted, and of which the news came later', () => {
    decide(7, 'Archive', 10);
    inboxes.counted(
      [
        { id: 1, unratedCount: 9 },
        { id: 2, unratedCount: 6 },
      ],
      20,
    );
    expect(unrated()).toEqual([9, 6]);
    settle(7, 'Archive', 30);
    expect(unrated()).toEqual([9, 6]);
    inboxes.counted([{ id: 1, unratedCount: 12 }], 40);
    expect(unrated()).toEqual([12]);
  });

  it('goes back where a move is refused', () => {
    decide(7, 'Archive', 10);
    overlay.drop([{ entryId: 7, companyId: 7, list: 'Archive' }]);
    inboxes.moved([{ entryId: 7, companyId: 7, list: 'Archive' }]);
    expect(unrated()).toEqual([10, 5]);
  });

  it('knows nothing of entries whose smart list it was not told, and of lists that were not counted', () => {
    inboxes.moved([{ entryId: 99, companyId: 99, list: 'Archive' }]);
    decide(7, 'Archive', 10, 3);
    expect(unrated()).toEqual([10, 5]);
  });

  it('follows what is decided about rows that were read, wherever it is decided', () => {
    inboxes.loaded([row(7), row(8)]);
    settle(7, 'Archive', 20);
    expect(unrated()).toEqual([9, 5]);
    // Read before that move was done, and counted after it.
    inboxes.counted([{ id: 1, unratedCount: 9 }], 25);
    inboxes.loaded([row(7), row(8)]);
    expect(unrated()).toEqual([9]);
    // Read while a move of it is on its way.
    overlay.put([{ entryId: 9, companyId: 9, list: 'Watchlist' }], 'queued', 30);
    inboxes.loaded([row(9)]);
    expect(unrated()).toEqual([8]);
    settle(9, 'Watchlist', 35);
    inboxes.loaded([row(9, 'Watchlist')]);
    inboxes.counted([{ id: 1, unratedCount: 8 }], 40);
    expect(unrated()).toEqual([8]);
  });

  it('tells only of changes', () => {
    let told = 0;
    inboxes.unrated.subscribe(() => {
      told += 1;
    });
    decide(7, 'Archive', 10);
    settle(7, 'Archive', 20);
    expect(told).toBe(1);
  });
});
