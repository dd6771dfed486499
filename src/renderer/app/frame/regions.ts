const focusable =
  'a[href], button:not(:disabled), input:not(:disabled), select, textarea, [tabindex="0"], [tabindex="-1"][data-region-focus]';

/** The regions that are on the screen now, in the order of the page. */
function regions(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('[data-region]')].filter((element) => element.checkVisibility());
}

/**
 * Moves the focus to the next (1) or previous (-1) region of the frame (UX: `F6` goes round the regions). A region may
 * mark where its focus goes with `data-region-focus`, such as the grid of a list.
 */
export function focusRegion(step: 1 | -1): void {
  const all = regions();
  const current = all.findLastIndex((region) => region.contains(document.activeElement));
  for (let tried = 1; tried <= all.length; tried++) {
    const region = all[(current + step * tried + all.length * 2) % all.length];
    const target = region && (firstShown(region, '[data-region-focus]') ?? firstShown(region, focusable) ?? region);
    target?.focus();
    if (region?.contains(document.activeElement) === true) return;
  }
}

/** The search screen is kept in the page while another one is in front; what is in it cannot take the focus. */
function firstShown(region: HTMLElement, selector: string): HTMLElement | undefined {
  return [...region.querySelectorAll<HTMLElement>(selector)].find((element) => element.checkVisibility());
}
