import { beforeEach, describe, expect, it } from 'vitest';
import type { ListName } from '#shared/domain/listName.ts';
import {
  countedRows,
  corrected,
  moved,
  newMeter,
  noCounts,
  noted,
  recounted,
  withoutCorrections,
  worked,
  type Counts,
} from './figures.ts';
import { answered, noMoves, pressed, told, refusedAt, type Overlay } from './overlay.ts';

/** A row of the smart list 1. */
const row = (id: number, list: ListName = 'None') => ({ entryId: id, inboxId: 1, company: { id }, list });

const count = (id: number, unratedCount: number) => ({ id, unratedCount });
const step = (from: ListName, to: ListName) => [{ from, to }];

describe('what is undecided in each smart list', () => {
  let overlay: Overlay;
  let counts: Counts;

  beforeEach(() => {
    overlay = noMoves;
    counts = recounted(noCounts, overlay, [count(1, 10), count(2, 5)], 0);
  });

  const unrated = (): number[] => [...counts.unrated.values()];
  const server = (...lists: { id: number; unratedCount: number }[]) => ({
    at: (revision: number): void => {
      counts = recounted(counts, overlay, lists, revision);
    },
  });

  function decide(id: number, list: ListName, turn: number, inboxId = 1, shown: ListName = 'None'): void {
    counts = noted(counts, [{ entryId: id, companyId: id, inboxId, list: shown }]);
    overlay = pressed(overlay, [{ entryId: id, companyId: id, list }], turn);
    counts = moved(counts, overlay, [{ entryId: id, companyId: id, list }]);
  }

  /** The key is answered, and the server has it. */
  function settle(id: number, list: ListName, turn: number, revision: number): void {
    const placed = { entryId: id, companyId: id, list };
    overlay = told(answered(overlay, [placed], turn), [{ ...placed, isDone: true, revision }]);
    counts = moved(counts, overlay, [placed]);
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
    settle(7, 'Archive', 10, 20);
    server(count(1, 9)).at(20);
    expect(unrated()).toEqual([9]);
    // Taken back later it is one more again.
    decide(7, 'None', 30, 1, 'Archive');
    expect(unrated()).toEqual([10]);
  });

  it('corrects a count that was read before the move was done', () => {
    decide(7, 'Archive', 10);
    server(count(1, 10)).at(12);
    expect(unrated()).toEqual([9]);
    settle(7, 'Archive', 10, 20);
    expect(unrated()).toEqual([9]);
    server(count(1, 9)).at(25);
    expect(unrated()).toEqual([9]);
  });

  it('is not corrected twice by a move that had been done when the server counted, and of which the news came later', () => {
    decide(7, 'Archive', 10);
    server(count(1, 9), count(2, 6)).at(20);
    expect(unrated()).toEqual([9, 6]);
    settle(7, 'Archive', 10, 30);
    expect(unrated()).toEqual([9, 6]);
    server(count(1, 12)).at(40);
    expect(unrated()).toEqual([12]);
  });

  it('keeps a newer count where an older one comes later', () => {
    server(count(1, 8), count(2, 5)).at(30);
    server(count(1, 10), count(2, 5)).at(20);
    expect(unrated()).toEqual([8, 5]);
  });

  it('goes back where a move is refused', () => {
    decide(7, 'Archive', 10);
    const placed = { entryId: 7, companyId: 7, list: 'Archive' as const };
    overlay = refusedAt(answered(overlay, [placed], 10), [placed], 20);
    counts = moved(counts, overlay, [placed]);
    expect(unrated()).toEqual([10, 5]);
  });

  it('knows nothing of entries whose smart list it was not told, and of lists that were not counted', () => {
    counts = moved(counts, overlay, [{ entryId: 99, companyId: 99, list: 'Archive' }]);
    decide(7, 'Archive', 10, 3);
    expect(unrated()).toEqual([10, 5]);
  });

  it('follows what is decided about rows that were read, wherever it is decided', () => {
    const read = (...rows: ReturnType<typeof row>[]): void => {
      counts = countedRows(counts, overlay, rows);
    };
    read(row(7), row(8));
    settle(7, 'Archive', 0, 20);
    expect(unrated()).toEqual([9, 5]);
    // Read before that move was done, and counted after it.
    server(count(1, 9)).at(25);
    read(row(7), row(8));
    expect(unrated()).toEqual([9]);
    // Read while a move of it is on its way.
    overlay = told(overlay, [{ entryId: 9, companyId: 9, list: 'Watchlist', isDone: false, revision: 30 }]);
    read(row(9));
    expect(unrated()).toEqual([8]);
    settle(9, 'Watchlist', 0, 35);
    read(row(9, 'Watchlist'));
    server(count(1, 8)).at(40);
    expect(unrated()).toEqual([8]);
  });

  it('are the same ones while they say the same', () => {
    decide(7, 'Archive', 10);
    const { unrated: before } = counts;
    settle(7, 'Archive', 10, 20);
    expect(counts.unrated).toBe(before);
  });

  it('are what the server counted once another state has taken the place of the one before', () => {
    decide(7, 'Archive', 10);
    counts = withoutCorrections(counts);
    expect(unrated()).toEqual([10, 5]);
  });
});

describe('the session', () => {
  it('counts decisions, what was kept, and the pace of the working time', () => {
    let meter = newMeter;
    for (let index = 0; index < 10; index++) {
      meter = worked(meter, step('None', index < 3 ? 'Watchlist' : 'Archive'), index * 2000);
    }
    const { decided, kept, perMinute } = meter.figures;
    expect([decided, kept]).toEqual([10, 3]);
    expect(perMinute).toBeCloseTo(33.3, 1);
  });

  it('does not count pauses over a minute, nor a bulk move as many decisions', () => {
    const one = worked(worked(newMeter, step('None', 'Archive'), 0), step('None', 'Archive'), 3_600_000);
    const many = Array.from({ length: 100 }, () => ({ from: 'None' as const, to: 'Archive' as const }));
    expect(worked(one, many, 3_600_000).figures).toEqual({ decided: 102, kept: 0, perMinute: 3 });
  });

  it('takes back what is undone and never falls below nothing', () => {
    const kept = worked(newMeter, step('None', 'Opportunities'), 0);
    const back = corrected(worked(kept, step('Opportunities', 'None'), 10), step('Archive', 'None'));
    expect(back.figures).toEqual({ decided: 0, kept: 0, perMinute: null });
  });
});
