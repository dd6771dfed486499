import { parseDeepLink, type DeepLink } from '#shared/bridge/links.ts';
import { assertNever } from '#shared/errors.ts';
import type { ElectronApi } from './electronApi.ts';

interface DeepLinkParts {
  /** Shows a route in the main window. */
  readonly show: (path: string) => void;
  readonly signIn: (link: DeepLink) => void;
}

/** Takes `winnow://` addresses; those that arrive before the app can follow them wait. */
export interface DeepLinks {
  /** False if the address does not lead to the window being shown. */
  take(address: string): boolean;
  /** From now on links are followed at once. */
  ready(): void;
}

/** Of an address only what the parser understood is kept; its token goes only to the sign-in (S37). */
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

/** Our own flags that Electron's process accepts, and whether a value follows. */
const ownFlags: Readonly<Record<string, 'switch' | 'value'>> = {
  '--browser': 'switch',
  '--json': 'switch',
  '--no-open': 'switch',
  '--port': 'value',
  '--sample': 'value',
  '--workspace': 'value',
};

/**
 * Our own flags in an argument list, without those from Chromium, Node or a test driver, and without anything after a
 * link: that belongs to the link, whose quotes may have ended early (S36).
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

/** The last deep link in an argument list, or `''`; everything else is ignored (S36). */
export function deepLinkOf(args: readonly string[]): string {
  return args.findLast((argument) => argument.startsWith(linkStart)) ?? '';
}

/** The link that the app was started with, and those that macOS reports. */
export interface OpenedLink {
  /** The link of this start, or `''`, for an app other than this one. May wait for Electron to be ready. */
  ofStart(): Promise<string>;
  /** From now on every link goes to `take`, beginning with the one of the start. */
  follow(take: (address: string) => void): void;
}

/**
 * Elsewhere a link is an argument; macOS reports it in an event, once, and before the app is ready. So call this at
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
