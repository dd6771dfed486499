import { beforeEach, describe, expect, test } from 'vitest';
import { watchPower } from './system.ts';
import { electronDouble } from './testing/electronDouble.ts';
import { FakeTimers } from './testing/fakeTimers.ts';
import { startTestElectron } from './testing/testElectron.ts';

describe('F21 sleep', () => {
  let told: string[];
  let clock: FakeTimers;
  let double: ReturnType<typeof electronDouble>;
  let stop: () => void;
  beforeEach(() => {
    told = [];
    clock = new FakeTimers();
    double = electronDouble();
    const app = { suspend: () => void told.push('suspend'), resume: () => void told.push('resume') };
    stop = watchPower(double.electron, app, clock);
  });

  test('F21 the app is told when the computer sleeps and when it is awake', () => {
    const { power } = double.recorded;
    for (const event of ['lock-screen', 'suspend', 'resume', 'unlock-screen']) power.emit(event);
    expect(told).toEqual(['suspend', 'resume', 'resume']);
    clock.advance(600_000);
    expect(told).toHaveLength(3);
  });

  test('F21 an awakening that nobody tells of is taken for granted after a minute awake', () => {
    double.recorded.power.emit('suspend');
    clock.advance(59_999);
    expect(told).toEqual(['suspend']);
    clock.advance(1);
    expect(told).toEqual(['suspend', 'resume']);
  });

  test('F21 nothing is heard after the end', () => {
    double.recorded.power.emit('suspend');
    stop();
    clock.advance(600_000);
    for (const event of ['suspend', 'resume', 'unlock-screen']) double.recorded.power.emit(event);
    expect(told).toEqual(['suspend']);
  });
});

test('F21 the shell listens for it as long as it runs', async () => {
  const shell = await startTestElectron();
  const { power } = shell.recorded;
  const heard = (): number[] => ['suspend', 'resume', 'unlock-screen'].map((event) => power.listenerCount(event));
  expect(heard()).toEqual([1, 1, 1]);
  power.emit('suspend');
  power.emit('resume');
  expect(await shell.call('moves.get', null)).toMatchObject({ ok: true });
  await shell.close();
  expect(heard()).toEqual([0, 0, 0]);
});
