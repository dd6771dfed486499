import { MantineProvider } from '@mantine/core';
import { useColorScheme } from '@mantine/hooks';
import { useLayoutEffect, type ReactNode } from 'react';
import type { Preferences } from '#shared/bridge/preferences.ts';
import { cssVariablesResolver, theme } from '../ui/theme.ts';
import { styleNonce } from '../bridge/bridgeConnect.ts';

/**
 * Mantine with Winnow's theme: the user's choice, else the system's, dark if that is unknown (product 2). The document
 * says how high rows are and whether things move, for the style sheets (tokens.css).
 */
export function Look({
  scheme,
  density = 'compact',
  motion = 'system',
  children,
}: {
  readonly scheme: Preferences['theme'];
  readonly density?: Preferences['density'];
  readonly motion?: Preferences['motion'];
  readonly children: ReactNode;
}): ReactNode {
  const system = useColorScheme('dark', { getInitialValueInEffect: false });
  useLayoutEffect(() => {
    Object.assign(document.documentElement.dataset, { density, motion });
  }, [density, motion]);
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
