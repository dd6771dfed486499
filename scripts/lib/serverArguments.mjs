/** How Node is started for the standalone server, by `npm run server` and by the benchmark alike. */

const entry = 'out/main/cli.js';

/**
 * A server that waits for questions most of the day holds half of what it would hold otherwise: it trades a little speed
 * of its garbage collection and the compiler between the quick one and the thorough one for memory. Two things it keeps,
 * because searches notice: room for the young of a dozen searches (collecting after every second one made the slowest
 * of them twice as slow), and the code of what nobody asked for in a while.
 */
const servingFlags = [
  '--optimize-for-size',
  '--min-semi-space-size=8',
  '--max-semi-space-size=8',
  '--no-maglev',
  '--no-flush-bytecode',
];

/** glibc keeps a heap for each thread, which no one ever gives back. */
export const serverEnvironment = { MALLOC_ARENA_MAX: '2' };

/** Node's arguments for serving. */
export const servingArguments = [...servingFlags, entry];

/** Node's arguments for commands, which do their work as fast as they can and end. */
export const commandArguments = [entry];

const commands = new Set(['import', 'undo-import', 'refresh', 'backup', 'user']);

/**
 * Node's arguments for what follows on the command line.
 * @param {readonly string[]} given
 */
export function serverArgumentsFor(given) {
  return [...(commands.has(given[0] ?? '') ? commandArguments : servingArguments), ...given];
}
