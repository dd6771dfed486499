import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { endOnCrash } from '#main/shellCommon/system.ts';
import { StartProblem } from '#main/shellCommon/openWorkspace.ts';
import type { RunningShell } from '#main/startShell.ts';
import { homeFolder, readStartFlags } from '../shellCommon/startFlags.ts';
import { runBrowserShell, type Launch } from './run.ts';

/** How long an abandoned start may take to end, in milliseconds. */
const giveUpMs = 2000;

/** The part of the process that ends the shell. */
type Endings = Pick<NodeJS.Process, 'on'>;

/**
 * The life of the browser shell's process: it starts, runs until a signal or a crash, and ends cleanly. Resolves with
 * the exit code: 0 after a signal or if another Winnow has taken over, otherwise why it could not run (`StartProblem`).
 */
export async function runProcess(launch: Launch, source: Endings): Promise<number> {
  const { promise: asked, resolve: end } = Promise.withResolvers<number>();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) source.on(name, () => end(0));
  try {
    const starting = runBrowserShell(launch);
    const shell = await Promise.race([starting, asked]);
    if (typeof shell === 'number') {
      await giveUp(starting);
      return shell;
    }
    if (shell === null) return 0;
    endOnCrash(source, shell.log, () => {
      launch.tell('Winnow has to close: something unexpected happened. Your decisions are saved; restart it.');
      end(1);
    });
    try {
      return await Promise.race([asked, shell.announce().then(() => asked)]);
    } finally {
      await shell.stop();
    }
  } catch (error) {
    launch.tell(error instanceof Error ? error.message : String(error));
    return error instanceof StartProblem ? error.exitCode : 1;
  }
}

/**
 * Ends a shell that has not shown itself yet. One that is waiting for another Winnow is left alone: it has opened
 * nothing.
 */
async function giveUp(starting: Promise<RunningShell | null>): Promise<void> {
  const ended = starting.then((shell) => shell?.stop()).catch(() => undefined);
  await Promise.race([ended, wait(giveUpMs, undefined, { ref: false })]);
}

const tell = (line: string): void => {
  process.stderr.write(`${line}\n`);
};

/** The browser shell's process: flags in, one running shell, a clean end on Ctrl-C. `root` is the project's folder. */
export async function main(root: string): Promise<number> {
  const read = readStartFlags(process.argv.slice(2), {
    env: process.env,
    platform: process.platform,
    home: homeFolder(),
    cwd: process.cwd(),
  });
  if (!read.ok) {
    tell(read.problem);
    return 2;
  }
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')));
  process.title = 'winnow';
  // Closing a terminal closes its output too; failing to write there is no reason to quit.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  return runProcess(
    { flags: read.flags, root, version, print: (line) => process.stdout.write(`${line}\n`), tell },
    process,
  );
}
