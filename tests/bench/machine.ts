import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpus, loadavg, totalmem, type } from 'node:os';
import { join } from 'node:path';
import type { RunFacts } from './newest.ts';
import { postgresPrograms } from '../postgres/cluster.ts';
import { postgresSettings } from './engines/postgres/settings.ts';

/** The machine and the versions measured. The load shows whether the machine was quiet. */
export function describeMachine(folder: string): object {
  const manifest = JSON.parse(readFileSync(join(folder, 'peers', 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  const programs = postgresPrograms();
  return {
    system: type(),
    processor: cpus()[0]?.model ?? '',
    cores: cpus().length,
    memoryGB: Math.round(totalmem() / 2 ** 30),
    load: loadavg()[0],
    node: process.version,
    peers: {
      ...manifest.dependencies,
      ...(programs === null
        ? {}
        : { PostgreSQL: execFileSync(join(programs, 'postgres'), ['--version'], { encoding: 'utf8' }).trim() }),
    },
    postgresSettings,
  };
}

/** What a run was made with, for docs/performance.json. */
export function runFacts({ size, rounds }: Pick<RunFacts, 'size' | 'rounds'>): RunFacts {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  const machine = `${cpus().length} × ${cpus()[0]?.model.trim() ?? ''}, ${Math.round(totalmem() / 2 ** 30)} GB`;
  return { commit, day: new Date().toISOString().slice(0, 10), machine, size, rounds };
}
