import { Button, Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { exportAddon } from '#shared/domain/account.ts';
import { assertNever } from '#shared/errors.ts';
import { isProfileTab, profileTabs, type ProfileTab } from './profileTabs.ts';
import { useSession, useWorkspace } from '../../data/bridgeValues.ts';
import { formatBytes } from '../../ui/numbers.ts';
import { Screen } from '../../ui/Screen.tsx';
import classes from './ProfileScreen.module.css';

/** Profile, account, team, plan and billing, for a workspace that has no provider (product 17.2). */
export function ProfileScreen(): ReactNode {
  const navigate = useNavigate();
  const { tab } = useParams();
  const shown: ProfileTab = isProfileTab(tab) ? tab : 'profile';
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
          <TabContent tab={shown} />
        </Tabs.Panel>
      </Tabs>
    </Screen>
  );
}

function TabContent({ tab }: { readonly tab: ProfileTab }): ReactNode {
  const { user, place, server, config } = useSession();
  const workspace = useWorkspace();
  switch (tab) {
    case 'profile':
      return (
        <Facts
          rows={[
            ['Name', user?.name ?? ''],
            ['E-mail', user?.email ?? ''],
            ['Staff', user?.is_staff === true ? 'Yes' : 'No'],
          ]}
        />
      );
    case 'account':
      return (
        <Facts
          rows={
            place === 'server'
              ? [['Server', server]]
              : [
                  ['Workspace', workspace?.folder ?? ''],
                  ['Size', workspace === undefined ? '' : formatBytes(workspace.bytes)],
                ]
          }
        />
      );
    case 'team':
      return (
        <>
          <p className={classes.text}>
            This workspace is yours alone. A team works on a Winnow server: run <code>npm run server</code> on a machine
            of yours, then sign in to its address.
          </p>
          <Button component={Link} to="/settings#connection" variant="default">
            Connect to a server
          </Button>
        </>
      );
    case 'plan':
      return (
        <Facts
          rows={[
            ['Plan', config === null || config.planUid === '' ? 'Local workspace' : config.planUid],
            ['Add-ons', (user?.addons ?? []).map((addon) => (addon === exportAddon ? 'Export' : addon)).join(', ')],
          ]}
        />
      );
    case 'billing':
      return <p className={classes.text}>Nothing to bill.</p>;
    default:
      return assertNever(tab);
  }
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
