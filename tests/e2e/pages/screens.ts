import type { Page } from 'playwright/test';

/** The screens that open by their address alone, with their headings. */
export const screens = [
  { path: '/', heading: 'Dashboard' },
  { path: '/list/search', heading: 'Search' },
  { path: '/list/watchlist', heading: 'Watchlist' },
  { path: '/list/opportunities', heading: 'Opportunities' },
  { path: '/list/archive', heading: 'Archive' },
  { path: '/collections', heading: 'Collections' },
  { path: '/reports', heading: 'Reports' },
  { path: '/workspace', heading: 'Workspace' },
  { path: '/settings', heading: 'Settings' },
  { path: '/help', heading: 'Help' },
  { path: '/no/such/page', heading: 'Page not found' },
] as const;

/** Goes to a route without reloading the page, as a link would. */
export async function go(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}

/** Chooses a theme in Settings. */
export async function chooseTheme(page: Page, theme: 'Light' | 'Dark'): Promise<void> {
  await go(page, '/settings');
  await page.getByRole('radiogroup', { name: 'Theme' }).getByText(theme, { exact: true }).click();
}
