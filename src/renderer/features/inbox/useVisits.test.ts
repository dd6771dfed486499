import { describe, expect, it } from 'vitest';
import { VisitLog, visited } from './useVisits.ts';

describe('E4 a visit to a smart list', () => {
  it('is read from the address', () => {
    expect(visited('/list/smart/7')).toBe(7);
    expect(visited('/company/12')).toBeNull();
    for (const elsewhere of ['/', '/list/watchlist', '/list/search', '/workspace', '/list/smart/7/x']) {
      expect(visited(elsewhere), elsewhere).toBe(0);
    }
  });

  it('ends when the user goes elsewhere, with what was there when they came', () => {
    const left: { id: number; arrival: number }[] = [];
    const log = new VisitLog((visit) => left.push(visit));
    log.at(7, undefined);
    log.at(7, 3);
    // What comes during the visit is new at the next one, too.
    log.at(7, 4);
    log.at(null, undefined);
    log.at(7, 4);
    expect(left).toEqual([]);
    log.at(8, 1);
    expect(left).toEqual([{ id: 7, arrival: 3 }]);
    log.at(0, undefined);
    expect(left).toEqual([
      { id: 7, arrival: 3 },
      { id: 8, arrival: 1 },
    ]);
    log.at(0, undefined);
    log.at(7, 4);
    log.at(0, undefined);
    expect(left.at(-1)).toEqual({ id: 7, arrival: 4 });
    expect(left).toHaveLength(3);
  });

  it('tells nothing of a list in which nothing was ever new, or that was left before it was known', () => {
    const left: unknown[] = [];
    const log = new VisitLog((visit) => left.push(visit));
    log.at(7, 0);
    log.at(8, undefined);
    log.at(0, undefined);
    expect(left).toEqual([]);
  });
});
