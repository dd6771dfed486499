import type { Log } from '#main/ports.ts';
import { AppError } from '#shared/errors.ts';
import { makeFirstSample } from './firstSample.ts';
import type { ShellApp } from './shellApp.ts';
import type { StartFlags } from './startFlags.ts';

export interface AnnounceParts {
  readonly app: Pick<ShellApp, 'router' | 'events'>;
  readonly flags: Pick<StartFlags, 'workspace' | 'sample' | 'json'>;
  readonly log: Log;
  /** Where the app is. */
  readonly url: string;
  /** Lines for the user on stdout and stderr. */
  readonly print: (line: string) => void;
  readonly tell: (line: string) => void;
  /** Shows the app to the user. */
  readonly show: () => Promise<void>;
}

/**
 * The end of a start, the same in both shells: the app is shown and the first sample is made. With `--json` the sample
 * comes first, because whoever reads the line expects it to be there, and one that fails is thrown; else the app is
 * usable without it.
 */
export async function announce({ app, flags, log, url, print, tell, show }: AnnounceParts): Promise<void> {
  const makeSample = (): Promise<void> =>
    makeFirstSample(app, flags.workspace, flags.sample, tenths(flags.sample, tell));
  if (flags.json) {
    await makeSample();
    print(JSON.stringify({ url }));
    await show();
    return;
  }
  await show();
  try {
    await makeSample();
  } catch (error) {
    log.error('sample.failed', error);
    tell(`The sample companies could not be made: ${AppError.from(error).message}`);
  }
}

/** Says how far the sample is, in tenths. */
function tenths(companies: number, tell: (line: string) => void): (part: number) => void {
  let told = -1;
  return (part) => {
    const reached = Math.floor(part * 10);
    if (reached <= told) return;
    told = reached;
    tell(`Making ${companies} sample companies: ${reached * 10} %`);
  };
}
