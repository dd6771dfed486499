import { randomUUID } from 'node:crypto';
import type { Clock, Log, NoteOutcome, Notifier } from '#main/ports.ts';
import { plainNote } from '#main/shellCommon/texts.ts';
import type { ElectronNotification, ShellNotification } from './electronApi.ts';

/** How many notes still respond to a click; older ones have long been seen. */
const mostKept = 20;

/** How long the system may take to say whether it has shown a note, in milliseconds. */
const answerMs = 10_000;

export interface NotifierParts {
  readonly Notification: ElectronNotification;
  readonly platform: NodeJS.Platform;
  readonly icon: string;
  readonly clock: Pick<Clock, 'after'>;
  readonly log: Log;
  /** Shows a route. */
  readonly show: (path: string) => void;
}

/**
 * System notifications; a click shows the note's route. The route is in the note's own id, because on Windows a note
 * outlives the app in the notification centre and a click there may start it.
 */
export function systemNotifier({ Notification, platform, icon, clock, log, show }: NotifierParts): Notifier {
  // A note that is garbage-collected no longer responds to the click. One that the system hides after a while is still
  // in its list of notes, so only those that the user has closed are released.
  const kept = new Set<ShellNotification>();
  /** Ids of notes whose click was followed: Windows reports one click in two ways. */
  const followed = new Set<string>();

  function follow(id: string): void {
    if (followed.has(id)) return;
    followed.add(id);
    show(routeOf(id));
  }

  if (platform === 'win32') {
    Notification.handleActivation(({ arguments: details }) => {
      const id = idIn(details);
      if (id !== null) follow(id);
    });
  }

  return {
    notify: async (note) => {
      if (!Notification.isSupported()) return { shown: false, reason: 'This system does not support notifications.' };
      const { title, body, path } = plainNote(note);
      const id = newId(path);
      const notification = new Notification({ id, title, body, icon });
      kept.add(notification);
      for (const old of [...kept].slice(0, -mostKept)) kept.delete(old);
      notification.on('close', ({ reason }) => {
        if (reason !== 'timedOut') kept.delete(notification);
      });
      notification.once('click', () => {
        kept.delete(notification);
        follow(id);
      });
      const { promise, resolve } = Promise.withResolvers<NoteOutcome>();
      notification.once('show', () => resolve({ shown: true, reason: '' }));
      // This is where an unsigned package on macOS learns that it may not show notes.
      notification.once('failed', (_event, error) => {
        kept.delete(notification);
        log.warn('note.failed', { reason: error.slice(0, 200) });
        resolve({ shown: false, reason: 'The system refused the notification.' });
      });
      const giveUp = clock.after(answerMs, () => {
        resolve({ shown: false, reason: 'The system did not say whether it has shown the notification.' });
      });
      notification.show();
      const outcome = await promise;
      giveUp();
      return outcome;
    },
  };
}

const idStart = 'winnow:';

function newId(path: string): string {
  return `${idStart}${randomUUID()}:${path}`;
}

function routeOf(id: string): string {
  return id.slice(idStart.length + randomUUID().length + 1);
}

/** The id in Windows' report of a click (`type=click&tag=…`), or null if the note is not ours. */
function idIn(details: string): string | null {
  return /winnow:[\da-f-]{36}:\/[\w/-]{0,200}/.exec(decoded(details))?.[0] ?? null;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
