import { BroadcastChannel } from 'node:worker_threads';
import '../thread/entries/worker.ts';

/**
 * The real worker, but it dies on the spot when "die" is posted to its channel: tests what happens then. The channel
 * does not keep the thread alive.
 */
const channel = new BroadcastChannel('winnow.mortalWorker');
channel.addEventListener('message', () => process.exit(9));
channel.unref();
