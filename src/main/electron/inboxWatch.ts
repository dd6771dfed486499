import type { Clock, Log } from '#main/ports.ts';
import { shellCaller, type ShellApp } from '#main/shellCommon/shellApp.ts';
import { endpoints } from '#shared/api/endpoints.ts';
import { calls } from '#shared/bridge/contract.ts';
import { sessionStateSchema } from '#shared/bridge/session.ts';

/** Changes come in bursts; they are read at most this often, in milliseconds. */
const settleMs = 1000;

/** A smart list with its unrated count. */
export interface InboxLine {
  readonly id: number;
  readonly name: string;
  readonly unrated: number;
}

/** What there is to review; nothing while signed out. `isLocal`: it comes from the workspace on this machine. */
export interface Inboxes {
  readonly lines: readonly InboxLine[];
  readonly unrated: number;
  readonly isLocal: boolean;
}

export interface InboxWatchParts {
  readonly app: Pick<ShellApp, 'router' | 'events'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly onChange: (inboxes: Inboxes) => void;
}

/** Tells what there is to review, now and whenever that changes, until the returned function is called. */
export function watchInboxes({ app, clock, log, onChange }: InboxWatchParts): () => void {
  let stopped = false;
  const update = (): void => {
    readInboxes(app)
      .then((inboxes) => {
        if (!stopped) onChange(inboxes);
        return null;
      })
      .catch((error: unknown) => {
        log.error('inboxes.read', error);
      });
  };
  let cancelUpdate = clock.after(0, update);
  const unsubscribe = app.events.subscribeAll(({ name }) => {
    if (name !== 'data.changed' && name !== 'refresh.landed' && name !== 'session.changed') return;
    cancelUpdate();
    cancelUpdate = clock.after(settleMs, update);
  });
  return () => {
    stopped = true;
    unsubscribe();
    cancelUpdate();
  };
}

async function readInboxes({ router }: Pick<ShellApp, 'router'>): Promise<Inboxes> {
  const session = await router.handle('session.get', null, shellCaller());
  const isLocal = session.ok && sessionStateSchema.parse(session.value).place === 'local';
  const input = { endpoint: 'listSmartLists', params: {}, query: { page_size: 200 }, body: null, replaces: '' };
  const reply = await router.handle('api.request', input, shellCaller());
  if (!reply.ok) return { lines: [], unrated: 0, isLocal };
  const { results } = endpoints.listSmartLists.response.parse(calls['api.request'].output.parse(reply.value).value);
  const lines = results.map(({ id, name, unratedCount }) => ({ id, name, unrated: unratedCount }));
  return { lines, unrated: lines.reduce((sum, { unrated }) => sum + unrated, 0), isLocal };
}
