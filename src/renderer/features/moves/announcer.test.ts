import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Announcer } from './TriageProvider.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('tells the last decision and the last place of one moment together, the decision first', () => {
  const spoken: string[] = [];
  const announcer = new Announcer({ set: (text) => spoken.push(text) });
  announcer.tell('Archived Acme.');
  announcer.tellPlace('Bolt');
  announcer.tell('Archived Bolt.');
  announcer.tellPlace('Cogs');
  vi.runAllTimers();
  expect(spoken).toEqual(['Archived Bolt. Cogs']);
  announcer.tellPlace('Dyno');
  vi.runAllTimers();
  announcer.tell('Undone.');
  vi.runAllTimers();
  expect(spoken.slice(1)).toEqual(['Dyno', 'Undone.']);
});
