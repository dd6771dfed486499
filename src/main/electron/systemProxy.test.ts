import { expect, test } from 'vitest';
import { proxyOf, systemProxy } from './system.ts';
import { FakeTimers } from './testing/fakeTimers.ts';

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
