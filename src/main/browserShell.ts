import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { runProcess } from './browser/runProcess.ts';
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
// A terminal that is closed takes its output with it; what is told there is no reason to end.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

const code = await runProcess(
  { flags: read.flags, root, version, print: (line) => process.stdout.write(`${line}\n`), tell },
  process,
);
process.exit(code);
