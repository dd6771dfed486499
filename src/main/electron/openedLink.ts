import type { ElectronApi } from './electronApi.ts';
import { deepLinkOf } from './launchArguments.ts';

/** The link that the app was started with, and those that macOS tells of. */
export interface OpenedLink {
  /** The link of this start, or `''`, for an app that is not this one. May wait for Electron to be ready. */
  ofStart(): Promise<string>;
  /** From now on every link goes to `take`, that of the start first. */
  follow(take: (address: string) => void): void;
}

/**
 * Elsewhere a link is an argument; macOS tells of it by an event, once, and before the app is ready. So call this at
 * once.
 */
export function keepOpenedLink(
  { app }: Pick<ElectronApi, 'app'>,
  argv: readonly string[],
  platform: NodeJS.Platform,
): OpenedLink {
  let kept = deepLinkOf(argv);
  let follow: ((address: string) => void) | null = null;
  app.on('open-url', (event, address) => {
    event.preventDefault();
    if (follow === null) kept = address;
    else follow(address);
  });
  return {
    ofStart: async () => {
      if (platform === 'darwin') await app.whenReady();
      return kept;
    },
    follow: (take) => {
      follow = take;
      take(kept);
      kept = '';
    },
  };
}
