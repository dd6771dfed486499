import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { holdFileOf, holdWorkspace } from './lock.ts';

let folder: string;
let file: string;
let children: Other[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'winnow-hold-'));
  file = join(folder, 'w.db');
  children = [];
});
afterEach(async () => {
  await Promise.all(children.map((child) => child.kill()));
  rmSync(folder, { recursive: true });
});

/** Another process, which is told what to do with the workspace and answers. */
class Other {
  readonly #child: ChildProcess;
  readonly #lines: AsyncIterator<string>;

  constructor() {
    const module = fileURLToPath(new URL('./lock.ts', import.meta.url));
    const source = `
      const { holdWorkspace } = await import(${JSON.stringify(module)});
      let hold;
      process.stdin.on('data', (text) => {
        const word = String(text).trim();
        try {
          if (word === 'hold') hold = holdWorkspace(${JSON.stringify(file)}, 200);
          if (word === 'share') hold.share();
          if (word === 'release') hold.release();
          // A lock that only garbage holds would go here.
          globalThis.gc();
          console.log(hold.isAlone);
        } catch (error) {
          console.log(error.code);
        }
      });
      console.log('ready');`;
    this.#child = spawn(process.execPath, ['--expose-gc', '--input-type=module', '-e', source], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    this.#lines = createInterface({ input: this.#child.stdout! })[Symbol.asyncIterator]();
    children.push(this);
  }

  async say(): Promise<string> {
    return String((await this.#lines.next()).value);
  }

  async do(word: 'hold' | 'share' | 'release'): Promise<string> {
    this.#child.stdin?.write(`${word}\n`);
    return this.say();
  }

  async kill(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    this.#child.kill('SIGKILL');
    await once(this.#child, 'close');
  }
}

async function other(): Promise<Other> {
  const process = new Other();
  expect(await process.say()).toBe('ready');
  return process;
}

test('F19 F20 the first to come is alone, and nobody gets in until it shares', async () => {
  const [first, second] = [await other(), await other()];
  expect(await first.do('hold')).toBe('true');
  expect(await second.do('hold')).toBe('busy');
  expect(await first.do('share')).toBe('false');
  expect(await second.do('hold')).toBe('false');
});

test('F19 F20 whoever comes to one that shares is not alone, and is once the others have gone', async () => {
  const [first, second, third] = [await other(), await other(), await other()];
  await first.do('hold');
  await first.do('share');
  expect(await second.do('hold')).toBe('false');
  await first.do('release');
  expect(await third.do('hold')).toBe('false');
  await second.do('release');
  expect(await third.do('release')).toBe('false');
  expect(await first.do('hold')).toBe('true');
});

test.for(['hold', 'share'] as const)('F20 kill -9 of one that was told “%s” frees it', async (last) => {
  const first = await other();
  await first.do('hold');
  if (last === 'share') await first.do('share');
  const waiting = holdWorkspaceWhenFree();
  await first.kill();
  expect((await waiting).isAlone).toBe(true);
});

async function holdWorkspaceWhenFree(): Promise<{ isAlone: boolean }> {
  for (;;) {
    try {
      const hold = holdWorkspace(file, 0);
      const { isAlone } = hold;
      hold.release();
      if (isAlone) return { isAlone };
    } catch (error) {
      expect(error).toMatchObject({ code: 'busy' });
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
}

test('two of one process are not alone, either', () => {
  const first = holdWorkspace(file);
  first.share();
  const second = holdWorkspace(file);
  expect([first.isAlone, second.isAlone]).toEqual([false, false]);
  second.release();
  first.release();
  first.release();
  const third = holdWorkspace(file);
  expect(third.isAlone).toBe(true);
  third.release();
});

test('its file stays empty and private, and something else in its place does no harm', () => {
  writeFileSync(holdFileOf(file), 'not a lock '.repeat(900), { mode: 0o600 });
  const hold = holdWorkspace(file);
  expect(hold.isAlone).toBe(true);
  hold.share();
  hold.release();
  expect(statSync(holdFileOf(file))).toMatchObject({ size: 0 });
  expect(statSync(holdFileOf(file)).mode & 0o777).toBe(0o600);
});

test.skipIf(process.platform !== 'linux')(
  'F5 F7 where it cannot be made nobody is kept out, and nobody may repair',
  () => {
    const hold = holdWorkspace('/sys/w.db');
    expect(hold.isAlone).toBe(false);
    hold.release();
  },
);
