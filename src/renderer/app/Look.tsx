import { MantineProvider } from '@mantine/core';
import { useColorScheme } from '@mantine/hooks';
import type { ReactNode } from 'react';
import type { Preferences } from '#shared/bridge/preferences.ts';
import { cssVariablesResolver, theme } from '../ui/theme.ts';
import { styleNonce } from '../bridge/bridgeConnect.ts';

/** Mantine with Winnow's theme: the user's choice, else the system's, dark if that is unknown (product 2). */
export function Look({
  scheme,
  children,
}: {
  readonly scheme: Preferences['theme'];
  readonly children: ReactNode;
}): ReactNode {
  const system = useColorScheme('dark', { getInitialValueInEffect: false });
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      forceColorScheme={scheme === 'system' ? system : scheme}
      getStyleNonce={styleNonce}
    >
      {children}
    </MantineProvider>
  );
}
