import { lettersAt } from './places.ts';

const focusable =
  'a[href], button:not(:disabled), input:not(:disabled), select, textarea, ' +
  '[tabindex="0"], [tabindex="-1"][data-region-focus]';

/** The regions that are on the screen now, in the order of the page. */
function regions(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('[data-region]')].filter((element) => element.checkVisibility());
}

/**
 * Moves the focus to the next (1) or previous (-1) region of the frame (product 14: `F6` cycles through the regions). A
 * region may mark where its focus goes with `data-region-focus`, such as the grid of a list. What would lead into a
 * region inside it, such as a screen with a list, is passed over: that region has a turn of its own.
 */
export function focusRegion(step: 1 | -1): void {
  const all = regions();
  const current = all.findLastIndex((region) => region.contains(document.activeElement));
  for (let tried = 1; tried <= all.length; tried++) {
    const region = all[(current + step * tried + all.length * 2) % all.length];
    const target = region && (firstShown(region, '[data-region-focus]') ?? firstShown(region, focusable) ?? region);
    if (target?.closest('[data-region]') !== region) continue;
    target?.focus();
    if (region?.contains(document.activeElement) === true) return;
  }
}

/** The first visible match: the hidden search screen stays in the page, and nothing in it can take the focus. */
function firstShown(region: HTMLElement, selector: string): HTMLElement | undefined {
  return [...region.querySelectorAll<HTMLElement>(selector)].find((element) => element.checkVisibility());
}

/**
 * For what stands around a list: a click on one of its buttons leaves the focus where it is, if keys decide there. They
 * would not on the button.
 */
export const keepsKeys = {
  onMouseDown: (event: Pick<Event, 'target' | 'preventDefault'>): void => {
    const { target } = event;
    const isButton = target instanceof Element && target.closest('button, a, [role="button"]') !== null;
    if (isButton && lettersAt(document.activeElement) === 'decide') event.preventDefault();
  },
};
