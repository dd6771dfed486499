import { describe, expect, it } from 'vitest';
import type { ListName } from '#shared/domain/listName.ts';
import { ListTally } from './listTally.ts';
import { entryRow } from './testing/rows.ts';

describe('figures of a list', () => {
  it('counts what is left from what the server counted and what is shown', () => {
    const tally = new ListTally();
    const shown = new Map<string, ListName>();
    const note = (id: number, list: ListName, was: ListName = 'None'): void => {
      shown.set(`e${id}`, list);
      tally.note([entryRow(id, was)], (row) => shown.get(row.id) ?? row.list);
    };
    expect(tally.counts.get().left).toBeNull();
    tally.setBase(100);
    note(1, 'Archive');
    note(1, 'Watchlist');
    note(2, 'Archive');
    expect(tally.counts.get().left).toBe(98);
    note(2, 'None');
    note(3, 'None', 'Archive');
    expect(tally.counts.get().left).toBe(100);
  });

  it('starts anew when the rows were read again', () => {
    const tally = new ListTally();
    tally.setBase(10);
    tally.note([entryRow(1)], () => 'Archive');
    tally.reset();
    tally.setBase(9);
    expect(tally.counts.get().left).toBe(9);
  });
});
