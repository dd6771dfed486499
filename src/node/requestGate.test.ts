import { describe, expect, test } from 'vitest';
import { refusalOf, type GatePlaces, type GateRules } from './requestGate.ts';

const places: GatePlaces = {
  hosts: ['127.0.0.1:8750', 'winnow.example.com'],
  origins: ['http://127.0.0.1:8750', 'https://winnow.example.com'],
};

/** Of a server with pages of a provider, which programs call, too. */
const rules: GateRules = { methods: null, pages: /^\/(?:provider\/|admin\/?$)/, mustNameOrigin: false };

function ask(url: string, headers: [string, string][], method = 'GET', by = rules): number | null {
  return refusalOf({ method, url, rawHeaders: headers.flat() }, by, places)?.status ?? null;
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

  test('S15 a value that looks like the name of the Host is none', () => {
    expect(
      ask('/api/config', [
        ['host', '127.0.0.1:8750'],
        ['x-one', 'host'],
        ['x-two', 'host'],
      ]),
    ).toBeNull();
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
    for (const origin of places.origins) expect(ask('/', [host, ['origin', origin]])).toBeNull();
    for (const origin of ['null', 'https://evil.test', 'http://127.0.0.1:9999', 'https://127.0.0.1:8750']) {
      expect(ask('/', [host, ['origin', origin]])).not.toBeNull();
    }
    expect(ask('/', [host, ['sec-fetch-site', 'cross-site']])).not.toBeNull();
    expect(ask('/', [host, ['sec-fetch-site', 'same-origin']])).toBeNull();
  });

  test('S16 S21 a header that is sent twice is refused, also where one of them is right', () => {
    const host: [string, string] = ['host', '127.0.0.1:8750'];
    const own: [string, string] = ['origin', 'http://127.0.0.1:8750'];
    const page: [string, string][] = [
      ['sec-fetch-site', 'cross-site'],
      ['sec-fetch-mode', 'navigate'],
      ['sec-fetch-dest', 'document'],
    ];
    expect(ask('/', [host, own])).toBeNull();
    expect(ask('/', [host, own, own])).toBe(403);
    expect(ask('/', [host, ['sec-fetch-site', 'none'], ['sec-fetch-site', 'none']])).toBe(403);
    expect(ask('/admin', [host, ...page])).toBeNull();
    for (const header of page) expect(ask('/admin', [host, ...page, header])).toBe(403);
  });

  test('S16 S20 pages of ours name their Origin when they change something, and only methods that are served pass', () => {
    const strict: GateRules = { methods: ['GET', 'POST'], pages: /^\/$/, mustNameOrigin: true };
    const host: [string, string] = ['host', '127.0.0.1:8750'];
    const own: [string, string] = ['origin', 'http://127.0.0.1:8750'];
    expect(ask('/rpc', [host], 'POST')).toBeNull();
    expect(ask('/rpc', [host], 'POST', strict)).toBe(403);
    expect(ask('/rpc', [host, own], 'POST', strict)).toBeNull();
    expect(ask('/rpc', [host, own], 'PUT', strict)).toBe(405);
    expect(ask('/rpc', [host], 'GET', strict)).toBeNull();
    const upgrade = { method: 'GET', url: '/events', rawHeaders: host };
    expect(refusalOf(upgrade, rules, places, 'upgrade')?.status).toBe(403);
  });
});

describe('what a browser says of where a request comes from', () => {
  const page = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
  const pages = [
    '/provider/login?redirect=winnow://auth&state=abc',
    '/provider/account?tab=team',
    '/admin/?token=x',
    '/admin',
  ];
  const cases: readonly (readonly [string, string, Readonly<Record<string, string>>, 'pages' | 'all' | 'none'])[] = [
    ['a program, which says nothing', 'GET', {}, 'all'],
    ['an address that was typed', 'GET', { ...page, 'sec-fetch-site': 'none', 'sec-fetch-user': '?1' }, 'all'],
    ['a link of our own', 'GET', { ...page, 'sec-fetch-site': 'same-origin' }, 'all'],
    ['a link on another site', 'GET', { ...page, 'sec-fetch-site': 'cross-site', 'sec-fetch-user': '?1' }, 'pages'],
    ['a redirect of another site', 'GET', { ...page, 'sec-fetch-site': 'cross-site' }, 'pages'],
    ['a link on another port of this host', 'GET', { ...page, 'sec-fetch-site': 'same-site' }, 'pages'],
    ['a frame', 'GET', { ...page, 'sec-fetch-dest': 'iframe', 'sec-fetch-site': 'cross-site' }, 'none'],
    ['a frame of another port', 'GET', { ...page, 'sec-fetch-dest': 'frame', 'sec-fetch-site': 'same-site' }, 'none'],
    ['an object', 'GET', { ...page, 'sec-fetch-dest': 'object', 'sec-fetch-site': 'cross-site' }, 'none'],
    ['fetch()', 'GET', { 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty', 'sec-fetch-site': 'cross-site' }, 'none'],
    [
      'an image',
      'GET',
      { 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image', 'sec-fetch-site': 'cross-site' },
      'none',
    ],
    [
      'a script',
      'GET',
      { 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'script', 'sec-fetch-site': 'same-site' },
      'none',
    ],
    ['a form', 'POST', { ...page, 'sec-fetch-site': 'cross-site' }, 'none'],
    ['a form of another port', 'POST', { ...page, 'sec-fetch-site': 'same-site' }, 'none'],
    ['HEAD', 'HEAD', { ...page, 'sec-fetch-site': 'cross-site' }, 'none'],
    ['what is fetched ahead', 'GET', { ...page, 'sec-fetch-site': 'cross-site', 'sec-purpose': 'prefetch' }, 'none'],
    [
      'what is shown ahead',
      'GET',
      { ...page, 'sec-fetch-site': 'same-site', 'sec-purpose': 'prefetch;prerender' },
      'none',
    ],
    [
      'what older browsers fetch ahead',
      'GET',
      { ...page, 'sec-fetch-site': 'cross-site', purpose: 'prefetch' },
      'none',
    ],
    [
      'what Firefox used to fetch ahead',
      'GET',
      { ...page, 'sec-fetch-site': 'cross-site', 'x-moz': 'prefetch' },
      'none',
    ],
    [
      'a document that nobody is taken to',
      'GET',
      { 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'document', 'sec-fetch-site': 'cross-site' },
      'none',
    ],
    ['two sites at once', 'GET', { 'sec-fetch-site': 'same-origin, cross-site' }, 'none'],
  ];

  test.for(cases)('S16 S20 S21 %s (%s) may open %j: %s', ([, method, headers, may]) => {
    const refused = (url: string): boolean =>
      ask(url, [['Host', '127.0.0.1:8750'], ...Object.entries(headers)], method) !== null;
    for (const url of pages) expect([url, refused(url)]).toEqual([url, may === 'none']);
    for (const url of [
      '/api/config',
      '/api/latest_companies/preview/',
      '/healthz',
      '/',
      '/providers',
      '/adminer',
      '/x/provider/',
      '//[',
    ]) {
      expect([url, refused(url)]).toEqual([url, may !== 'all']);
    }
    // A path that the routes will read as another one.
    for (const url of ['/provider/../api/config', '/provider/%2e%2e/api/config', '/admin/../api/config']) {
      expect([url, refused(url)]).toEqual([url, may !== 'all']);
    }
  });
});
