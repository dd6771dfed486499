import { Group, Switch, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { usePreferences, useSetPreferences } from '../../data/bridgeValues.ts';
import { Section } from '../../ui/Screen.tsx';
import { Setting } from './Setting.tsx';

const defaultQuiet = { from: '20:00', to: '08:00' } as const;

/** One notification when the weekly refresh lands, and the hours in which there is none. */
export function NotificationSection(): ReactNode {
  const { notifications, quietHours } = usePreferences();
  const setPreferences = useSetPreferences();
  const setNotifications = (on: boolean): void => {
    setPreferences.mutate({ notifications: on });
    // The browser asks once; where the system shows notifications itself, it answers at once.
    if (on && 'Notification' in window && Notification.permission === 'default') void Notification.requestPermission();
  };
  return (
    <Section title="Notifications">
      <Setting
        label="When the weekly refresh lands"
        controls="notifications"
        note="Names the lists and how many companies came."
      >
        <Switch
          id="notifications"
          aria-label="Notify when the weekly refresh lands"
          checked={notifications}
          onChange={(event) => setNotifications(event.currentTarget.checked)}
        />
      </Setting>
      <Setting label="Quiet hours" note="No notification between these times.">
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
