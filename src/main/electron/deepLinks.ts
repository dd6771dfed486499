import { parseDeepLink } from '#shared/bridge/deepLink.ts';
import { assertNever } from '#shared/errors.ts';
import type { DeepLink } from '#shared/bridge/deepLink.ts';

export interface DeepLinkParts {
  /** Shows a route in the main window. */
  readonly show: (path: string) => void;
  readonly signIn: (link: DeepLink) => void;
}

/** Takes `winnow://` addresses; those that come before the app can follow them wait. */
export interface DeepLinks {
  /** False where the address is none that shows the window, so that nothing comes of it. */
  take(address: string): boolean;
  /** From now on links are followed at once. */
  ready(): void;
}

/** Nothing is kept of an address but what the parser understood; the token in it goes to the sign-in only (S37). */
export function createDeepLinks({ show, signIn }: DeepLinkParts): DeepLinks {
  const waiting: DeepLink[] = [];
  let isReady = false;

  function follow(link: DeepLink): void {
    switch (link.kind) {
      case 'open':
        show(link.path);
        break;
      case 'signIn':
        signIn(link);
        break;
      case 'unknown':
        break;
      default:
        assertNever(link);
    }
  }

  return {
    take: (address) => {
      const link = parseDeepLink(address);
      if (link.kind === 'unknown') return false;
      if (isReady) follow(link);
      else waiting.push(link);
      return true;
    },
    ready: () => {
      isReady = true;
      for (const link of waiting.splice(0)) follow(link);
    },
  };
}
