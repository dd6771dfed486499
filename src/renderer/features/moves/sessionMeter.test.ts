import { describe, expect, it } from 'vitest';
import { SessionMeter } from './sessionMeter.ts';

describe('session meter', () => {
  it('counts decisions, what was kept, and the pace of the working time', () => {
    const meter = new SessionMeter();
    for (let step = 0; step < 10; step++) {
      meter.record([{ from: 'None', to: step < 3 ? 'Watchlist' : 'Archive' }], step * 2000);
    }
    const { decided, kept, perMinute } = meter.get();
    expect([decided, kept]).toEqual([10, 3]);
    expect(perMinute).toBeCloseTo(33.3, 1);
  });

  it('does not count pauses over a minute, nor a bulk move as many decisions', () => {
    const meter = new SessionMeter();
    meter.record([{ from: 'None', to: 'Archive' }], 0);
    meter.record([{ from: 'None', to: 'Archive' }], 3_600_000);
    meter.record(
      Array.from({ length: 100 }, () => ({ from: 'None' as const, to: 'Archive' as const })),
      3_600_000,
    );
    expect(meter.get()).toEqual({ decided: 102, kept: 0, perMinute: 3 });
  });

  it('takes back what is undone and never falls below nothing', () => {
    const meter = new SessionMeter();
    meter.record([{ from: 'None', to: 'Opportunities' }], 0);
    meter.record([{ from: 'Opportunities', to: 'None' }], 10);
    meter.record([{ from: 'Archive', to: 'None' }], 20);
    expect(meter.get()).toEqual({ decided: 0, kept: 0, perMinute: null });
  });
});
