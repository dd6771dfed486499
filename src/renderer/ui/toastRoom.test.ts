import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { toastPlace } from './toastRoom.ts';

const nothing = { cornerWidth: 0, cornerHeight: 0, foot: 0, paneHeight: 0 };
const desktop = { width: 1280, height: 800 };

it('E22 a toast stands in the middle of the table, not over what is beside it', () => {
  // A sidebar, the filters and the reading pane leave this of the window.
  const place = toastPlace({ left: 492, right: 880, bottom: 772 }, desktop, nothing);
  expect(place).toEqual({ left: 508, width: 356, bottom: 44 });
  const wide = toastPlace({ left: 232, right: 1280, bottom: 772 }, desktop, nothing);
  expect(wide).toEqual({ left: 536, width: 440, bottom: 44 });
});

it('E22 a toast stands beside the panel in the corner, and above it where there is no room', () => {
  const corner = { ...nothing, cornerWidth: 400, cornerHeight: 120 };
  const beside = toastPlace({ left: 232, right: 1280, bottom: 772 }, desktop, corner);
  expect(beside.left + beside.width).toBeLessThanOrEqual(1280 - 16 - 400);
  expect(beside.bottom).toBe(44);
  const above = toastPlace({ left: 492, right: 1000, bottom: 772 }, desktop, corner);
  expect(above).toMatchObject({ width: 440, bottom: 44 + 120 });
  // Without a status bar the panel keeps its distance from the foot of the window all the same.
  expect(toastPlace({ left: 52, right: 700, bottom: 800 }, desktop, corner).bottom).toBe(44 + 120);
});

it('E22 a toast is in the window, and where its room is wide enough in its room, above all that is at its foot', () => {
  const size = fc.integer({ min: 0, max: 700 });
  fc.assert(
    fc.property(
      fc.integer({ min: 300, max: 2000 }),
      size,
      size,
      fc.record({ cornerWidth: size, cornerHeight: size, foot: size, paneHeight: fc.constant(0) }),
      (width, before, after, taken) => {
        const room = { left: Math.min(before, width - 1), right: Math.max(before + 1, width - after), bottom: 700 };
        const place = toastPlace(room, { width, height: 800 }, taken);
        expect(place.left).toBeGreaterThanOrEqual(16);
        expect(place.left + place.width).toBeLessThanOrEqual(width);
        expect(place.bottom).toBeGreaterThanOrEqual(100 + taken.foot);
        if (room.right - room.left < 300 || room.right > width) return;
        expect(place.left).toBeGreaterThanOrEqual(room.left);
        expect(place.left + place.width).toBeLessThanOrEqual(room.right);
      },
    ),
  );
});
