import { Activity, useState, type ComponentType, type ReactNode } from 'react';

let Screen: ComponentType | undefined;

/** Loads the search screen; its route waits for it, so that the frame can draw it at once. */
export async function loadSearchScreen(): Promise<void> {
  Screen = (await import('../../features/search/SearchScreen.tsx')).SearchScreen;
}

/**
 * The search screen, kept alive behind other screens, so that results and scroll position persist (product 2). It is
 * created when first shown. `lazy` would suspend even if everything is loaded, and React keeps a fallback on the screen
 * for 300 ms.
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
