import { expect } from 'playwright/test';
import { test as base } from '../desktopFixtures.ts';
import { startTeamServer, type TeamServer } from '../launchers/teamServer.ts';
import { finishSignIn, logOut, openSignIn } from '../pages/signIn.ts';

const ann = { email: 'ann@fund.example', name: 'Ann Lindqvist' };

const test = base.extend<{ readonly server: TeamServer }>({
  server: async ({ workspace }, use) => {
    const server = await startTeamServer(workspace, 60);
    await server.addUser(ann.email, ann.name);
    await use(server);
    await server.stop();
  },
});

test('S34 S38 a sign-in comes back by an address of this computer where links are not certainly ours', async ({
  desktop,
  server,
}) => {
  const { page, outside } = await desktop();
  await logOut(page);
  const provider = await openSignIn(page, server.url);
  const redirect = new URL(new URL(provider.url()).searchParams.get('redirect') ?? '');
  expect(redirect.href).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/auth$/);
  // No one else's answer counts, and no other name of this computer is accepted (DNS rebinding).
  const state = new URL(provider.url()).searchParams.get('state') ?? '';
  const wrong = await outside.request.get(`${redirect.href}?code=x&state=guessed`, { maxRedirects: 0 });
  expect([wrong.status(), wrong.headers()['location']]).toEqual([303, '/not-signed-in']);
  const rebound = await outside.request.get(`${redirect.href}?code=x&state=${state}`, {
    headers: { host: `evil.test:${redirect.port}` },
    maxRedirects: 0,
  });
  // Refused at the gate, as by all our servers on this computer (ADR 23).
  expect(rebound.status()).toBe(403);
  await finishSignIn(provider, ann.email);
  await expect(page.getByRole('button', { name: `Profile menu of ${ann.name}` })).toBeVisible();
  // The sign-in is over, and its address is closed.
  const late = await outside.request
    .get(`${redirect.href}?code=x&state=${state}`, { maxRedirects: 0 })
    .catch(() => null);
  expect(late === null || late.status() === 404).toBe(true);
});

test('S34 an installed app whose link is its own takes the sign-in by winnow://', async ({ desktop, server }) => {
  const { page, standIn } = await desktop({ platform: 'darwin', isPackaged: true });
  await standIn.ask('answer', { isDefaultClient: true });
  await logOut(page);
  const provider = await openSignIn(page, server.url);
  expect(new URL(provider.url()).searchParams.get('redirect')).toBe('winnow://auth');
  const back = provider.waitForRequest((request) => request.url().startsWith('winnow://'));
  await provider.getByLabel('Email').fill(ann.email);
  await provider.getByLabel('Password').fill('correct horse battery');
  await provider.getByRole('button', { name: 'Sign in' }).click();
  await standIn.ask('openUrl', (await back).url());
  await expect(page.getByRole('button', { name: `Profile menu of ${ann.name}` })).toBeVisible();
});

test('S34 a sign-in that was given up leaves no address behind', async ({ desktop, server }) => {
  const { page, outside } = await desktop();
  await logOut(page);
  const provider = await openSignIn(page, server.url);
  const redirect = new URL(provider.url()).searchParams.get('redirect') ?? '';
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: 'Open local workspace' })).toBeVisible();
  const late = await outside.request.get(`${redirect}?code=x&state=y`, { maxRedirects: 0 }).catch(() => null);
  expect(late === null || late.status() === 404).toBe(true);
});
