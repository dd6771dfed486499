import type { Context } from 'hono';
import { streamSSE, type SSEStreamingApi } from 'hono/streaming';
import type { UserRecord } from '../state/port.ts';
import type { ChangeFeed, News } from './changeFeed.ts';

/** A stream without news says that it is there, before a proxy takes it for dead, in milliseconds. */
const heartbeatMs = 15_000;

function nothing(): void {
  // Nobody waits.
}

/** Who listens, and how to see that they still may: false once the token has ended, by whichever process. */
interface Listener {
  readonly user: UserRecord;
  readonly stillMay: () => Promise<boolean>;
}

/**
 * What others of the team do, as server-sent events from a place on, else from now (docs/api.md 11).
 * Each has the place in the chain of events as its id. Before anything is sent, and at each heartbeat, the listener's
 * token is looked up: once it is no good, the stream says `ended` and ends.
 */
export function streamChanges(
  context: Context,
  feed: ChangeFeed,
  listener: Listener,
  heartbeat = heartbeatMs,
): Response {
  const { req } = context;
  const asked = Number(req.header('Last-Event-ID') ?? req.query('since') ?? Number.NaN);
  return streamSSE(context, async (stream) => {
    let isNew = true;
    let wake = nothing;
    const end = feed.listen(() => {
      isNew = true;
      wake();
    });
    stream.onAbort(() => {
      end();
      wake();
    });
    try {
      let place = Number.isSafeInteger(asked) && asked >= 0 ? asked : await feed.now();
      await stream.writeSSE({ event: 'ready', id: String(place), data: '' });
      let isDue = true;
      while (!stream.aborted) {
        isNew = false;
        const isGood = !isDue || (await listener.stillMay());
        const news = isGood ? await feed.after(place, listener.user.id) : undefined;
        if (!isGood || !(await isSent(news, stream, listener, isDue))) {
          await stream.writeSSE({ event: 'ended', data: '' });
          break;
        }
        if (news === undefined && isDue) await stream.write(': still here\n\n');
        isDue = false;
        place = news?.place ?? place;
        if (news !== undefined || isNew) continue;
        isDue = await new Promise<boolean>((resolve) => {
          const timer = setTimeout(() => resolve(true), heartbeat);
          wake = () => {
            clearTimeout(timer);
            resolve(false);
          };
        });
      }
    } finally {
      end();
    }
  });
}

/** Sends news to a listener. False if the token has ended since: then nothing is sent. */
async function isSent(
  news: News | undefined,
  stream: SSEStreamingApi,
  listener: Listener,
  isLookedUp: boolean,
): Promise<boolean> {
  if (news === undefined || news.text.length === 0) return true;
  if (!isLookedUp && !(await listener.stillMay())) return false;
  await stream.write(news.text);
  return true;
}
