import { endOnCrash } from '#main/shellCommon/crashes.ts';
import { StartProblem } from '#main/shellCommon/openWorkspace.ts';
import { runBrowserShell, type Launch } from './run.ts';

/** The part of the process that ends the shell. */
type Endings = Pick<NodeJS.Process, 'on'>;

/**
 * The life of the browser shell's process: it starts, runs until a signal or a crash, and ends cleanly. Resolves with the
 * exit code: 0 after a signal or where another Winnow has taken over, else why it could not run (`StartProblem`).
 */
export async function runProcess(launch: Launch, source: Endings): Promise<number> {
  const { promise: asked, resolve: end } = Promise.withResolvers<number>();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) source.on(name, () => end(0));
  try {
    const shell = await runBrowserShell(launch);
    if (shell === null) return 0;
    endOnCrash(source, shell.log, () => {
      launch.tell('Winnow has to end: something unexpected happened. What you decided is saved; start it again.');
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
