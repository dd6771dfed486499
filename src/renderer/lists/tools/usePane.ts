import { useState } from 'react';
import { usePreferences, useTurnPreferences } from '../../data/bridgeValues.ts';

/** The reading pane as the user has set it: hidden, right or bottom, and its size. */
export interface PaneSetting {
  readonly side: 'hidden' | 'right' | 'bottom';
  readonly size: number;
  readonly toggle: () => void;
  readonly turn: () => void;
}

/** The reading pane's setting, and how to turn it. */
export function usePane(): PaneSetting {
  const { readingPane: side, readingPaneSize: size } = usePreferences();
  const turnPreferences = useTurnPreferences();
  const [lastSide, setLastSide] = useState<'right' | 'bottom'>('right');
  return {
    side,
    size,
    toggle: () =>
      turnPreferences(({ readingPane: now }) => {
        if (now !== 'hidden') setLastSide(now);
        return { readingPane: now === 'hidden' ? lastSide : 'hidden' };
      }),
    turn: () => turnPreferences(({ readingPane: now }) => ({ readingPane: now === 'right' ? 'bottom' : 'right' })),
  };
}
