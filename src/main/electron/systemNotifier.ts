import type { Log, Notifier } from '#main/ports.ts';
import { plainNote } from '#main/shellCommon/plainNote.ts';
import type { ElectronApi } from './electronApi.ts';

/** As many notes as still take a click; older ones have long been seen. */
const mostKept = 20;

/** Notifications of the system; a click shows the note's route. */
export function systemNotifier(
  { Notification }: Pick<ElectronApi, 'Notification'>,
  icon: string,
  show: (path: string) => void,
  log: Log,
): Notifier {
  // A note that is collected as garbage no longer takes the click. One that the system puts away after its time is
  // still in its list of notes, so only what the user has closed is let go.
  const kept = new Set<unknown>();
  return {
    notify: async (note) => {
      if (!Notification.isSupported()) return { shown: false, reason: 'This system has no notifications.' };
      const { title, body, path } = plainNote(note);
      const notification = new Notification({ title, body, icon });
      kept.add(notification);
      for (const old of [...kept].slice(0, -mostKept)) kept.delete(old);
      notification.on('close', ({ reason }) => {
        if (reason !== 'timedOut') kept.delete(notification);
      });
      notification.once('click', () => {
        kept.delete(notification);
        show(path);
      });
      notification.once('failed', (_event, error) => {
        kept.delete(notification);
        log.warn('note.failed', { reason: error.slice(0, 200) });
      });
      notification.show();
      return { shown: true, reason: '' };
    },
  };
}
