import { expect, type Page } from 'playwright/test';
import { appOf } from '../launchers/launcher.ts';
import { password } from '../launchers/teamServer.ts';

/** Logs out through the profile menu, to the login page. */
export async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Profile menu of / }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page.getByRole('button', { name: 'Open local workspace' })).toBeVisible();
}

/** Continues without a server, from the login page. */
export async function openLocalWorkspace(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Open local workspace' });
  await button.click();
  await expect(button).toHaveCount(0);
}

/** Asks for a server's sign-in page from where its address can be typed; returns the tab that opens. */
export async function openSignIn(page: Page, server: string): Promise<Page> {
  await page.getByLabel('Server address').fill(server);
  const provider = await appOf(page).external(() => page.getByRole('button', { name: 'Sign in to a server' }).click());
  await expect(provider.getByRole('heading', { name: 'Sign in to Winnow' })).toBeVisible();
  await expect(page.getByText('Finish in your browser')).toBeVisible();
  return provider;
}

/** Fills in the provider's form; resolves once it has led back to Winnow and the tab is closed. */
export async function finishSignIn(provider: Page, email: string): Promise<void> {
  await provider.getByLabel('Email').fill(email);
  await provider.getByLabel('Password').fill(password);
  await provider.getByRole('button', { name: 'Sign in' }).click();
  await expect(provider.getByRole('heading', { name: 'Back to Winnow' })).toBeVisible();
  expect(new URL(provider.url()).search).toBe('');
  await provider.close();
}

/** The whole sign-in through the provider's page. */
export async function signIn(page: Page, server: string, email: string): Promise<void> {
  await finishSignIn(await openSignIn(page, server), email);
}
