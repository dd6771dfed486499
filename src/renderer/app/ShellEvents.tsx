import { notifications } from '@mantine/notifications';
import { useEffect, useRef, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { useRunNamedCommand } from '../keyboard/CommandProvider.tsx';
import { counted } from '../ui/numbers.ts';
import { shellInfo, subscribe } from './bridge.ts';

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
      subscribe('refresh.landed', ({ week, lists }) => {
        const added = lists.reduce((sum, list) => sum + list.added, 0);
        const message = `${counted(added, 'new company', 'new companies')} in ${counted(lists.length, 'smart list', 'smart lists')}.`;
        notifications.show({ title: `The digest of ${week} is here`, message });
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
