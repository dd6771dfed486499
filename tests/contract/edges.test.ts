import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { browserEdge } from '#main/browser/edge.ts';
import { openSignInCallback } from '#main/shellCommon/signInCallback.ts';
import { edgeHeaders, listenOnLoopback } from '#node/loopbackServer.ts';
import { startHttpServer } from '#server/api/http/httpServer.ts';

type EdgeName = 'browser shell' | 'server' | 'sign-in';

/** What each edge has to answer where nothing is wrong, so that a refusal is one. */
const goodPaths: Readonly<Record<EdgeName, string>> = {
  'browser shell': '/',
  server: '/provider/login',
  'sign-in': '/auth?state=x',
};

const names = Object.keys(goodPaths) as EdgeName[];
const edges = new Map<EdgeName, { readonly port: number; readonly close: () => Promise<void> }>();
/** Requests that have passed a gate. */
const reached: string[] = [];

beforeAll(async () => {
  const browser = await listenOnLoopback(0, browserEdge);
  browser.serve({
    request: async (request, response) => {
      reached.push(`${request.method ?? ''} ${request.url ?? ''}`);
      response.end('reached');
    },
    upgrade: (request, socket) => {
      reached.push(`upgrade ${request.url ?? ''}`);
      socket.end('HTTP/1.1 101 Switching Protocols\r\n\r\n');
    },
  });
  edges.set('browser shell', { port: browser.port, close: () => browser.close() });
  const server = await startHttpServer({
    fetch: (request) => {
      reached.push(`${request.method} ${new URL(request.url).pathname}`);
      return new Response('reached');
    },
    port: 0,
    publicUrl: null,
  });
  edges.set('server', { port: Number(new URL(server.url).port), close: () => server.close() });
  const signIn = await openSignInCallback(
    async () => {
      reached.push('sign-in');
      return true;
    },
    { info: () => undefined, warn: () => undefined, error: () => undefined },
  );
  edges.set('sign-in', { port: Number(new URL(signIn.url).port), close: () => signIn.close() });
});
afterAll(async () => {
  for (const { close } of edges.values()) await close();
});

interface Asked {
  readonly method?: string;
  /** In place of the edge's good path. */
  readonly target?: string;
  /** `own` is the edge's own host, for a Host and an Origin. */
  readonly lines: (own: string) => readonly string[];
}

async function ask(name: EdgeName, { method = 'GET', target, lines }: Asked): Promise<string> {
  const port = edges.get(name)?.port ?? 0;
  const own = `127.0.0.1:${port}`;
  const socket = connect(port, '127.0.0.1');
  const path = (target ?? goodPaths[name]).replace('OWN', own);
  socket.write(`${[`${method} ${path} HTTP/1.1`, ...lines(own), 'Connection: close'].join('\r\n')}\r\n\r\n`);
  let answer = '';
  for await (const chunk of socket) answer += String(chunk);
  return answer;
}

const statusOf = (answer: string): number => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1]);

const site = (from: string, mode: string, dest: string): string[] => [
  `Sec-Fetch-Site: ${from}`,
  `Sec-Fetch-Mode: ${mode}`,
  `Sec-Fetch-Dest: ${dest}`,
];
const tab = site('cross-site', 'navigate', 'document');

/** What no edge of Winnow's may let in, whoever it is for. */
const hostile: readonly (readonly [string, Asked])[] = [
  ['S15 no Host', { lines: () => [] }],
  ['S15 an empty Host', { lines: () => ['Host: '] }],
  ['S15 a foreign Host', { lines: () => ['Host: evil.test'] }],
  ['S15 localhost', { lines: (own) => [`Host: ${own.replace('127.0.0.1', 'localhost')}`] }],
  ['S15 the Host with a dot', { lines: (own) => [`Host: ${own}.`] }],
  ['S15 another port', { lines: () => ['Host: 127.0.0.1:1'] }],
  ['S15 two Hosts', { lines: (own) => [`Host: ${own}`, `Host: ${own}`] }],
  ['S15 a Host behind ours', { lines: (own) => [`Host: ${own}, evil.test`] }],
  ['S15 an absolute address', { target: 'http://OWN/', lines: (own) => [`Host: ${own}`] }],
  ['S16 a foreign Origin', { lines: (own) => [`Host: ${own}`, 'Origin: https://evil.test'] }],
  ['S16 the Origin of another port', { lines: (own) => [`Host: ${own}`, 'Origin: http://127.0.0.1:1'] }],
  ['S16 the Origin null', { lines: (own) => [`Host: ${own}`, 'Origin: null'] }],
  ['S16 two Origins', { lines: (own) => [`Host: ${own}`, `Origin: http://${own}`, `Origin: http://${own}`] }],
  ['S20 a form of another site', { method: 'POST', lines: (own) => [`Host: ${own}`, ...tab, 'Content-Length: 0'] }],
  [
    'S20 a form of another site that names ours',
    { method: 'POST', lines: (own) => [`Host: ${own}`, `Origin: http://${own}`, ...tab, 'Content-Length: 0'] },
  ],
  ['S21 a script', { lines: (own) => [`Host: ${own}`, ...site('cross-site', 'no-cors', 'script')] }],
  ['S21 an image of another port', { lines: (own) => [`Host: ${own}`, ...site('same-site', 'no-cors', 'image')] }],
  ['S21 fetch()', { lines: (own) => [`Host: ${own}`, ...site('cross-site', 'cors', 'empty')] }],
  ['S21 a frame', { lines: (own) => [`Host: ${own}`, ...site('cross-site', 'navigate', 'iframe')] }],
  ['S21 a page that is fetched ahead', { lines: (own) => [`Host: ${own}`, ...tab, 'Sec-Purpose: prefetch'] }],
  ['S21 a page that older browsers fetch ahead', { lines: (own) => [`Host: ${own}`, ...tab, 'Purpose: prefetch'] }],
  ['S21 two sites', { lines: (own) => [`Host: ${own}`, 'Sec-Fetch-Site: none', 'Sec-Fetch-Site: cross-site'] }],
  ['S21 HEAD from another site', { method: 'HEAD', lines: (own) => [`Host: ${own}`, ...tab] }],
  ['S22 a head of more than 16 KB', { lines: (own) => [`Host: ${own}`, `X-Long: ${'x'.repeat(17_000)}`] }],
  ['an Expect that nobody knows', { lines: (own) => [`Host: ${own}`, 'Expect: 999-wonder'] }],
  ['what is no HTTP', { lines: (own) => [`Host: ${own}`, 'not a header'] }],
];

describe.for(names)('S15 S16 S20 S21 the edge of the %s', (name) => {
  test('is open to its own pages, and to a person who is led to its page from another site', async () => {
    for (const lines of [[], tab, site('same-site', 'navigate', 'document'), site('none', 'navigate', 'document')]) {
      reached.length = 0;
      expect(statusOf(await ask(name, { lines: (own) => [`Host: ${own}`, ...lines] }))).toBeLessThan(400);
      expect(reached).toHaveLength(1);
    }
  });

  test.for(hostile)('%s is refused before anything looks at it', async ([, asked]) => {
    reached.length = 0;
    const answer = await ask(name, asked);
    expect(statusOf(answer)).toBeGreaterThanOrEqual(400);
    expect(statusOf(answer)).toBeLessThan(500);
    expect(reached).toEqual([]);
    const [head = ''] = answer.split('\r\n\r\n');
    for (const [header, value] of Object.entries(edgeHeaders)) {
      expect(head.toLowerCase()).toContain(`\r\n${header.toLowerCase()}: ${value.toLowerCase()}`);
    }
    expect(head.toLowerCase()).not.toContain('access-control-');
  });
});

describe('S16 S20 S21 what the rules of an edge say beside the gate that all have', () => {
  const foreignTab: Asked = { lines: (own) => [`Host: ${own}`, ...tab] };
  const cases: readonly (readonly [string, EdgeName, Asked, boolean])[] = [
    ['an API that is opened from another site', 'server', { ...foreignTab, target: '/api/config' }, false],
    ['the admin’s page from another site', 'server', { ...foreignTab, target: '/admin' }, true],
    ['a page of the provider that is none', 'server', { ...foreignTab, target: '/provider/../api/config' }, false],
    ['a program’s POST, which names no Origin', 'server', { method: 'POST', lines: ownHost }, true],
    ['a method that only the API knows', 'server', { method: 'PATCH', lines: ownHost }, true],
    ['a route of the app from another site', 'browser shell', { ...foreignTab, target: '/list/search' }, true],
    ['a sign-in that comes back', 'browser shell', { ...foreignTab, target: '/auth?state=x' }, true],
    ['a download from another site', 'browser shell', { ...foreignTab, target: '/download/abc' }, false],
    ['a download behind dots from another site', 'browser shell', { ...foreignTab, target: '/x/../download/a' }, false],
    ['dots behind a download from another site', 'browser shell', { ...foreignTab, target: '/download/../x' }, false],
    ['an address to open from another site', 'browser shell', { ...foreignTab, target: '/go/abc' }, false],
    ['a file of the page from another site', 'browser shell', { ...foreignTab, target: '/assets/x.js' }, false],
    ['a POST that names no Origin', 'browser shell', { method: 'POST', lines: ownHost }, false],
    ['PATCH', 'browser shell', { method: 'PATCH', lines: ownHost }, false],
    ['POST', 'sign-in', { method: 'POST', lines: (own) => [...ownHost(own), `Origin: http://${own}`] }, false],
    ['HEAD', 'sign-in', { method: 'HEAD', lines: ownHost }, false],
    ['another page from another site', 'sign-in', { ...foreignTab, target: '/other' }, false],
  ];

  test.for(cases)('%s at the %s (%j): let in is %s', async ([, name, asked, isLetIn]) => {
    reached.length = 0;
    const status = statusOf(await ask(name, asked));
    expect({ status: status < 400, reached: reached.length }).toEqual({ status: isLetIn, reached: isLetIn ? 1 : 0 });
  });
});

function ownHost(own: string): string[] {
  return [`Host: ${own}`, 'Content-Length: 0'];
}
