import { expect, type Page } from 'playwright/test';
import { IdentityProvider } from '../../oidc/identityProvider.ts';
import { test as base } from '../fixtures.ts';
import { browserShellOnly } from '../launchers/shell.ts';
import { startTeamServer, type TeamServer } from '../launchers/teamServer.ts';
import { objections } from '../pages/axe.ts';
import { finishSignIn, logOut, openSignIn } from '../pages/signIn.ts';

const ann = { email: 'ann@fund.example', name: 'Ann Lindqvist' };

interface Fixtures {
  readonly provider: IdentityProvider;
  /** A server that people sign in to with the provider or a password. */
  readonly server: TeamServer;
}

const test = base.extend<Fixtures>({
  // oxlint-disable-next-line no-empty-pattern
  provider: async ({}, use) => {
    // Another site than Winnow's own, as any real provider is.
    const provider = await IdentityProvider.start({ host: 'localhost', hasPages: true });
    provider.people.set('ann', { ...ann, email_verified: true });
    provider.people.set('eve', { email: 'eve@evil.example', email_verified: true });
    await use(provider);
    await provider.stop();
  },
  server: async ({ workspace, provider }, use) => {
    const server = await startTeamServer(workspace, 300, undefined, {
      flags: ['--oidc-issuer', provider.issuer, '--oidc-client-id', 'winnow', '--oidc-name', 'Test ID'],
      variables: {
        WINNOW_OIDC_SECRET: provider.secret,
        WINNOW_OIDC_DOMAIN: 'fund.example',
        WINNOW_OIDC_CREATE: '1',
      },
    });
    provider.knows(`${server.url}/provider/oidc/callback`);
    await use(server);
    await server.stop();
  },
});

/** From our sign-in page to the provider's, where somebody signs in. */
async function signInThere(tab: Page, provider: IdentityProvider, login: string): Promise<void> {
  await tab.getByRole('link', { name: 'Sign in with Test ID' }).click();
  await tab.waitForURL((url) => url.origin === provider.issuer);
  await tab.getByPlaceholder('Enter any login').fill(login);
  await tab.getByPlaceholder('and password').fill('any');
  await tab.getByRole('button', { name: 'Sign-in' }).click();
}

test(
  'S34 S35 S38 an identity provider’s own page signs in to a server, and a password still does',
  browserShellOnly,
  async ({ start, server, provider }, testInfo) => {
    const { page } = await start({ sample: 0 });
    await logOut(page);
    let tab = await openSignIn(page, server.url);
    await expect(tab.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
    for (const colorScheme of ['dark', 'light'] as const) {
      await tab.emulateMedia({ colorScheme });
      expect(await objections(tab)).toEqual([]);
      await tab.screenshot({ path: testInfo.outputPath(`sign-in-${colorScheme}.png`) });
    }

    // Whoever may not is told so, on a page with a way back that still leads to the app.
    await signInThere(tab, provider, 'eve');
    await expect(tab.getByText('Email addresses of your domain may not sign in here.')).toBeVisible();
    expect(new URL(tab.url()).origin).toBe(server.url);
    for (const colorScheme of ['dark', 'light'] as const) {
      await tab.emulateMedia({ colorScheme });
      await tab.screenshot({ path: testInfo.outputPath(`refused-${colorScheme}.png`) });
    }
    await tab.getByRole('link', { name: 'Back to sign-in' }).click();
    await tab.context().clearCookies({ domain: 'localhost' });

    await signInThere(tab, provider, 'ann');
    await expect(tab.getByRole('heading', { name: 'Back to Winnow' })).toBeVisible();
    expect(new URL(tab.url()).search).toBe('');
    await tab.close();
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
    await expect(page.getByRole('button', { name: `Profile menu of ${ann.name}` })).toBeVisible();

    // Signing out of Winnow is Winnow's own: the provider still knows her, and does not ask again.
    await logOut(page);
    tab = await openSignIn(page, server.url);
    await tab.getByRole('link', { name: 'Sign in with Test ID' }).click();
    await expect(tab.getByRole('heading', { name: 'Back to Winnow' })).toBeVisible();
    await tab.close();
    await expect(page.getByRole('button', { name: `Profile menu of ${ann.name}` })).toBeVisible();

    await server.addUser('bob@fund.example', 'Bob Okafor');
    await logOut(page);
    await finishSignIn(await openSignIn(page, server.url), 'bob@fund.example');
    await expect(page.getByRole('button', { name: 'Profile menu of Bob Okafor' })).toBeVisible();
  },
);
