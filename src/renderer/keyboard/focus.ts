/** Input types that take no text: their keys are free for commands. */
const notText = new Set(['button', 'checkbox', 'radio', 'range', 'reset', 'submit', 'color', 'file', 'image']);

/** Whether the user is typing into this element. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !notText.has(target.type);
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement || target.isContentEditable;
}

const pressable = 'a[href], button, summary, input, select, [role="button"], [role="switch"], [role="checkbox"]';
const roving = '[role="menu"], [role="listbox"], [role="tablist"], [role="radiogroup"], [role="slider"], [role="tree"]';

/**
 * Whether the focused control needs this key itself: Enter and Space press a button, the arrows move inside a menu or a
 * tab list. A grid is not among them: its keys are the list's commands.
 */
export function keepsItsKey(target: EventTarget | null, notation: string): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (notation === 'Enter' || notation === 'Space') return target.closest(`${pressable}, ${roving}`) !== null;
  if (/^(?:Shift\+)?(?:Arrow|Home$|End$|Page)/.test(notation)) return target.closest(roving) !== null;
  // What is open over the screen closes itself first.
  if (notation === 'Escape') return target.closest('[role="menu"], [role="listbox"], [role="dialog"]') !== null;
  return false;
}

/** Whether a modal dialog is in front; commands of the screen behind it must not run. */
export function isModalOpen(): boolean {
  // Dialogs stand beside the app's own element; looking through all of the page would cost every key press.
  for (const child of document.body.children) {
    if (child.id !== 'root' && child.querySelector('[aria-modal="true"]') !== null) return true;
  }
  return false;
}

/** Whether a key is meant for a dialog, which it may have taken off the page already. */
export function isInDialog(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[role="dialog"]') !== null;
}

/** Esc in a field leaves the field and nothing more; an open list of choices or a dialog closes itself first. */
export function leaveField(event: KeyboardEvent): void {
  if (!(event.target instanceof HTMLElement) || isModalOpen()) return;
  if (event.target.getAttribute('aria-expanded') === 'true') return;
  event.target.blur();
  event.preventDefault();
  event.stopPropagation();
}
