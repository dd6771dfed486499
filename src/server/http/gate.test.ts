import { describe, expect, test } from 'vitest';
import { refusalOf, type GateOptions } from './gate.ts';

const gate: GateOptions = {
  hosts: ['127.0.0.1:8750', 'winnow.example.com'],
  origins: ['http://127.0.0.1:8750', 'https://winnow.example.com'],
};

function ask(url: string, headers: [string, string][]): string | null {
  return refusalOf({ url, headers: Object.fromEntries(headers), rawHeaders: headers.flat() }, gate);
}

describe('who may speak to the server', () => {
  test.for(['127.0.0.1:8750', 'winnow.example.com'])('S15 its own Host %s is served', (host) => {
    expect(ask('/api/config', [['host', host]])).toBeNull();
  });

  test.for([
    'evil.test',
    'localhost:8750',
    '',
    '127.0.0.1',
    '127.0.0.1:8751',
    '127.0.0.1:8750.',
    'winnow.example.com.',
  ])('S15 the Host "%s" is refused', (host) => {
    expect(ask('/api/config', [['host', host]])).not.toBeNull();
  });

  test('S15 no Host, two Hosts and an absolute address are refused', () => {
    expect(ask('/', [])).not.toBeNull();
    expect(
      ask('/', [
        ['host', '127.0.0.1:8750'],
        ['Host', '127.0.0.1:8750'],
      ]),
    ).not.toBeNull();
    expect(ask('http://evil.test/api/config', [['host', '127.0.0.1:8750']])).not.toBeNull();
  });

  test('S16 a foreign Origin is refused, the own one and none are not', () => {
    const host: [string, string] = ['host', '127.0.0.1:8750'];
    for (const origin of gate.origins) expect(ask('/', [host, ['origin', origin]])).toBeNull();
    for (const origin of ['null', 'https://evil.test', 'http://127.0.0.1:9999', 'https://127.0.0.1:8750']) {
      expect(ask('/', [host, ['origin', origin]])).not.toBeNull();
    }
    expect(ask('/', [host, ['sec-fetch-site', 'cross-site']])).not.toBeNull();
    expect(ask('/', [host, ['sec-fetch-site', 'same-origin']])).toBeNull();
  });
});
