import { Tooltip, Menu, UnstyledButton, ActionIcon, Button } from '@mantine/core';
import {
  IconCloudOff,
  IconLoader2,
  IconRefresh,
  IconBuilding,
  IconCreditCard,
  IconEdit,
  IconLogout,
  IconReceipt,
  IconSettings,
  IconUser,
  IconUsers,
  IconArrowLeft,
  IconHelp,
} from '@tabler/icons-react';
import type { ReactNode, RefObject } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import type { WorkspaceJob } from '#shared/bridge/workspace.ts';
import { formatWeek } from '#shared/domain/digestWeek.ts';
import { formatBytes, formatCount, formatMoment } from '#shared/domain/formats.ts';
import { call, shellInfo } from '../../bridge/bridge.ts';
import { useConnection, useHasWorkspace, useSession, useWorkspace } from '../../data/bridgeValues.ts';
import { keptInMemory, keptInMemoryText } from '../../data/keptInMemory.ts';
import { canGoBack } from '../../data/routeState.ts';
import { searchPath } from '../../data/searchAddress.ts';
import { useSearchStore } from '../../data/searchState.tsx';
import { useApiQuery } from '../../data/useApi.ts';
import { searchesBehind } from '../../data/useSearchAddress.ts';
import { profileTabs, type ProfileTab } from '../../features/profile/profileTabs.ts';
import { useCommands } from '../../keyboard/CommandProvider.tsx';
import { KeyTip, Keys } from '../../keyboard/Keys.tsx';
import { CompanyLogo } from '../../ui/CompanyLogo.tsx';
import { useLogout } from './useFrameCommands.ts';
import { Mentions } from './Mentions.tsx';
import { SearchBox } from './SearchBox.tsx';
import classes from './Header.module.css';

/** The top bar (product 2 `Header`). */
export function Header({ searchBox }: { readonly searchBox: RefObject<HTMLInputElement | null> }): ReactNode {
  const { pathname } = useLocation();
  const { user, place } = useSession();
  const onSearch = pathname === searchPath;
  return (
    <div className={classes.bar}>
      <div className={classes.start}>
        {onSearch ? (
          <BackFromSearch />
        ) : (
          <Link to="/" className={classes.title}>
            My {shellInfo().product}
          </Link>
        )}
      </div>
      <SearchBox inputRef={searchBox} />
      <div className={classes.end}>
        <Freshness />
        <Mentions />
        {/* A local workspace has no admin site (product 17.4). */}
        {user?.is_staff === true && place === 'server' && (
          <Button variant="default" onClick={() => void call('shell.openAdmin', null)}>
            Admin
          </Button>
        )}
        <KeyTip id="go.help" label="Help">
          <ActionIcon component={Link} to="/help" aria-label="Help" size="lg">
            <IconHelp size={18} stroke={1.6} />
          </ActionIcon>
        </KeyTip>
        <ProfileMenu />
      </div>
    </div>
  );
}

/** In place of the title on the search screen: clears the text and goes back (product 2). */
function BackFromSearch(): ReactNode {
  const navigate = useNavigate();
  const { clearSearchText } = useSearchStore();
  const goBack = (): void => {
    clearSearchText();
    // Past all searches, to the screen before them.
    const steps = searchesBehind() + 1;
    if (canGoBack(steps)) void navigate(-steps);
    else void navigate('/');
  };
  useCommands({ 'go.back': goBack });
  return (
    <KeyTip id="go.back" label="Clear search and go back">
      <UnstyledButton className={classes.back} onClick={goBack}>
        <IconArrowLeft size={18} stroke={1.8} aria-hidden />
        search
      </UnstyledButton>
    </KeyTip>
  );
}

/** In the top bar: whether the API answers, how fresh the data is, and the workspace's long work. */
function Freshness(): ReactNode {
  const connection = useConnection();
  const session = useSession();
  const hasWorkspace = useHasWorkspace();
  const { job = null, upkeep = null } = useWorkspace() ?? {};
  const running = [job, upkeep].find((each) => each?.state === 'running');
  const digest = useApiQuery('getDigest', {}, { enabled: session.status === 'signedIn' }).data;

  if (connection.status === 'lost') {
    return (
      <output className={`${classes.state} ${classes.warn}`}>
        <IconCloudOff size={15} stroke={1.8} aria-hidden />
        <span className={classes.words}>Connection lost</span>
      </output>
    );
  }
  if (running) {
    return (
      <Link to="/workspace" className={classes.state}>
        <IconLoader2 size={15} stroke={1.8} className={classes.spin} aria-hidden />
        <span className={classes.words}>{progressText(running)}</span>
      </Link>
    );
  }
  if (digest === undefined || digest.week === '') return null;
  const newest = `Latest companies: ${formatCount(digest.companies)}.`;
  const refreshed = formatMoment(digest.refreshed);
  const shown = (
    <>
      <IconRefresh size={15} stroke={1.8} aria-hidden />
      <span className={classes.words}>{formatWeek(digest.week)}</span>
    </>
  );
  return (
    <Tooltip label={refreshed === '' ? newest : `${newest} Refreshed ${refreshed}.`}>
      {hasWorkspace ? (
        <Link to="/workspace" className={classes.state}>
          {shown}
        </Link>
      ) : (
        <span className={classes.state}>{shown}</span>
      )}
    </Tooltip>
  );
}

/** The progress of a running job: `Making sample data 12,000 / 50,000`. */
function progressText(job: WorkspaceJob): string {
  const shown = job.kind === 'upload' ? formatBytes : formatCount;
  const total = job.total === null ? '' : ` / ${shown(job.total)}`;
  return `${job.label} ${shown(job.done)}${total}`;
}

const icons = {
  profile: IconUser,
  account: IconBuilding,
  team: IconUsers,
  plan: IconReceipt,
  billing: IconCreditCard,
} as const satisfies Record<ProfileTab, typeof IconUser>;

/**
 * The profile menu: the provider's five tabs, Edit profile, Settings and Logout (product 2). Of a local workspace all
 * that is known is on one page, and its tabs are there.
 */
function ProfileMenu(): ReactNode {
  const session = useSession();
  const { user, place, server } = session;
  const memoryText = keptInMemoryText(session);
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
          {memoryText !== '' && (
            <span className={classes.memory} title={memoryText}>
              {keptInMemory}
            </span>
          )}
        </div>
        <Menu.Divider />
        {place === 'server' && (
          <>
            {profileTabs.map(({ id, label }) => {
              const Icon = icons[id];
              return (
                <Menu.Item key={id} leftSection={<Icon size={15} stroke={1.6} />} onClick={() => openProfile(id)}>
                  {label}
                </Menu.Item>
              );
            })}
            <Menu.Divider />
          </>
        )}
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
 * Opens a tab of the profile: the provider's page outside the app if the server has a provider, else the app's own page
 * (product 17.2).
 */
function useOpenProfile(): (tab: ProfileTab) => void {
  const navigate = useNavigate();
  const { place, config } = useSession();
  return (tab) => {
    if (place === 'local' || (config?.domain ?? '') === '') void navigate(`/profile/${tab}`);
    else void call('shell.openProfile', { tab });
  };
}
