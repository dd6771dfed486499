import { expect, it } from 'vitest';
import { createEventHub } from '../eventHub.ts';
import { FakeClock } from '../testing/fakeClock.ts';
import { RecordingLog } from '../testing/recordingLog.ts';
import { Behind } from './behind.ts';

it('tells once that a server is behind, and has what is shown asked for again soon after', () => {
  const clock = new FakeClock();
  const events = createEventHub(new RecordingLog());
  const told: string[] = [];
  events.subscribeAll(({ name, payload }) => told.push(`${name} ${JSON.stringify(payload)}`));
  const behind = new Behind(clock, events);
  behind.tell();
  behind.tell();
  expect(told).toEqual(['companies.behind {}']);
  clock.advance(3000);
  expect(told).toEqual(['companies.behind {}', 'data.changed {"tags":["companies"]}']);
  // What it answers then may be behind again.
  behind.tell();
  expect(told.at(-1)).toBe('companies.behind {}');
});
