import { useEffect } from 'react';

/** The parts of the window's one title, which come from two places. */
const parts = { screen: '', count: 0 };

/** The window's title: what is to be reviewed, the screen, the product. */
export function titleText(screen: string, count: number): string {
  const name = screen === '' ? 'Winnow' : `${screen} · Winnow`;
  return count === 0 ? name : `(${count}) ${name}`;
}

/** Sets the window's title while a screen is shown. */
export function useTitle(screen: string): void {
  useEffect(() => {
    parts.screen = screen;
    document.title = titleText(parts.screen, parts.count);
  }, [screen]);
}

/** Shows before the title how many companies are to be reviewed; 0 shows nothing. */
export function useTitleCount(count: number): void {
  useEffect(() => {
    parts.count = count;
    document.title = titleText(parts.screen, parts.count);
  }, [count]);
}
