import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { inPlaces, placedAt, stepped } from './listPlaces.ts';

const ids = fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { maxLength: 12 });
const sorted = (all: readonly number[]): number[] => all.toSorted((a, b) => a - b);

test('the own order puts lists first, new ones last in the order they have, and knows deleted ones no more', () => {
  fc.assert(
    fc.property(ids, ids, (there, places) => {
      const shown = inPlaces(
        there.map((id) => ({ id })),
        places,
      ).map(({ id }) => id);
      const placed = places.filter((id) => there.includes(id));
      expect(shown).toEqual([...placed, ...there.filter((id) => !places.includes(id))]);
    }),
  );
});

test('a step moves one list past its neighbour, and back; at an end nothing moves', () => {
  fc.assert(
    fc.property(
      ids.filter(({ length }) => length > 1),
      fc.nat(),
      (all, nth) => {
        const at = nth % all.length;
        const id = all[at] ?? 0;
        const down = stepped(all, id, 1);
        expect(sorted(down)).toEqual(sorted(all));
        expect(down.indexOf(id)).toBe(Math.min(all.length - 1, at + 1));
        if (at < all.length - 1) expect(stepped(down, id, -1)).toEqual(all);
        expect(stepped(all, all[0] ?? 0, -1)).toBe(all);
      },
    ),
  );
});

test('a list dropped beside another one is beside it, and the others keep their order', () => {
  fc.assert(
    fc.property(
      ids.filter(({ length }) => length > 1),
      fc.nat(),
      fc.nat(),
      fc.boolean(),
      (all, a, b, isAfter) => {
        const [id = 0, target = 0] = [all[a % all.length], all[b % all.length]];
        const moved = placedAt(all, id, { target, side: isAfter ? 'after' : 'before' });
        expect(moved.filter((one) => one !== id)).toEqual(all.filter((one) => one !== id));
        if (id !== target) expect(moved.indexOf(id) - moved.indexOf(target)).toBe(isAfter ? 1 : -1);
      },
    ),
  );
});
