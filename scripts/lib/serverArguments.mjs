/** How Node is started for the standalone server, by `npm run server` and by the benchmark alike. */
import { quietNode } from './node.mjs';

const entry = 'out/main/cli.js';

/**
 * A server that waits for questions most of the day trades a little speed, of its garbage collection and of code
 * between the quick compiler and the thorough one, for memory. `--optimize-for-size` would save 6 MB more, and stop
 * everybody for
 * 20 to 30 ms several times a second while somebody asks for a lot: it compacts the heap with every collection.
 * The code of what nobody asked for in a while it keeps, because the next search would have to make it again.
 */
const servingFlags = ['--max-semi-space-size=4', '--heap-growing-percent=20', '--no-maglev', '--no-flush-bytecode'];

/** glibc keeps a heap for each thread, which no one ever gives back. */
export const serverEnvironment = { MALLOC_ARENA_MAX: '2' };

/** Node's arguments for serving. */
export const servingArguments = [quietNode, ...servingFlags, entry];

/** Node's arguments for commands, which do their work as fast as they can and end. */
export const commandArguments = [quietNode, entry];

const commands = new Set(['import', 'undo-import', 'refresh', 'check', 'backup', 'user']);

/**
 * Node's arguments for what follows on the command line.
 * @param {readonly string[]} given
 */
export function serverArgumentsFor(given) {
  return [...(commands.has(given[0] ?? '') ? commandArguments : servingArguments), ...given];
}
