import type { Notifier } from '#main/ports.ts';
import { plainNote } from '#main/shellCommon/plainNote.ts';
import type { ElectronApi } from './electronApi.ts';

/** Notifications of the system; a click shows the note's route. */
export function systemNotifier(
  { Notification }: Pick<ElectronApi, 'Notification'>,
  icon: string,
  show: (path: string) => void,
): Notifier {
  // Kept until they are gone: a note that is collected as garbage no longer takes the click.
  const shown = new Set<unknown>();
  return {
    notify: async (note) => {
      if (!Notification.isSupported()) return { shown: false, reason: 'This system has no notifications.' };
      const { title, body, path } = plainNote(note);
      const notification = new Notification({ title, body, icon });
      shown.add(notification);
      notification.once('close', () => {
        shown.delete(notification);
      });
      notification.once('click', () => {
        shown.delete(notification);
        show(path);
      });
      notification.show();
      return { shown: true, reason: '' };
    },
  };
}
