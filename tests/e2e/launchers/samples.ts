import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Where a run's samples are; set by its global setup, which also removes them. */
const samplesFolder = 'WINNOW_E2E_SAMPLES';

/** Gives a run a folder for its samples; resolves to the function that removes it. Playwright's global setup. */
// oxlint-disable-next-line import/no-default-export -- Playwright asks for it.
export default async function setUp(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'winnow-e2e-samples-'));
  process.env[samplesFolder] = folder;
  return async () => rm(folder, { recursive: true, force: true });
}

/**
 * Fills an empty workspace with a sample that the run has made before, which costs a tenth of making it again. A
 * workspace that is not empty stays as it is.
 */
export async function fillWithSample(workspace: string, companies: number): Promise<void> {
  if (companies === 0 || (await readdir(workspace).catch(() => [])).length > 0) return;
  await copyMade(String(companies), workspace, (folder) => make(folder, companies));
}

/**
 * Copies into `folder` the workspace that `make` makes once in a run, under this key. Companies and users only:
 * settings and locks belong to each start.
 */
export async function copyMade(key: string, folder: string, make: (folder: string) => Promise<void>): Promise<void> {
  const samples = process.env[samplesFolder];
  if (samples === undefined) throw new Error('The run’s global setup has not run.');
  const sample = path.join(samples, key);
  // Another worker may make the same one meanwhile: the second one uses the first one's.
  if (!(await readdir(samples)).includes(key)) {
    const made = await mkdtemp(`${sample}-`);
    await make(made);
    const kept = `${made}.kept`;
    await mkdir(kept);
    for (const name of await readdir(made)) {
      if (/^(?:winnow|team)\.db(?:-wal|-shm|\.index)?$/.test(name))
        await rename(path.join(made, name), path.join(kept, name));
    }
    await rm(made, { recursive: true });
    await rename(kept, sample).catch(() => rm(kept, { recursive: true }));
  }
  await cp(sample, folder, { recursive: true });
}

async function make(folder: string, companies: number): Promise<void> {
  const args = ['--no-open', '--json', '--workspace', folder, '--sample', String(companies)];
  const child = spawn(process.execPath, ['out/main/browserShell.js', ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  // The address is printed once the sample is complete.
  await Promise.race([once(child.stdout, 'data'), ended]);
  child.kill('SIGTERM');
  const [code] = (await ended) as [number | null];
  if (code !== 0) throw new Error(`The sample of ${companies} companies was not made.`);
}
