import { homeFolder, readStartFlags } from '#main/shellCommon/startFlags.ts';
import { runProcess } from '../main.ts';

// The browser shell as a process of its own for tests: `shellChild.ts <folder with out/> <flags…>`. What
// `browserShell.ts` is, but for the page that it serves.

const [root = '', ...args] = process.argv.slice(2);
const read = readStartFlags(args, { env: {}, platform: process.platform, home: homeFolder(), cwd: process.cwd() });
if (!read.ok) throw new Error(read.problem);
process.exit(
  await runProcess(
    {
      flags: read.flags,
      root,
      version: '0.0.0',
      print: (line) => process.stdout.write(`${line}\n`),
      tell: (line) => process.stderr.write(`${line}\n`),
    },
    process,
  ),
);
