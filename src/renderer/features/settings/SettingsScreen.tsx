import { Group, Switch, TextInput, Button, SegmentedControl } from '@mantine/core';
import type { ReactNode } from 'react';
import { zeroInboxOf, type Preferences } from '#shared/bridge/preferences.ts';
import { usePreferences, useSetPreferences, useSession } from '../../data/bridgeValues.ts';
import { Problem } from '../../ui/Dialog.tsx';
import { Section, Screen } from '../../ui/Screen.tsx';
import { ServerForm, useOpenLocal } from '../auth/ServerForm.tsx';
import { Setting } from './Setting.tsx';
import { ShortcutSection } from './ShortcutSection.tsx';
import { UpdateSection } from './UpdateSection.tsx';
import classes from './Settings.module.css';

/** Settings; each is saved the moment it changes. */
export function SettingsScreen(): ReactNode {
  return (
    <Screen title="Settings" intro="Changes are saved automatically." narrow>
      <AppearanceSection />
      <ListsSection />
      <NotificationSection />
      <ConnectionSection />
      <UpdateSection />
      <ShortcutSection />
    </Screen>
  );
}

const themes = [
  { value: 'system', label: 'Match system' },
  { value: 'dark', label: 'Dark' },
  { value: 'light', label: 'Light' },
] as const satisfies readonly { value: Preferences['theme']; label: string }[];

/** The theme: the system's unless the user chooses one (product 2). */
export function AppearanceSection(): ReactNode {
  const { theme } = usePreferences();
  const setPreferences = useSetPreferences();
  return (
    <Section title="Appearance">
      <Setting label="Theme">
        <SegmentedControl
          size="xs"
          aria-label="Theme"
          value={theme}
          data={[...themes]}
          onChange={(value) => {
            const chosen = themes.find((item) => item.value === value);
            if (chosen !== undefined) setPreferences.mutate({ theme: chosen.value });
          }}
        />
      </Setting>
    </Section>
  );
}

/** Where the data comes from: the local workspace or a server, and where the token is kept. */
export function ConnectionSection(): ReactNode {
  const { keychainProblem, place, server, tokenKeptIn } = useSession();
  const openLocal = useOpenLocal();
  return (
    <div id="connection">
      <Section title="Connection">
        <Setting
          label={place === 'local' ? 'Local workspace' : server}
          note={
            place === 'local'
              ? 'On this computer, no account needed.'
              : tokenKeptIn === 'keychain'
                ? 'Your sign-in is stored in this computer’s keychain.'
                : `${keychainProblem} Your sign-in is kept in memory until you quit Winnow.`.trim()
          }
        >
          {place === 'server' && (
            <Button variant="default" loading={openLocal.isPending} onClick={() => openLocal.mutate()}>
              Open local workspace
            </Button>
          )}
        </Setting>
        <div className={classes.server}>
          <ServerForm />
        </div>
        {openLocal.isError && <Problem title="Couldn’t open it." reason={openLocal.error.message} />}
      </Section>
    </div>
  );
}

/** How inboxes and exports behave. Zero inbox is kept per account (product 6). */
export function ListsSection(): ReactNode {
  const preferences = usePreferences();
  const { account } = useSession();
  const setPreferences = useSetPreferences();
  return (
    <Section title="Lists">
      <Setting
        label="Zero inbox"
        controls="zero-inbox"
        note="Inboxes show only undecided companies; decided ones leave."
      >
        <Switch
          id="zero-inbox"
          aria-label="Zero inbox"
          checked={zeroInboxOf(preferences, account)}
          onChange={(event) =>
            setPreferences.mutate({ zeroInbox: { ...preferences.zeroInbox, [account]: event.currentTarget.checked } })
          }
        />
      </Setting>
      <Setting label="Hints" controls="hints" note="Show the keys for deciding until you’ve decided on 20 companies.">
        <Switch
          id="hints"
          aria-label="Hints"
          checked={preferences.hints}
          onChange={(event) => setPreferences.mutate({ hints: event.currentTarget.checked })}
        />
      </Setting>
      <Setting label="CSV for Excel" controls="csv-for-excel" note="Exports open in Excel with accents intact.">
        <Switch
          id="csv-for-excel"
          aria-label="CSV for Excel"
          checked={preferences.csvByteOrderMark}
          onChange={(event) => setPreferences.mutate({ csvByteOrderMark: event.currentTarget.checked })}
        />
      </Setting>
      <Setting
        label="Search the web"
        controls="web-search"
        note="For a company without a known website, “Open website” searches duckduckgo.com for its name and city."
      >
        <Switch
          id="web-search"
          aria-label="Search the web"
          checked={preferences.webSearch}
          onChange={(event) => setPreferences.mutate({ webSearch: event.currentTarget.checked })}
        />
      </Setting>
    </Section>
  );
}

const defaultQuiet = { from: '20:00', to: '08:00' } as const;

/** One notification when the weekly refresh lands, and the hours without any. */
export function NotificationSection(): ReactNode {
  const { notifications, quietHours } = usePreferences();
  const setPreferences = useSetPreferences();
  const setNotifications = (on: boolean): void => {
    setPreferences.mutate({ notifications: on });
    // The browser asks once; if the system shows notifications itself, it answers at once.
    if (on && 'Notification' in window && Notification.permission === 'default') void Notification.requestPermission();
  };
  return (
    <Section title="Notifications">
      <Setting
        label="After the weekly refresh"
        controls="notifications"
        note="Says how many companies arrived in which list."
      >
        <Switch
          id="notifications"
          aria-label="Notify after the weekly refresh"
          checked={notifications}
          onChange={(event) => setNotifications(event.currentTarget.checked)}
        />
      </Setting>
      <Setting label="Quiet hours" note="No notifications between these times.">
        <Group gap="xs">
          {quietHours !== null && (
            <>
              <TextInput
                type="time"
                size="xs"
                aria-label="Quiet from"
                value={quietHours.from}
                onChange={(event) =>
                  setPreferences.mutate({ quietHours: { ...quietHours, from: event.currentTarget.value } })
                }
              />
              <TextInput
                type="time"
                size="xs"
                aria-label="Quiet until"
                value={quietHours.to}
                onChange={(event) =>
                  setPreferences.mutate({ quietHours: { ...quietHours, to: event.currentTarget.value } })
                }
              />
            </>
          )}
          <Switch
            aria-label="Quiet hours"
            checked={quietHours !== null}
            onChange={(event) =>
              setPreferences.mutate({ quietHours: event.currentTarget.checked ? defaultQuiet : null })
            }
          />
        </Group>
      </Setting>
    </Section>
  );
}
