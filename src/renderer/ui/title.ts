import { useEffect } from 'react';

/** The parts of the window's one title, which are set in two places. */
const parts = { screen: '', count: 0 };

/** The window's title: the number to review, the screen, the product. */
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

/** Shows the number of companies to review before the title; 0 shows nothing. */
export function useTitleCount(count: number): void {
  useEffect(() => {
    parts.count = count;
    document.title = titleText(parts.screen, parts.count);
  }, [count]);
}

/** Letters and control characters that change the direction of the text around them. */
const turning =
  /[\u0590-\u08ff\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufeff]|[\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * A name from the data, for the middle of a plain-text sentence: a right-to-left name, or one with a control character,
 * then leaves the rest of the sentence alone. In JSX, use `bdi` instead.
 */
export function isolated(name: string): string {
  return turning.test(name) ? `\u2068${name}\u2069` : name;
}
