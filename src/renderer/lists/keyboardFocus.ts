/** Whether nothing that the user works with holds the keyboard's focus. */
export function isFocusFree(): boolean {
  const active = document.activeElement;
  return active === null || active === document.body || active.tagName === 'MAIN';
}

/** Takes the keyboard's focus away from what has it. */
export function leaveFocus(): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}
