import { BroadcastChannel } from 'node:worker_threads';
import '../thread/entries/worker.ts';

/**
 * The real worker, which dies on the spot when "die" is said on the channel of its name: for tests of what happens
 * then. The channel does not keep the thread alive.
 */
const channel = new BroadcastChannel('winnow.mortalWorker');
channel.addEventListener('message', () => process.exit(9));
channel.unref();
