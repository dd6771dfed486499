import { expect, it } from 'vitest';
import { createEventHub } from './eventHub.ts';
import { Connection } from './connection.ts';
import { FakeClock } from './testing/fakeClock.ts';
import { RecordingLog } from './testing/recordingLog.ts';
import { eventually } from './testing/eventually.ts';

it('tells when the connection changes, and finds it again by itself', async () => {
  const clock = new FakeClock();
  const events = createEventHub(new RecordingLog());
  const told: string[] = [];
  events.subscribe('connection.changed', ({ status, since }) => told.push(`${status} ${since}`));
  let reachable = false;
  let probes = 0;
  const connection: Connection = new Connection(clock, events, async () => {
    probes++;
    connection.report(reachable);
    if (!reachable) throw new Error('not there');
  });
  connection.report(true);
  connection.report(false);
  connection.report(false);
  expect(told).toEqual(['lost 2026-11-20T12:00:00.000Z']);
  for (let probe = 1; probe <= 3; probe++) {
    await eventually(() => {
      clock.advance(probes < probe ? 5000 : 0);
      expect(probes).toBe(probe);
    });
  }
  reachable = true;
  await eventually(() => {
    clock.advance(5000);
    expect(connection.state.status).toBe('connected');
  });
  const after = probes;
  clock.advance(60_000);
  expect(probes).toBe(after);
  connection.stop();
});
