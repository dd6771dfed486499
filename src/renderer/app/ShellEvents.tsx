import { notifications } from '@mantine/notifications';
import { useEffect, useRef, type ReactNode } from 'react';
import { isCommandId } from '#shared/commands.ts';
import { useLiveCommands, useRunCommand } from '../keyboard/CommandProvider.tsx';
import { showDone } from '../ui/toasts.tsx';
import { call, shellInfo, subscribe } from '../bridge/bridge.ts';
import { landedText } from './frame/landedText.ts';
import type { AppRouter } from './router.tsx';

/**
 * What the shell asks of the window: to show a route, to run a command of its menu, to tell of a landed refresh. Stands
 * above the routes, so that a link is followed on the login page too, which then leads there.
 */
export function ShellEvents({ router }: { readonly router: AppRouter }): ReactNode {
  const run = useRunCommand();
  const isThere = useLiveCommands().size > 0;
  /** A command of the menu that came before there was a screen to run it on. */
  const wanted = useRef('');
  const runWanted = (): void => {
    const id = wanted.current;
    if (!isThere) return;
    wanted.current = '';
    if (isCommandId(id)) run(id);
  };
  const latest = useRef(runWanted);
  useEffect(() => {
    latest.current = runWanted;
    runWanted();
  });
  useEffect(() => {
    const ends = [
      subscribe('navigate', ({ path }) => void router.navigate(path)),
      subscribe('command', ({ id }) => {
        wanted.current = id;
        latest.current();
      }),
      subscribe('refresh.landed', (landed) => {
        const { title, message } = landedText(landed);
        showDone(message, title);
      }),
    ];
    // What was asked for while the page was being loaded comes now.
    void call('shell.listens', null).catch(() => undefined);
    for (const notice of shellInfo().notices) {
      notifications.show({ id: notice, message: notice, color: 'yellow', autoClose: false });
    }
    return () => {
      for (const end of ends) end();
    };
  }, [router]);
  return null;
}
