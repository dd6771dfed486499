import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { runBrowserShell } from './browser/run.ts';
import { StartProblem } from './shellCommon/openWorkspace.ts';
import { readStartFlags } from './shellCommon/startFlags.ts';

// The browser shell's process: flags in, one running shell, a clean end on Ctrl-C.

// `src/main/` and `out/main/` lie equally deep.
const root = fileURLToPath(new URL('../../', import.meta.url));
const { version } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')));

const tell = (line: string): void => {
  process.stderr.write(`${line}\n`);
};

const read = readStartFlags(process.argv.slice(2), {
  env: process.env,
  platform: process.platform,
  home: homedir(),
  cwd: process.cwd(),
});
if (!read.ok) {
  tell(read.problem);
  process.exit(2);
}

process.title = 'winnow';
const signal = new Promise<void>((resolve) => {
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => resolve());
});

try {
  const shell = await runBrowserShell({
    flags: read.flags,
    root,
    version,
    print: (line) => process.stdout.write(`${line}\n`),
    tell,
  });
  await Promise.race([signal, shell.announce().then(() => signal)]);
  await shell.stop();
  process.exit(0);
} catch (error) {
  tell(error instanceof Error ? error.message : String(error));
  process.exit(error instanceof StartProblem ? error.exitCode : 1);
}
