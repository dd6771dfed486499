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

/** Letters and controls that turn the direction of what stands around them. */
const turning =
  /[\u0590-\u08ff\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufeff]|[\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * A name from data for the middle of a sentence that is plain text: one from right to left, or one with a control in
 * it, leaves the rest of the sentence as it is. In JSX a name stands in `bdi` instead.
 */
export function isolated(name: string): string {
  return turning.test(name) ? `\u2068${name}\u2069` : name;
}
