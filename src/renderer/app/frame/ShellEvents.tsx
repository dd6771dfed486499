import { notifications } from '@mantine/notifications';
import { useEffect, useRef, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { useRunNamedCommand } from '../../keyboard/CommandProvider.tsx';
import { showDone } from '../../ui/toasts.tsx';
import { shellInfo, subscribe } from '../../bridge/bridge.ts';
import { landedText } from './landedText.ts';

/** What the shell asks of the window: to show a route, to run a command of its menu, to tell of a landed refresh. */
export function ShellEvents(): ReactNode {
  const navigate = useNavigate();
  const runNamed = useRunNamedCommand();
  const latest = useRef({ navigate, runNamed });
  useEffect(() => {
    latest.current = { navigate, runNamed };
  });
  useEffect(() => {
    const ends = [
      subscribe('navigate', ({ path }) => void latest.current.navigate(path)),
      subscribe('command', ({ id }) => latest.current.runNamed(id)),
      subscribe('refresh.landed', (landed) => {
        const { title, message } = landedText(landed);
        showDone(message, title);
      }),
    ];
    for (const notice of shellInfo().notices) {
      notifications.show({ id: notice, message: notice, color: 'yellow', autoClose: false });
    }
    return () => {
      for (const end of ends) end();
    };
  }, []);
  return null;
}
