import type { ReactNode } from 'react';
import { Screen } from '../../ui/Screen.tsx';
import { AppearanceSection } from './AppearanceSection.tsx';
import { ConnectionSection } from './ConnectionSection.tsx';
import { ListsSection } from './ListsSection.tsx';
import { NotificationSection } from './NotificationSection.tsx';
import { UpdateSection } from './UpdateSection.tsx';
import { ShortcutSection } from './ShortcutSection.tsx';

/** Settings; everything is kept the moment it changes. */
export function SettingsScreen(): ReactNode {
  return (
    <Screen title="Settings" intro="Changes are kept at once." narrow>
      <AppearanceSection />
      <ListsSection />
      <NotificationSection />
      <ConnectionSection />
      <UpdateSection />
      <ShortcutSection />
    </Screen>
  );
}
