import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'playwright/test';
import { test } from '../fixtures.ts';
import { shellName } from '../launchers/shell.ts';

test.skip(shellName() !== 'browser', 'These are about the browser shell’s own server.');

test('S3 what is injected into a page neither runs nor asks anybody', async ({ start }) => {
  const { page } = await start({ sample: 0 });
  const seen = await page.evaluate(async () => {
    const violations: string[] = [];
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) =>
      violations.push(effectiveDirective),
    );
    const ran: string[] = [];
    Object.assign(window, { ran });
    const place = document.createElement('div');
    place.innerHTML = '<img src="data:image/png;base64,AA" onerror="ran.push(\'handler\')">';
    document.body.append(place);
    const script = document.createElement('script');
    script.textContent = "ran.push('inline')";
    document.body.append(script);
    const asked = await fetch('http://127.0.0.1:9/').then(
      () => 'answered',
      () => 'refused',
    );
    const frame = document.createElement('iframe');
    frame.src = 'http://127.0.0.1:9/';
    document.body.append(frame);
    const base = document.createElement('base');
    base.href = 'http://127.0.0.1:9/';
    document.head.append(base);
    await new Promise((resolve) => {
      const look = (): void => {
        if (violations.some((name) => name.startsWith('frame-src')) && violations.includes('base-uri')) resolve(null);
        else setTimeout(look, 20);
      };
      look();
    });
    return { violations, ran, asked };
  });
  expect(seen.ran).toEqual([]);
  expect(seen.asked).toBe('refused');
  for (const directive of ['script-src-attr', 'script-src-elem', 'connect-src', 'frame-src', 'base-uri'])
    expect(seen.violations).toContain(directive);
});

test('S16 S21 a page of another port reaches nothing of the app', async ({ start }) => {
  const app = await start({ sample: 0 });
  const { origin, host } = new URL(app.page.url());
  const foreign = await startForeign();
  const page = await app.context.newPage();
  await page.goto(`http://127.0.0.1:${(foreign.address() as AddressInfo).port}/`);
  const reached = await page.evaluate(
    async ([shell, socketHost]) => {
      const socket = new WebSocket(`ws://${socketHost}/events`);
      const socketOpened = await new Promise((resolve) => {
        socket.addEventListener('open', () => resolve(true));
        socket.addEventListener('close', () => resolve(false));
      });
      const json = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' };
      const asks: [string, RequestInit][] = [
        [`${shell}/`, {}],
        [`${shell}/rpc`, json],
        [`${shell}/session`, { ...json, headers: { 'content-type': 'text/plain' } }],
      ];
      const answers: string[] = [];
      for (const [url, init] of asks) {
        answers.push(
          await fetch(url, init).then(
            () => 'answered',
            () => 'refused',
          ),
        );
      }
      const loads: boolean[] = [];
      for (const path of ['/', '/rpc', '/session', '/icon.svg']) {
        const script = document.createElement('script');
        script.src = shell + path;
        loads.push(
          await new Promise((resolve) => {
            script.addEventListener('load', () => resolve(true));
            script.addEventListener('error', () => resolve(false));
            document.body.append(script);
          }),
        );
      }
      return { socketOpened, answers, loads };
    },
    [origin, host] as const,
  );
  expect(reached).toEqual({
    socketOpened: false,
    answers: ['refused', 'refused', 'refused'],
    loads: [false, false, false, false],
  });
  foreign.closeAllConnections();
  foreign.close();
});

/** Another site on this machine. */
async function startForeign(): Promise<Server> {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end('<!doctype html><title>Foreign</title><body></body>');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}
