import { flushSync } from 'react-dom';
import { fold } from '#shared/domain/text.ts';

/** The field that letters go to when they are typed beside it. */
export const typedInto = { 'data-typed-into': '' } as const;
/** Values that are chosen from together: letters go to the field among them, else to the next value called so. */
export const typeGroup = { 'data-type-group': '' } as const;

/** How long what is typed counts as one word, in milliseconds. */
const wordTime = 1000;

/**
 * Letters that are typed beside a field: in a panel or strip with `data-letters="type"`, while a button of it has the
 * focus. They go into the field of the nearest group that has one, or else to the next value that begins with them.
 */
export class TypeAhead {
  #word = '';
  #at = -Infinity;
  /** What had the focus after the last letter: another element begins another word. */
  #here: Element | null = null;

  /**
   * Takes a letter. `field`: it has the focus now, and the letter has still to be typed; `done`: nothing is left to do;
   * `none`: nothing begins with it here.
   */
  take(target: Element, { key, timeStamp }: Pick<KeyboardEvent, 'key' | 'timeStamp'>): 'field' | 'done' | 'none' {
    if (!/^[\p{L}\p{N}]$/u.test(key)) return 'none';
    const place = target.closest('[data-letters]');
    if (place?.getAttribute('data-letters') !== 'type') return 'none';
    const goesOn = target === this.#here && timeStamp - this.#at < wordTime;
    this.#word = goesOn ? this.#word + fold(key) : fold(key);
    this.#at = timeStamp;
    this.#here = target;
    for (const group of groupsOf(target, place)) {
      const field = group.querySelector<HTMLInputElement | HTMLTextAreaElement>('[data-typed-into]');
      const value = field === null ? this.#next(group, target) : null;
      if (value !== null) {
        this.#here = value;
        value.focus();
        return 'done';
      }
      if (field === null || goesOn) continue;
      field.focus();
      field.setSelectionRange(field.value.length, field.value.length);
      return 'field';
    }
    return goesOn ? 'done' : 'none';
  }

  /** The next value of a group that is called so; the one that has the focus stays while its name is being typed. */
  #next(group: Element, target: Element): HTMLElement | null {
    const [first = ''] = this.#word;
    // One letter again and again goes from one value to the next.
    const isOneLetter = this.#word === first.repeat(this.#word.length);
    const word = isOneLetter ? first : this.#word;
    const buttons = [...group.querySelectorAll<HTMLElement>('button:not(:disabled, [data-beside])')];
    const here = buttons.findIndex((button) => button === target);
    const from = isOneLetter ? here + 1 : Math.max(here, 0);
    const inOrder = [...buttons.slice(from), ...buttons.slice(0, from)];
    return inOrder.find((button) => fold(button.textContent.trim()).startsWith(word)) ?? null;
  }
}

/** The groups that an element is in, from the inside; one that is closed is opened. */
function groupsOf(target: Element, place: Element): Element[] {
  const groups: Element[] = [];
  for (let at: Element | null = target; at !== null && at !== place.parentElement; at = at.parentElement) {
    if (at.hasAttribute('data-type-group')) groups.push(at);
  }
  const isClosed = target.getAttribute('aria-expanded') === 'false' && target.parentElement === groups[0];
  if (isClosed && target instanceof HTMLElement) flushSync(() => target.click());
  return groups;
}
