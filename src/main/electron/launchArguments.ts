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
