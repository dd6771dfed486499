import { expect, test, vi } from 'vitest';
import { keepOpenedLink } from './deepLinks.ts';
import { electronDouble } from './testing/electronDouble.ts';

/** macOS tells of the link that the app was started with. */
function open(app: { emit: (event: string, ...args: unknown[]) => boolean }, address: string): void {
  app.emit('open-url', { preventDefault: () => undefined }, address);
}

test('the link that macOS tells of while another app is looked for is that of the start', async () => {
  const { electron, recorded } = electronDouble();
  const opened = keepOpenedLink(electron, ['Winnow'], 'darwin');
  const ofStart = opened.ofStart();
  open(recorded.app, 'winnow://open/list/watchlist');
  expect(await ofStart).toBe('winnow://open/list/watchlist');
});

test('elsewhere it is an argument, and nothing is waited for', async () => {
  const { electron } = electronDouble();
  electron.app.whenReady = () => new Promise(() => undefined);
  const opened = keepOpenedLink(electron, ['Winnow', 'winnow://open/company/1'], 'win32');
  expect(await opened.ofStart()).toBe('winnow://open/company/1');
});

test('where this app is the one, it follows that link and all later ones, each once', () => {
  const { electron, recorded } = electronDouble();
  const opened = keepOpenedLink(electron, ['Winnow'], 'darwin');
  open(recorded.app, 'winnow://open/company/1');
  const take = vi.fn<(address: string) => void>();
  opened.follow(take);
  open(recorded.app, 'winnow://open/company/2');
  expect(take.mock.calls.flat()).toEqual(['winnow://open/company/1', 'winnow://open/company/2']);
});
