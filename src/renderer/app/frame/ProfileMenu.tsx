import { Menu, Tooltip, UnstyledButton } from '@mantine/core';
import {
  IconBuilding,
  IconCreditCard,
  IconEdit,
  IconLogout,
  IconReceipt,
  IconSettings,
  IconUser,
  IconUsers,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { call } from '../../bridge/bridge.ts';
import { useSession } from '../../data/bridgeValues.ts';
import { profileTabs, type ProfileTab } from '../../features/profile/profileTabs.ts';
import { Keys } from '../../keyboard/Keys.tsx';
import { CompanyLogo } from '../../ui/CompanyLogo.tsx';
import classes from './ProfileMenu.module.css';
import { useLogout } from './useLogout.ts';

const icons = {
  profile: IconUser,
  account: IconBuilding,
  team: IconUsers,
  plan: IconReceipt,
  billing: IconCreditCard,
} as const satisfies Record<ProfileTab, typeof IconUser>;

/** The profile menu: its five tabs, Edit profile, Settings and Logout (product 2). */
export function ProfileMenu(): ReactNode {
  const { user, place, server } = useSession();
  const logout = useLogout();
  const openProfile = useOpenProfile();
  const name = user?.name === undefined || user.name === '' ? 'You' : user.name;
  return (
    <Menu position="bottom-end" width={232} withinPortal={false}>
      <Tooltip label="Profile menu">
        <Menu.Target>
          <UnstyledButton className={classes.button} aria-label={`Profile menu of ${name}`}>
            <CompanyLogo name={name} logo="" size={28} round />
          </UnstyledButton>
        </Menu.Target>
      </Tooltip>
      <Menu.Dropdown>
        <div className={classes.who}>
          <strong>{name}</strong>
          <span>{user?.email}</span>
          <span>{place === 'local' ? 'Local workspace' : server}</span>
        </div>
        <Menu.Divider />
        {profileTabs.map(({ id, label }) => {
          const Icon = icons[id];
          return (
            <Menu.Item key={id} leftSection={<Icon size={15} stroke={1.6} />} onClick={() => openProfile(id)}>
              {label}
            </Menu.Item>
          );
        })}
        <Menu.Divider />
        <Menu.Item leftSection={<IconEdit size={15} stroke={1.6} />} onClick={() => openProfile('profile')}>
          Edit profile
        </Menu.Item>
        <Menu.Item
          component={Link}
          to="/settings"
          leftSection={<IconSettings size={15} stroke={1.6} />}
          rightSection={<Keys id="go.settings" />}
        >
          Settings
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={15} stroke={1.6} />} onClick={logout}>
          Logout
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/**
 * Opens a tab of the profile: the provider's page outside the app where a server with a provider is connected, else the
 * app's own page (product 17.2).
 */
export function useOpenProfile(): (tab: ProfileTab) => void {
  const navigate = useNavigate();
  const { place, config } = useSession();
  return (tab) => {
    if (place === 'local' || (config?.domain ?? '') === '') void navigate(`/profile/${tab}`);
    else void call('shell.openProfile', { tab });
  };
}
