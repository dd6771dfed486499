import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { homeFolder, readStartFlags } from '../shellCommon/startFlags.ts';
import { runProcess } from './runProcess.ts';

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
  // A terminal that is closed takes its output with it; what is told there is no reason to end.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  return runProcess(
    { flags: read.flags, root, version, print: (line) => process.stdout.write(`${line}\n`), tell },
    process,
  );
}
