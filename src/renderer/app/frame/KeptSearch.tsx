import { Activity, useState, type ComponentType, type ReactNode } from 'react';

let Screen: ComponentType | undefined;

/** Loads the search screen; its route waits for it, so that it is there when the frame draws it. */
export async function loadSearchScreen(): Promise<void> {
  Screen = (await import('../../features/search/SearchScreen.tsx')).SearchScreen;
}

/**
 * The search screen, which lives on while another screen is in front, so that results and scroll position persist
 * (product 2). It is made when it is first shown. `lazy` would suspend though all is loaded, and React keeps the
 * fallback of something that suspends for three tenths of a second.
 */
export function KeptSearch({ shown }: { readonly shown: boolean }): ReactNode {
  const [wasShown, setWasShown] = useState(shown);
  if (shown && !wasShown) setWasShown(true);
  if (!wasShown || Screen === undefined) return null;
  return (
    <Activity mode={shown ? 'visible' : 'hidden'}>
      <Screen />
    </Activity>
  );
}
