import { SegmentedControl } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Preferences } from '#shared/bridge/preferences.ts';
import { usePreferences, useSetPreferences } from '../../data/bridgeValues.ts';
import { Section } from '../../ui/Screen.tsx';
import { Setting } from './Setting.tsx';

const themes = [
  { value: 'system', label: 'Same as system' },
  { value: 'dark', label: 'Dark' },
  { value: 'light', label: 'Light' },
] as const satisfies readonly { value: Preferences['theme']; label: string }[];

/** The theme: the system's unless the user chooses one (SPEC 2). */
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
