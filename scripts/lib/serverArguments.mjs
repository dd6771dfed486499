/** How Node is started for the standalone server, by `npm run server` and by the benchmark alike. */
import { quietNode } from './node.mjs';

const entry = 'out/main/cli.js';

/**
 * A server that waits for questions most of the day trades a little speed of its garbage collection, and the compiler
 * between the quick one and the thorough one, for memory: half of what it would hold otherwise. Searches do not notice.
 * The code of what nobody asked for in a while it keeps, because the next search would have to make it again.
 */
const servingFlags = ['--optimize-for-size', '--max-semi-space-size=2', '--no-maglev', '--no-flush-bytecode'];

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
