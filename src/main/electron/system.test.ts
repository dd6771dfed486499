import { beforeEach, describe, expect, test } from 'vitest';
import { watchPower, proxyOf, systemProxy } from './system.ts';
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

test.for([
  ['DIRECT', ''],
  ['PROXY proxy.example:8080', 'http://proxy.example:8080'],
  ['PROXY proxy.example:8080; DIRECT', 'http://proxy.example:8080'],
  ['HTTPS proxy.example:443;PROXY other:80', 'https://proxy.example:443'],
  ['SOCKS5 proxy.example:1080; PROXY other:80', 'http://other:80'],
  ['SOCKS proxy.example:1080', ''],
  ['DIRECT; PROXY other:80', ''],
  ['', ''],
  ['nonsense', ''],
] as const)('of “%s” the way is “%s”', ([ways, expected]) => {
  expect(proxyOf(ways)).toBe(expected);
});

test('the system is asked by origin, again after a while, and without an answer there is no proxy', async () => {
  const asked: string[] = [];
  let ways = 'PROXY a:1';
  const timers = new FakeTimers();
  const errors: string[] = [];
  const log = { info: () => undefined, warn: () => undefined, error: (event: string) => void errors.push(event) };
  const resolveProxy = async (url: string): Promise<string> => {
    asked.push(url);
    if (ways === '') throw new Error('The network service has gone.');
    return ways;
  };
  const proxyFor = systemProxy(() => ({ resolveProxy }), timers, log);
  expect(await proxyFor('https://winnow.example/api/a?token=secret')).toBe('http://a:1');
  ways = 'PROXY b:1';
  expect(await proxyFor('https://winnow.example/api/b')).toBe('http://a:1');
  timers.advance(10_000);
  expect(await proxyFor('https://winnow.example/api/b')).toBe('http://b:1');
  ways = '';
  expect(await proxyFor('https://other.example/')).toBe('');
  expect(errors).toEqual(['proxy.resolve']);
  // Not more than the origin is told.
  expect(asked).toEqual(['https://winnow.example/', 'https://winnow.example/', 'https://other.example/']);
});
