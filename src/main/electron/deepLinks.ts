import { parseDeepLink, type DeepLink } from '#shared/bridge/links.ts';
import { assertNever } from '#shared/errors.ts';
import type { ElectronApi } from './electronApi.ts';

interface DeepLinkParts {
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

/** How a deep link begins. */
const linkStart = 'winnow://';

/** Flags of ours that Electron's process takes, and whether a value follows. */
const ownFlags: Readonly<Record<string, 'switch' | 'value'>> = {
  '--browser': 'switch',
  '--json': 'switch',
  '--no-open': 'switch',
  '--port': 'value',
  '--sample': 'value',
  '--workspace': 'value',
};

/**
 * Our own flags of an argument list; what Chromium, Node or a test driver have put there is left out, and so is what
 * stands behind a link: that is the link's, whose quotes may have ended early (S36).
 */
export function ownArguments(args: readonly string[]): string[] {
  const own: string[] = [];
  for (let index = 0; index < args.length; index += 1) {
    const argument = args[index] ?? '';
    if (argument.startsWith(linkStart)) break;
    const kind = ownFlags[argument.split('=', 1)[0] ?? ''];
    if (kind === undefined) continue;
    own.push(argument);
    const value = args[index + 1];
    if (kind === 'value' && !argument.includes('=') && value !== undefined) {
      own.push(value);
      index += 1;
    }
  }
  return own;
}

/** The last deep link of an argument list, or `''`; everything else there is ignored (S36). */
export function deepLinkOf(args: readonly string[]): string {
  return args.findLast((argument) => argument.startsWith(linkStart)) ?? '';
}

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
