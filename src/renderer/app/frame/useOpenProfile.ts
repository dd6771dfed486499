import { useNavigate } from 'react-router-dom';
import { call } from '../../bridge/bridge.ts';
import { useSession } from '../../data/bridgeValues.ts';
import type { ProfileTab } from '../../features/profile/profileTabs.ts';

/**
 * Opens a tab of the profile: the provider's page outside the app where a server with a provider is connected, else the
 * app's own page (DECISIONS `Profile menu`).
 */
export function useOpenProfile(): (tab: ProfileTab) => void {
  const navigate = useNavigate();
  const { place, config } = useSession();
  return (tab) => {
    if (place === 'local' || (config?.domain ?? '') === '') void navigate(`/profile/${tab}`);
    else void call('shell.openProfile', { tab });
  };
}
