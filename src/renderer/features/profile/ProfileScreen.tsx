import { Button, Tabs } from '@mantine/core';
import type { ComponentType, ReactNode } from 'react';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { exportAddon } from '#shared/domain/account.ts';
import { formatBytes } from '#shared/domain/formats.ts';
import { useSession, useWorkspace } from '../../data/bridgeValues.ts';
import { Screen } from '../../ui/Screen.tsx';
import classes from './ProfileScreen.module.css';
import { isProfileTab, profileTabs, type ProfileTab } from './profileTabs.ts';

/** Profile, account, team, plan and billing, for a workspace without a provider (product 17.2). */
export function ProfileScreen(): ReactNode {
  const navigate = useNavigate();
  const { tab } = useParams();
  const shown: ProfileTab = isProfileTab(tab) ? tab : 'profile';
  const Content = contents[shown];
  return (
    <Screen title="Profile" narrow>
      <Tabs value={shown} onChange={(value) => void navigate(`/profile/${value ?? 'profile'}`, { replace: true })}>
        <Tabs.List mb="md">
          {profileTabs.map(({ id, label }) => (
            <Tabs.Tab key={id} value={id}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={shown}>
          <Content />
        </Tabs.Panel>
      </Tabs>
    </Screen>
  );
}

const contents: Readonly<Record<ProfileTab, ComponentType>> = {
  profile: Person,
  account: Account,
  team: Team,
  plan: Plan,
  billing: Billing,
};

function Person(): ReactNode {
  const { user, place } = useSession();
  const email = user?.email ?? '';
  return (
    <Facts
      rows={[
        ['Name', user?.name ?? ''],
        ...(email === '' ? [] : [['Email', email] as const]),
        ...(place === 'server' ? [['Staff', user?.is_staff === true ? 'Yes' : 'No'] as const] : []),
      ]}
    />
  );
}

function Account(): ReactNode {
  const { place, server } = useSession();
  const workspace = useWorkspace();
  if (place === 'server') return <Facts rows={[['Server', server]]} />;
  return (
    <Facts
      rows={[
        ['Workspace', workspace?.folder ?? ''],
        ['Size', workspace === undefined ? '' : formatBytes(workspace.bytes)],
      ]}
    />
  );
}

function Team(): ReactNode {
  return (
    <>
      <p className={classes.text}>
        This workspace is yours alone. To work as a team, run a Winnow server (<code>npm run server</code>) and sign in
        to its address.
      </p>
      <Button component={Link} to="/settings#connection" variant="default">
        Connect to a server
      </Button>
    </>
  );
}

function Plan(): ReactNode {
  const { user, config } = useSession();
  return (
    <Facts
      rows={[
        ['Plan', config === null || config.planUid === '' ? 'Local workspace' : config.planUid],
        ['Add-ons', (user?.addons ?? []).map((addon) => (addon === exportAddon ? 'Export' : addon)).join(', ')],
      ]}
    />
  );
}

function Billing(): ReactNode {
  return <p className={classes.text}>No billing for a local workspace.</p>;
}

function Facts({ rows }: { readonly rows: readonly (readonly [string, string])[] }): ReactNode {
  return (
    <dl className={classes.facts}>
      {rows.map(([term, value]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value === '' ? 'None' : value}</dd>
        </div>
      ))}
    </dl>
  );
}
