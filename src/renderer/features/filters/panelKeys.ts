import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  type KeyboardEvent as ReactKeyboardEvent,
  type RefObject,
} from 'react';
import { commandOf } from '#shared/commands.ts';
import { canExclude, type ListField } from '#shared/fields/filterFields.ts';
import { useCommands, useKeySettings } from '../../keyboard/CommandProvider.tsx';
import { keysOf, notationOfEvent } from '../../keyboard/keymap.ts';
import type { ChoiceState } from './filterEdits.ts';

/** The keys that the panel sees to itself, and not the list beside it. */
export const panelKeys = 'ArrowDown ArrowUp Escape Shift+Enter -';

/** What the arrow keys stop at. What stands beside a choice is reached by another key, too. */
const stops = 'input, button:not(:disabled, [data-beside])';

/** A list of choices with a search field of its own. */
export const searchable = 'data-searchable';

/**
 * The keys inside the panel: ↓ and ↑ go through its fields and choices, → and ← open and close what has an inside, and
 * Esc goes from a found choice to the field it was found with, else to the list. The panel's own key closes it where
 * nothing begins with it: letters type here. `toList` and `close` are absent in a dialog, which Esc closes.
 */
export function usePanelKeys(
  panel: RefObject<HTMLElement | null>,
  toList: (() => void) | undefined,
  close: (() => void) | undefined,
): void {
  useKeptFocus(panel);
  const { settings, isMac } = useKeySettings();
  const latest = useRef({ toList, close, settings });
  useEffect(() => {
    latest.current = { toList, close, settings };
  });
  useEffect(() => {
    const element = panel.current;
    const onKey = (event: KeyboardEvent): void => {
      const { target } = event;
      if (!(target instanceof HTMLElement) || event.isComposing) return;
      const now = latest.current;
      const isOwn = keysOf(commandOf('list.filters'), now.settings).includes(notationOfEvent(event, isMac) ?? '');
      if (!isOwn || now.close === undefined || target.matches('input')) onPanelKey(event, target, element, now.toList);
      else {
        event.preventDefault();
        now.toList?.();
        now.close();
      }
    };
    element?.addEventListener('keydown', onKey);
    return () => element?.removeEventListener('keydown', onKey);
  }, [panel, isMac]);
}

function onPanelKey(
  event: KeyboardEvent,
  target: HTMLElement,
  panel: HTMLElement | null,
  toList: (() => void) | undefined,
): void {
  const { key, altKey, ctrlKey, metaKey } = event;
  if (altKey || ctrlKey || metaKey) return;
  if (key === 'Escape') leave(event, target, toList);
  else if (key === 'ArrowDown' || key === 'ArrowUp') moveFocus(event, panel, key === 'ArrowDown' ? 1 : -1);
  else if (key === 'ArrowRight' || key === 'ArrowLeft') openOrClose(target, key === 'ArrowRight');
}

function leave(event: KeyboardEvent, target: HTMLElement, toList: (() => void) | undefined): void {
  const field = target.closest(`[${searchable}]`)?.querySelector('input');
  if (field !== undefined && field !== null && field !== target) field.focus();
  else if (toList === undefined) return;
  else toList();
  event.preventDefault();
  event.stopPropagation();
}

function moveFocus(event: KeyboardEvent, panel: HTMLElement | null, step: 1 | -1): void {
  const all = [...(panel?.querySelectorAll<HTMLElement>(stops) ?? [])];
  // What stands beside a choice counts as that choice.
  const at = all.findLastIndex((stop) => stop === event.target || isBefore(stop, event.target));
  const next = all[at === -1 ? 0 : at + step];
  event.preventDefault();
  next?.focus();
}

function isBefore(stop: HTMLElement, target: EventTarget | null): boolean {
  return target instanceof Node && (stop.compareDocumentPosition(target) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
}

function openOrClose(target: HTMLElement, opens: boolean): void {
  const beside = target.closest('[data-group]')?.querySelector<HTMLElement>('[aria-expanded]');
  const toggle = target.hasAttribute('aria-expanded') ? target : beside;
  if (toggle?.getAttribute('aria-expanded') === String(!opens)) toggle.click();
}

/**
 * What a key makes of a choice: Enter and Space include it, Shift+Enter and minus exclude it, and each takes off what
 * is chosen. Null for other keys.
 */
export function stateByKey(
  {
    key,
    shiftKey,
    altKey,
    ctrlKey,
    metaKey,
  }: Pick<ReactKeyboardEvent, 'key' | 'shiftKey' | 'altKey' | 'ctrlKey' | 'metaKey'>,
  field: ListField,
  state: ChoiceState,
): ChoiceState | null {
  if (altKey || ctrlKey || metaKey) return null;
  const excludes = key === '-' || (key === 'Enter' && shiftKey);
  if (excludes) return canExclude(field) && state !== 'out' ? 'out' : 'off';
  if (key !== 'Enter' && key !== ' ') return null;
  return state === 'off' ? 'in' : 'off';
}

/**
 * The key of the panel: it opens the panel and goes to its first field; from the list it goes into the open panel.
 * Inside the panel letters type. Returns what the panel needs to be reached.
 */
export function usePanelCommand({
  isOpen,
  setOpen,
  toList,
}: {
  readonly isOpen: boolean;
  readonly setOpen: (isOpen: boolean) => void;
  readonly toList: () => void;
}): RefObject<HTMLElement | null> {
  const panel = useRef<HTMLElement>(null);
  const isAsked = useRef(false);
  useLayoutEffect(() => {
    if (isOpen && isAsked.current) focusFirst(panel.current);
    isAsked.current = false;
  }, [isOpen]);
  useCommands({
    'list.filters': () => {
      if (!isOpen) {
        isAsked.current = true;
        setOpen(true);
      } else if (panel.current?.contains(document.activeElement) === true) {
        toList();
        setOpen(false);
      } else focusFirst(panel.current);
    },
  });
  return panel;
}

function focusFirst(panel: HTMLElement | null): void {
  panel?.querySelector<HTMLElement>('[data-region-focus]')?.focus();
}

/**
 * Keeps the focus in the panel where a choice that had it is gone, such as one that was taken off: it goes to what
 * stands there now. At once after the panel has been drawn anew, before the list takes a focus that is free; and where
 * only a part of it has changed.
 */
function useKeptFocus(panel: RefObject<HTMLElement | null>): void {
  const last = useRef<{ readonly stop: EventTarget; readonly index: number } | null>(null);
  const keep = useCallback(() => {
    const { current: element } = panel;
    if (element === null || last.current === null || element.contains(last.current.stop as Node)) return;
    const { index } = last.current;
    last.current = null;
    const all = [...element.querySelectorAll<HTMLElement>(stops)];
    if (document.activeElement === document.body) all[Math.min(index, all.length - 1)]?.focus();
  }, [panel]);
  useLayoutEffect(keep);
  useEffect(() => {
    const element = panel.current;
    if (element === null) return undefined;
    const note = ({ target }: FocusEvent): void => {
      const index = [...element.querySelectorAll(stops)].findIndex((stop) => stop === target);
      last.current = target === null ? null : { stop: target, index };
    };
    const observer = new MutationObserver(keep);
    observer.observe(element, { childList: true, subtree: true });
    element.addEventListener('focusin', note);
    return () => {
      observer.disconnect();
      element.removeEventListener('focusin', note);
    };
  }, [panel, keep]);
}
