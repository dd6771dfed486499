import { describe, expect, it } from 'vitest';
import { directionText, orderText, parseOrder, type ListOrder } from '#shared/domain/listOrder.ts';
import { columns, columnOfOrder, directionsOf, headerTip, orderOf } from '../../grid/columns.ts';
import { nextOrder, orderLabel, withOrder } from './OrderMenu.tsx';

const sortable = columns.filter(({ order }) => order !== undefined);

describe('the order of a list', () => {
  it.each(sortable)('goes by $title in both directions, and the header shows which', (column) => {
    const first = nextOrder(column, null);
    const second = nextOrder(column, first);
    expect(nextOrder(column, second)).toEqual(first);
    expect(first?.isDescending).toBe(directionsOf(column, 'orders')[0] === 'desc');
    for (const order of [first, second] as ListOrder[]) {
      expect(parseOrder(orderText(order))).toEqual(order);
      expect(columnOfOrder(order.by)).toBe(column);
      expect(orderOf({ column: column.id, isDescending: order.isDescending })).toEqual(order);
      expect(orderLabel(order)).toBe(`${column.title}, ${directionText(order)}`);
    }
    expect(first?.isDescending).not.toBe(second?.isDescending);
  });

  it('is that of one column at most', () => {
    expect(new Set(sortable.map(({ order }) => order)).size).toBe(sortable.length);
  });

  it('goes by a column of imported files, too', () => {
    const order = orderOf({ column: 'own:Batch', isDescending: true });
    expect(order).toEqual({ by: 'own:Batch', isDescending: true });
    expect(orderLabel(order!)).toBe('Batch, Z to A');
  });

  it('is kept for its list, and the others keep theirs', () => {
    const order = { by: 'founded', isDescending: true };
    const kept = withOrder({ 'a smart 2': 'name' }, 'a smart 1', order);
    expect(kept).toEqual({ 'a smart 2': 'name', 'a smart 1': '-founded' });
    expect(withOrder(kept, 'a smart 1', null)).toEqual({ 'a smart 2': 'name' });
  });
});

it.each(columns)('the header $title says so if a click sorts nothing', (column) => {
  for (const sorting of ['search', 'orders'] as const) {
    const isSorted = directionsOf(column, sorting).length > 0;
    expect(headerTip(column, sorting).includes('cannot be sorted')).toBe(!isSorted);
  }
});
