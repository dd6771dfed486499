import { Switch } from '@mantine/core';
import type { ReactNode } from 'react';
import { zeroInboxOf } from '#shared/bridge/preferences.ts';
import { usePreferences, useSession, useSetPreferences } from '../../data/bridgeValues.ts';
import { Section } from '../../ui/Screen.tsx';
import { Setting } from './Setting.tsx';

/** How inboxes and exports behave. Zero inbox is kept per account (SPEC 6). */
export function ListsSection(): ReactNode {
  const preferences = usePreferences();
  const { account } = useSession();
  const setPreferences = useSetPreferences();
  return (
    <Section title="Lists">
      <Setting
        label="Zero inbox"
        controls="zero-inbox"
        note="Inboxes show only what is undecided; decided companies leave them."
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
      <Setting
        label="CSV for Excel"
        controls="csv-for-excel"
        note="Begins exported files with a byte-order mark, so that Excel reads accents right."
      >
        <Switch
          id="csv-for-excel"
          aria-label="CSV for Excel"
          checked={preferences.csvByteOrderMark}
          onChange={(event) => setPreferences.mutate({ csvByteOrderMark: event.currentTarget.checked })}
        />
      </Setting>
    </Section>
  );
}
