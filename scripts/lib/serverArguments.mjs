/** Node's arguments for the standalone server, for both `npm run server` and the benchmark. */
import { quietNode } from './node.mjs';

const entry = 'out/main/cli.js';

/**
 * A server that waits for requests most of the day trades a little speed, in garbage collection and in code between the
 * quick compiler and the thorough one, for memory. `--optimize-for-size` would save 6 MB more, but stop everybody for
 * 20 to 30 ms several times a second under load: it compacts the heap with every collection. Code that has not run for
 * a while is kept, because the next search would have to compile it again.
 */
const servingFlags = ['--max-semi-space-size=4', '--heap-growing-percent=20', '--no-maglev', '--no-flush-bytecode'];

/** glibc keeps a heap for each thread, and never gives it back. */
export const serverEnvironment = { MALLOC_ARENA_MAX: '2' };

/** Node's arguments for serving. */
export const servingArguments = [quietNode, ...servingFlags, entry];

/** Node's arguments for commands, which do their work as fast as they can and end. */
export const commandArguments = [quietNode, entry];

const commands = new Set(['import', 'undo-import', 'refresh', 'check', 'backup', 'copy', 'user']);

/**
 * Node's arguments for the given command line.
 * @param {readonly string[]} given
 */
export function serverArgumentsFor(given) {
  return [...(commands.has(given[0] ?? '') ? commandArguments : servingArguments), ...given];
}
