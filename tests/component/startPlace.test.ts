import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Preferences } from '#shared/bridge/preferences.ts';
import { seen, TestApp, until } from './app.tsx';

let app: TestApp;
let watcher: MutationObserver;
let headings: Set<string>;

beforeEach(async () => {
  app = await TestApp.start(200);
  sessionStorage.clear();
  localStorage.clear();
});
afterEach(async () => {
  watcher.disconnect();
  await app.stop();
});

/** Opens a new window that starts with this, and notes each heading that it ever shows. */
async function start(startsAt: Preferences['startsAt']): Promise<void> {
  await app.other.call('preferences.set', { startsAt });
  headings = new Set();
  watcher = new MutationObserver(() => {
    for (const { textContent } of document.querySelectorAll('h1')) headings.add(textContent);
  });
  watcher.observe(document, { childList: true, subtree: true, characterData: true });
  app.open('/');
}

const heading = async (name: string): Promise<void> => {
  await until(() => expect(screen.getByRole('heading', { level: 1, name })).toBeTruthy());
};

it('opens with the inbox with the most to review, never with the dashboard first', async () => {
  await app.other.makeList('Few', { textSearch: 'logistics' });
  const most = await app.other.makeList('Most');
  await start('inbox');
  await heading('Most');
  await seen(`1 of ${most.total}`);
  expect([...headings]).not.toContain('Dashboard');
  // The dashboard is there when it is asked for.
  await app.user.click(screen.getByRole('link', { name: 'Dashboard' }));
  await heading('Dashboard');
});

it('opens where the user left off, never with the dashboard first', async () => {
  await start('last');
  await heading('Dashboard');
  await app.user.click(screen.getByRole('link', { name: /^Watchlist/ }));
  await heading('Watchlist');
  sessionStorage.clear();
  await start('last');
  await heading('Watchlist');
  expect([...headings]).not.toContain('Dashboard');
});

it('opens with the dashboard where there is no inbox', async () => {
  await start('inbox');
  await heading('Dashboard');
});
