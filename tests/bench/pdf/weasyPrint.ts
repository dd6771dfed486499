import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** Debian's packages belong to the system's Python; another Python may come before it in the PATH. */
const pythons = ['python3', '/usr/bin/python3'] as const;

/** Each line of its input names a file and, after a tab, the target to print it to; it answers with one line each. */
const script = `
import sys
from weasyprint import HTML
print('ready', flush=True)
for line in sys.stdin:
    source, target = line.rstrip('\\n').split('\\t')
    HTML(filename=source).write_pdf(target)
    print('done', flush=True)
`;

/** A Python with WeasyPrint, from the Debian package or elsewhere; undefined if there is none. */
export function findWeasyPrint(): string | undefined {
  return pythons.find((python) => spawnSync(python, ['-c', 'import weasyprint'], { stdio: 'ignore' }).status === 0);
}

/** WeasyPrint in a process of its own. */
export interface WeasyPrint {
  /** Prints one file. */
  print(source: string, target: string): Promise<void>;
  close(): Promise<void>;
}

/** Starts it with that Python and resolves once it is loaded. */
export async function openWeasyPrint(python: string): Promise<WeasyPrint> {
  const child = spawn(python, ['-c', script], { stdio: ['pipe', 'pipe', 'ignore'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const answer = async (): Promise<void> => {
    if ((await lines.next()).done === true) throw new Error('WeasyPrint has ended.');
  };
  await answer();
  return {
    print: async (source, target) => {
      child.stdin.write(`${source}\t${target}\n`);
      await answer();
    },
    close: async () => {
      const ended = once(child, 'exit');
      child.stdin.end();
      await ended;
    },
  };
}
