import { useEffect, useState } from 'react';

/** Gives the keyboard back to what had it, once this is gone. */
export function useFocusBack(): void {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (before instanceof HTMLElement) before.focus();
    },
    [before],
  );
}
