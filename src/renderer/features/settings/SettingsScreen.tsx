import { Group, Switch, TextInput, Button, SegmentedControl } from '@mantine/core';
import type { ReactNode } from 'react';
import { zeroInboxOf, type Preferences } from '#shared/bridge/preferences.ts';
import { useHasWorkspace, usePreferences, useSetPreferences, useSession } from '../../data/bridgeValues.ts';
import { Problem } from '../../ui/Dialog.tsx';
import { Section, Screen } from '../../ui/Screen.tsx';
import { ServerForm, useOpenLocal } from '../auth/ServerForm.tsx';
import { KnownSection } from '../known/KnownSection.tsx';
import { ReasonSection } from './ReasonSection.tsx';
import { Setting } from './Setting.tsx';
import { ShortcutSection } from './ShortcutSection.tsx';
import { UpdateSection } from './UpdateSection.tsx';
import classes from './Settings.module.css';

/** Settings; each is saved the moment it changes. */
export function SettingsScreen(): ReactNode {
  const hasWorkspace = useHasWorkspace();
  return (
    <Screen title="Settings" intro="Changes are saved automatically." narrow>
      <AppearanceSection />
      <StartSection />
      <ListsSection />
      <ReasonSection />
      {/* Whoever has a workspace finds it there. */}
      {!hasWorkspace && <KnownSection disabled={false} />}
      <NotificationSection />
      <ConnectionSection />
      <UpdateSection />
      <ShortcutSection />
    </Screen>
  );
}

/** A preference that is one of a few values. */
type ChoiceOf = 'theme' | 'density' | 'motion' | 'readingPane' | 'startsAt';

/** The values of those preferences, and what they are called. */
const choices: { readonly [Key in ChoiceOf]: Readonly<Record<Preferences[Key], string>> } = {
  theme: { system: 'Match system', dark: 'Dark', light: 'Light' },
  density: { compact: 'Compact', comfortable: 'Comfortable' },
  motion: { system: 'Match system', reduced: 'Reduced' },
  readingPane: { hidden: 'Hidden', right: 'On the right', bottom: 'At the bottom' },
  startsAt: { dashboard: 'Dashboard', inbox: 'Inbox with the most to review', last: 'Where you left off' },
};

/** A preference that is one of a few values, side by side. */
function Choice({
  of,
  label,
  note,
}: {
  readonly of: ChoiceOf;
  readonly label: string;
  readonly note?: string;
}): ReactNode {
  const preferences = usePreferences();
  const setPreferences = useSetPreferences();
  return (
    <Setting label={label} {...(note === undefined ? {} : { note })}>
      <SegmentedControl
        size="xs"
        aria-label={label}
        value={preferences[of]}
        data={Object.entries(choices[of]).map(([value, name]) => ({ value, label: name }))}
        onChange={(value) => setPreferences.mutate({ [of]: value })}
      />
    </Setting>
  );
}

/** A preference that is on or off. */
type SwitchOf = 'hints' | 'autoAdvance' | 'csvByteOrderMark' | 'webSearch';

function OnOff({
  of,
  label,
  note,
}: {
  readonly of: SwitchOf;
  readonly label: string;
  readonly note: string;
}): ReactNode {
  const preferences = usePreferences();
  const setPreferences = useSetPreferences();
  return (
    <Setting label={label} controls={of} note={note}>
      <Switch
        id={of}
        aria-label={label}
        checked={preferences[of]}
        onChange={(event) => setPreferences.mutate({ [of]: event.currentTarget.checked })}
      />
    </Setting>
  );
}

/** The theme: the system's unless the user chooses one (product 2); rows, pane and motion. */
export function AppearanceSection(): ReactNode {
  return (
    <Section title="Appearance">
      <Choice of="theme" label="Theme" />
      <Choice of="density" label="Rows" note="Comfortable rows are easier to hit; compact ones show more companies." />
      <Choice of="readingPane" label="Reading pane" />
      <Choice of="motion" label="Motion" note="Reduced: panels and dialogs appear without moving." />
    </Section>
  );
}

/** What a new window shows. */
export function StartSection(): ReactNode {
  return (
    <Section title="Start">
      <Choice of="startsAt" label="Open with" />
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
      <OnOff
        of="autoAdvance"
        label="Next company"
        note="After a decision on a company’s page, open the next one in its list."
      />
      <OnOff of="hints" label="Hints" note="Show the keys for deciding until you’ve decided on 20 companies." />
      <OnOff of="csvByteOrderMark" label="CSV for Excel" note="Exports open in Excel with accents intact." />
      <OnOff
        of="webSearch"
        label="Search the web"
        note="For a company without a known website, “Open website” searches duckduckgo.com for its name and city."
      />
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
