import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listNames } from '#shared/domain/listName.ts';
import {
  IdMap,
  answered,
  forgotten,
  moveAt,
  noMoves,
  pressed,
  refusedAt,
  resumed,
  shownList,
  told,
} from './overlay.ts';

const row = { entryId: 7, company: { id: 3 }, list: 'None' } as const;
const bare = { entryId: null, company: { id: 3 }, list: 'None' } as const;
const placed = { entryId: 7, companyId: 3, list: 'Archive' } as const;

describe('what is shown', () => {
  it('is what the server said where nothing is on its way', () => {
    expect(shownList({ ...row, list: 'Archive' }, noMoves)).toBe('Archive');
  });

  it('is the key that was pressed for the entry, and for the company where the row has no entry', () => {
    const overlay = pressed(noMoves, [{ ...placed, list: 'Watchlist' }], 1);
    expect(shownList(row, overlay)).toBe('Watchlist');
    expect(shownList(bare, overlay)).toBe('Watchlist');
    expect(shownList({ ...row, entryId: 8 }, overlay)).toBe('None');
  });

  it('is the newest of several keys, whichever comes first', () => {
    const keys = fc.uniqueArray(fc.record({ list: fc.constantFrom(...listNames), turn: fc.nat(99) }), {
      minLength: 1,
      selector: ({ turn }) => turn,
    });
    fc.assert(
      fc.property(keys, (all) => {
        const overlay = all.reduce((before, { list, turn }) => pressed(before, [{ ...placed, list }], turn), noMoves);
        expect(shownList(row, overlay)).toBe(all.toSorted((a, b) => b.turn - a.turn)[0]?.list);
      }),
    );
  });

  it('is the newest of what main told, whichever comes first', () => {
    const news = fc.record({ list: fc.constantFrom(...listNames), revision: fc.nat(99), isDone: fc.boolean() });
    fc.assert(
      fc.property(fc.uniqueArray(news, { minLength: 1, selector: ({ revision }) => revision }), (all) => {
        const overlay = all.reduce((before, one) => told(before, [{ ...placed, ...one }]), noMoves);
        expect(shownList(row, overlay)).toBe(all.toSorted((a, b) => b.revision - a.revision)[0]?.list);
      }),
    );
  });

  it('stays what a key says until that very key is answered, and is then what main told last', () => {
    let overlay = pressed(noMoves, [placed], 4);
    overlay = told(overlay, [{ ...placed, list: 'Watchlist', isDone: true, revision: 9 }]);
    overlay = answered(overlay, [placed], 3);
    expect(shownList(row, overlay)).toBe('Archive');
    overlay = told(answered(overlay, [placed], 4), [{ ...placed, isDone: false, revision: 8 }]);
    expect(shownList(row, overlay)).toBe('Watchlist');
  });

  it('comes from the server again only for rows that were read after the move was done', () => {
    let overlay = told(noMoves, [{ ...placed, isDone: false, revision: 1 }]);
    expect(shownList({ ...row, revision: 100 }, overlay)).toBe('Archive');
    overlay = told(overlay, [{ ...placed, isDone: true, revision: 50 }]);
    expect(shownList({ ...row, revision: 49 }, overlay)).toBe('Archive');
    expect(shownList({ ...row, revision: 50 }, overlay)).toBe(row.list);
    // A list that was read before goes on needing it, whoever has read the row again.
    expect(shownList(row, overlay)).toBe('Archive');
  });

  it('stays done where the answer to its key, of the same state, comes later', () => {
    const overlay = told(noMoves, [{ ...placed, isDone: true, revision: 2 }]);
    expect(moveAt(told(overlay, [{ ...placed, isDone: false, revision: 2 }]), 7, 3)?.doneAt).toBe(2);
  });

  it('stays refused where the answer to a key, of the same state, comes later', () => {
    const overlay = refusedAt(told(noMoves, [{ ...placed, isDone: false, revision: 1 }]), [placed], 2);
    expect(moveAt(told(overlay, [{ ...placed, isDone: false, revision: 2 }]), 7, 3)).toBeUndefined();
  });

  it('is what the server had before where it refuses a move, unless another entry of the company moves', () => {
    const overlay = told(noMoves, [
      { ...placed, isDone: false, revision: 1 },
      { ...placed, entryId: 8, list: 'Watchlist', isDone: false, revision: 2 },
    ]);
    const refused = refusedAt(overlay, [placed], 3);
    expect([shownList(row, refused), shownList(bare, refused)]).toEqual(['None', 'Watchlist']);
    // The answer to its key comes after the news that it was refused.
    expect(shownList(row, told(refused, [{ ...placed, isDone: false, revision: 1 }]))).toBe('None');
    // A row that was read before the last move that was done still needs that one.
    const done = told(noMoves, [{ ...placed, isDone: true, revision: 1 }]);
    const next = told(done, [{ ...placed, list: 'Watchlist', isDone: false, revision: 2 }]);
    expect(shownList({ ...row, revision: 0 }, refusedAt(next, [placed], 3))).toBe('Archive');
  });

  it('is the last move that the server had where it refuses the one after it, whichever was told first', () => {
    const moves = [
      { ...placed, isDone: true, revision: 1 },
      { ...placed, list: 'Watchlist' as const, isDone: true, revision: 3 },
    ];
    for (const news of [moves, moves.toReversed()]) {
      const overlay = told(told(noMoves, news.slice(0, 1)), news.slice(1));
      const next = told(overlay, [{ ...placed, list: 'Opportunities', isDone: false, revision: 4 }]);
      expect(shownList({ ...row, revision: 0 }, refusedAt(next, [placed], 5))).toBe('Watchlist');
    }
  });

  it('is the move before a refused one, though that is heard to be done after the refusal', () => {
    const next = told(noMoves, [{ ...placed, list: 'Opportunities', isDone: false, revision: 4 }]);
    const refused = refusedAt(next, [placed], 5);
    const overlay = told(refused, [{ ...placed, isDone: true, revision: 3 }]);
    expect(shownList({ ...row, revision: 0 }, overlay)).toBe('Archive');
    // What no more is known of stays the server's.
    const lost = told(forgotten(next, [placed], 5), [{ ...placed, isDone: true, revision: 3 }]);
    expect(shownList(row, lost)).toBe('None');
  });

  it('is what the server says where no more is known as of a revision, but for what was told of a later one', () => {
    const overlay = told(noMoves, [{ ...placed, isDone: false, revision: 7 }]);
    expect(shownList(row, forgotten(overlay, [placed], 6))).toBe('Archive');
    expect(shownList(row, forgotten(overlay, [placed], 7))).toBe('None');
  });

  it('is done where main had it on its way and has it no more', () => {
    const overlay = told(noMoves, [
      { ...placed, isDone: false, revision: 1 },
      { ...placed, entryId: 8, companyId: 4, isDone: false, revision: 1 },
      { ...placed, entryId: 9, companyId: 5, isDone: false, revision: 9 },
    ]);
    const now = resumed(overlay, [{ entryId: 8, companyId: 4, list: 'Archive' }], 5);
    const done = [7, 8, 9].map((entryId, index) => moveAt(now, entryId, index + 3)?.doneAt);
    expect(done).toEqual([5, null, null]);
    expect([3, 4, 5].map((companyId) => moveAt(now, null, companyId)?.doneAt)).toEqual([5, null, null]);
  });

  it('is what the news says of a move that main has no more on its way, though the news comes later', () => {
    const queued = told(noMoves, [{ ...placed, isDone: false, revision: 1 }]);
    // It was taken back before it went out, which is told as of revision 2.
    const now = told(resumed(queued, [], 5), [{ ...placed, list: 'None', isDone: true, revision: 2 }]);
    expect(shownList({ ...row, list: 'Archive', revision: 0 }, now)).toBe('None');
  });
});

describe('a map by id', () => {
  it('does as a map does, and leaves every earlier one as it was', () => {
    const id = fc.constantFrom(1, 2, 1025, 2049, 77);
    const edits = fc.array(fc.array(fc.tuple(id, fc.option(fc.nat())), { maxLength: 5 }), { maxLength: 8 });
    fc.assert(
      fc.property(edits, (all) => {
        let map = new IdMap<number>();
        const known = new Map<number, number>();
        const kept: [IdMap<number>, [number, number][]][] = [];
        for (const some of all) {
          map = map.with((draft) => {
            for (const [key, value] of some) {
              if (value === null) draft.delete(key);
              else draft.set(key, value);
              if (value === null) known.delete(key);
              else known.set(key, value);
              expect(draft.get(key)).toBe(known.get(key));
            }
          });
          kept.push([map, [...known].toSorted(([a], [b]) => a - b)]);
        }
        for (const [earlier, values] of kept) {
          expect([...earlier].toSorted(([a], [b]) => a - b)).toEqual(values);
          expect(earlier.size).toBe(values.length);
        }
      }),
    );
  });
});
