import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ListName } from '#shared/domain/listName.ts';
import { listText } from '#shared/domain/resultText.ts';
import { Store } from '../ui/store.ts';
import { newMeter, worked, type SessionFigures } from '../decide/figures.ts';
import type { FocusState } from './cursor.ts';
import { figuresOf, positionText } from './figures.ts';
import { Lingering, type ListCounts } from './shown.ts';
import { entryRow } from './testing/rows.ts';

const rows = Array.from({ length: 20 }, (_, index) => entryRow(index + 1));

/** An inbox of twenty undecided rows that are all loaded. Those decided are seen until `lingering` lets them go. */
function inbox() {
  const stream = { status: 'ready', reason: '', isMissing: false, loaded: 20, before: 0, total: 20 } as const;
  const lingering = new Lingering(() => undefined);
  const counts = new Store<ListCounts>({ shown: rows.length, left: rows.length });
  const parts = {
    cursor: { focus: new Store<FocusState>({ row: rows[0] ?? null, index: 0 }) },
    shown: { counts, leaving: () => lingering.all() },
    stream: { state: new Store({ ...stream, newCount: null, isComplete: true, isStale: false }) },
    triage: { meter: new Store<SessionFigures>(newMeter.figures) },
    driver: { indexOf: (id: string) => rows.findIndex((row) => row.id === id) },
  };
  let meter = newMeter;
  const goTo = (index: number): void => parts.cursor.focus.set({ row: rows[index] ?? null, index });
  const decide = (index: number, to: ListName): void => {
    const row = rows[index] ?? entryRow(0);
    counts.set({ ...counts.get(), left: (counts.get().left ?? 0) - 1 });
    meter = worked(meter, [{ from: row.list, to }], index);
    parts.triage.meter.set(meter.figures);
    lingering.add([row]);
    goTo(Math.min(index + 1, rows.length - 1));
  };
  return { goTo, decide, told: () => told(parts) };
}

/** Place, what is left, what is decided and the result text, as the screen tells them. */
function told(parts: Parameters<typeof figuresOf>[0]): string {
  const { focus, counts, stream, session } = figuresOf(parts);
  const place = positionText({ lists: ['None'] }, focus, counts, stream);
  const result = listText({ shown: counts.shown, total: counts.left ?? 0, dealt: null });
  return `${place} · ${counts.left} left · ${session.decided} decided · ${result}`;
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('counts decided rows as gone while they are still seen: place, whole, left and decided agree', () => {
  const { goTo, decide, told: now } = inbox();
  expect(now()).toBe('1 of 20 · 20 left · 0 decided · 20 companies');
  for (const index of [0, 1, 2]) decide(index, 'Archive');
  expect(now()).toBe('1 of 17 · 17 left · 3 decided · 17 companies');
  // Rows that were passed over stay before the place.
  goTo(9);
  expect(now()).toBe('7 of 17 · 17 left · 3 decided · 17 companies');
  decide(9, 'Watchlist');
  expect(now()).toBe('7 of 16 · 16 left · 4 decided · 16 companies');
  // Back on a row that is about to leave.
  goTo(2);
  expect(now()).toBe('1 of 16 · 16 left · 4 decided · 16 companies');
});

it('has nothing to count once the last row is decided', () => {
  const { decide, told: now } = inbox();
  for (const index of rows.keys()) decide(index, 'Archive');
  expect(now()).toBe(' · 0 left · 20 decided · 0 companies');
});
