import { useNavigate } from 'react-router-dom';
import { clearSearchMessage } from '../../data/searchMessage.ts';
import { clearRecentReports } from '../../features/reports/recentReports.ts';
import { call } from '../../bridge/bridge.ts';

/** Logs out: the token goes, the search message and the reports opened go, and the login page comes (SPEC 4). */
export function useLogout(): () => void {
  const navigate = useNavigate();
  const logout = async (): Promise<void> => {
    clearSearchMessage();
    clearRecentReports();
    try {
      await call('session.logout', null);
    } finally {
      await navigate('/login', { replace: true });
    }
  };
  return () => void logout();
}
