import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** The priorities of all threads of a process that calls one of the module's functions. */
function prioritiesAfter(call: string): number[] {
  const script = `
    import { readdirSync } from 'node:fs';
    import { getPriority } from 'node:os';
    import { ${call} } from ${JSON.stringify(join(import.meta.dirname, 'threads.ts'))};
    const tasks = readdirSync('/proc/self/task').map(Number);
    const before = getPriority(process.pid);
    ${call}();
    console.log(JSON.stringify(tasks.map((task) => getPriority(task) - before)));`;
  const printed = execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  return JSON.parse(printed) as number[];
}

// Elsewhere the system has no priorities of threads, or a process has one.
test.runIf(process.platform === 'linux')('a thread gives way alone, a process with all its threads', () => {
  const alone = prioritiesAfter('giveWay');
  expect(alone.filter((change) => change > 0)).toHaveLength(1);
  const whole = prioritiesAfter('giveWayAsProcess');
  expect(whole.length).toBeGreaterThan(1);
  expect(whole.every((change) => change > 0)).toBe(true);
});
