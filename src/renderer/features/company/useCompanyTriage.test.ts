import { describe, expect, it } from 'vitest';
import type { InboxEntry } from '#shared/domain/inboxEntry.ts';
import { flagsOfList, type ListName } from '#shared/domain/listName.ts';
import { company } from '#shared/domain/testing/company.ts';
import { guessed, noMoves, told } from '../../decide/overlay.ts';
import { isMovedWhole, listOfCompany, targetsOfCompany } from './useCompanyTriage.ts';

const acme = company(1, { name: 'Acme' });

function known(...lists: readonly ListName[]) {
  const entries = lists.map((list, index): InboxEntry => ({
    ...acme,
    inboxId: index + 1,
    inboxEntryId: index + 10,
    ...flagsOfList(list),
    siblings: [],
    note: '',
    doubles: [],
    decided_at: '',
    reason: '',
    later: null,
    back: null,
    came: null,
    is_new: false,
    smart_list: '',
    settled: null,
  }));
  return { entries, revision: 100 };
}

describe('a company', () => {
  it('moves with all its entries in the list it shows, and with those that are undecided', () => {
    const overlay = noMoves;
    const entries = known('None', 'Opportunities', 'Watchlist', 'Opportunities');
    expect(listOfCompany(1, entries, overlay)).toBe('Opportunities');
    expect(targetsOfCompany(acme, entries, overlay)).toEqual([
      { entryId: 11, companyId: 1, name: 'Acme', from: 'Opportunities', siblings: [10] },
      { entryId: 13, companyId: 1, name: 'Acme', from: 'Opportunities', siblings: [] },
    ]);
  });

  it('E13 is decided in the smart list that it was opened from, in whatever list it is', () => {
    const entries = known('None', 'None', 'None');
    expect(targetsOfCompany(acme, entries, noMoves, 2)).toEqual([
      { entryId: 11, companyId: 1, name: 'Acme', from: 'None', siblings: [10, 12] },
    ]);
    const kept = known('Watchlist', 'None', 'Watchlist');
    expect(targetsOfCompany(acme, kept, noMoves, 3)[0]).toMatchObject({ entryId: 12, from: 'Watchlist' });
    // Its entry there is undecided yet, on its way, or gone.
    expect(targetsOfCompany(acme, kept, noMoves, 2)[0]).toMatchObject({ entryId: 10, from: 'Watchlist' });
    expect(targetsOfCompany(acme, entries, noMoves, 9)[0]).toMatchObject({ entryId: 10 });
  });

  it('moves from where a move on its way has put it', () => {
    const overlay = told(noMoves, [{ entryId: 10, companyId: 1, list: 'Watchlist', isDone: false, revision: 20 }]);
    expect(targetsOfCompany(acme, known('None', 'None'), overlay)).toEqual([
      { entryId: 10, companyId: 1, name: 'Acme', from: 'Watchlist', siblings: [11] },
    ]);
  });

  it('without entries moves as such, also while its first entry is being made', () => {
    let overlay = noMoves;
    expect(targetsOfCompany(acme, known(), overlay)).toEqual([
      { entryId: null, companyId: 1, name: 'Acme', from: 'None', siblings: [] },
    ]);
    const move = { entryId: null, companyId: 1, list: 'Opportunities', revision: 90 } as const;
    overlay = told(overlay, [{ ...move, isDone: false, revision: 50 }]);
    // The entry is there, and its move is not.
    expect(isMovedWhole(1, known('None'), overlay)).toBe(true);
    expect(listOfCompany(1, known('None'), overlay)).toBe('Opportunities');
    expect(targetsOfCompany(acme, known('None'), overlay)).toEqual([
      { entryId: null, companyId: 1, name: 'Acme', from: 'Opportunities', siblings: [] },
    ]);
    overlay = told(overlay, [{ ...move, isDone: true }]);
    expect(isMovedWhole(1, known('Opportunities'), overlay)).toBe(false);
    expect(targetsOfCompany(acme, known('Opportunities'), overlay)[0]?.entryId).toBe(10);
  });

  it('shows what was decided before its entries are known', () => {
    const overlay = guessed(noMoves, [{ entryId: null, companyId: 1, list: 'Archive' }], 1);
    expect(listOfCompany(1, undefined, overlay)).toBe('Archive');
    expect(listOfCompany(1, known('None'), overlay)).toBe('Archive');
    // Its entries are found by then, and the guess stands for none of them.
    expect(targetsOfCompany(acme, known('None'), overlay)).toEqual([
      { entryId: 10, companyId: 1, name: 'Acme', from: 'None', siblings: [] },
    ]);
  });
});
