import { createEventHub } from '../eventHub.ts';
import { ApiClient } from '../api/apiClient.ts';
import { createRemoteTransport } from '../api/remoteTransport.ts';
import { MoveQueue } from '../moves/moveQueue.ts';
import { decision } from './queueBench.ts';
import { RecordingLog } from './recordingLog.ts';

/** A process of its own with a move queue: enqueues `count` moves and prints each as it is acknowledged. */
const [path = '', origin = '', count = '0'] = process.argv.slice(2);
const log = new RecordingLog();
const clock = {
  now: () => new Date(),
  monotonic: () => performance.now(),
  after: (ms: number, callback: () => void) => {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
};
const queue = new MoveQueue({ path, clock, events: createEventHub(log), log });
const transport = createRemoteTransport();
const jar = { csrf: '' };
const unheard = (): void => undefined;
queue.start();
queue.attach(
  'someone',
  new ApiClient({ transport, origin, token: 'token', jar, clock, onDenied: unheard, onReached: unheard }),
);
for (let entry = 1; entry <= Number(count); entry++) {
  queue.enqueue(decision(entry % 2 === 0 ? 'Watchlist' : 'Archive', entry));
  process.stdout.write(`${entry}\n`);
  // Lets moves go out in between, so that the process may die in any state.
  await new Promise((resolve) => setImmediate(resolve));
}
process.stdout.write('end\n');
