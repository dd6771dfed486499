import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { call } from '../../bridge/bridge.ts';
import { keys } from '../../data/keys.ts';
import { clearSearchMessage } from '../../data/searchMessage.ts';
import { clearRecentReports } from '../../features/reports/recentReports.ts';

/** Logs out: the token goes, the search message and the reports opened go, and the login page comes (product 4). */
export function useLogout(): () => void {
  const navigate = useNavigate();
  const { mutate } = useMutation({
    mutationKey: keys.logout,
    mutationFn: async () => {
      clearSearchMessage();
      clearRecentReports();
      try {
        await call('session.logout', null);
      } finally {
        await navigate('/login', { replace: true });
      }
    },
  });
  return () => mutate();
}
