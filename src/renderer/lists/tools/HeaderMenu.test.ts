import { describe, expect, it } from 'vitest';
import { columns, directionsOf, type SortedBy, type Sorting } from '../../grid/columns.ts';
import { headerEntries } from './HeaderMenu.tsx';

const labels = (
  id: string,
  sorting: Sorting,
  sorted: SortedBy | null = null,
  pinned: 'left' | null = null,
): string[] => {
  const column = columns.find((one) => one.id === id);
  if (column === undefined) throw new Error(`No column ${id}.`);
  return headerEntries(column, { sorting, sorted, pinned })
    .flat()
    .map(({ label }) => label);
};

describe('the menu of a header offers only what is possible', () => {
  it.each(columns.map(({ id }) => id))('%s: its sorts, pins and sizes; only the name cannot be hidden', (id) => {
    for (const sorting of ['search', 'orders', 'none'] as const) {
      const column = columns.find((one) => one.id === id);
      const sorts = labels(id, sorting).filter((label) => label.startsWith('Sort '));
      expect(sorts).toHaveLength(column === undefined ? 0 : directionsOf(column, sorting).length);
      expect(labels(id, sorting).includes('Hide column')).toBe(id !== 'name');
      expect(labels(id, sorting)).toContain('Pin to the left');
      expect(labels(id, sorting, null, 'left')).toContain('Unpin');
      expect(labels(id, sorting, null, 'left')).not.toContain('Pin to the left');
    }
  });

  it('does not offer the sort that the list has, but the way back to its own order', () => {
    const now = { column: 'founded', isDescending: true };
    expect(labels('founded', 'orders')).toEqual(expect.arrayContaining(['Sort newest first', 'Sort oldest first']));
    expect(labels('founded', 'orders', now)).not.toContain('Sort newest first');
    expect(labels('founded', 'orders', now)).toContain('The list’s own order');
    expect(labels('founded', 'search', now)).toContain('Sort by best match');
    expect(labels('stages', 'orders', now)).not.toContain('The list’s own order');
  });
});
