import { rebuildOutdated } from '#server/index/rebuild.ts';

/** A separate process that rewrites a folder's old segments, and may be killed at any moment. */
process.stdout.write('begun\n');
const started = performance.now();
await rebuildOutdated(process.argv[2] ?? '', { signal: new AbortController().signal, onProgress: () => undefined });
process.stdout.write(`done ${String(Math.round(performance.now() - started))}\n`);
