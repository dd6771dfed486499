import { Modal, type ModalProps } from '@mantine/core';
import { useLayoutEffect, useRef, type ReactNode } from 'react';
import classes from './Dialog.module.css';

const focusable = 'a[href], button:not(:disabled), input:not(:disabled), select, textarea';

/** A modal dialog, open for as long as it is drawn. */
export function Dialog({ children, ...props }: Omit<ModalProps, 'opened' | 'returnFocus'>): ReactNode {
  return (
    <Modal {...props} opened returnFocus={false}>
      {children}
      <KeyboardHold />
    </Modal>
  );
}

/** That what was asked for was not done, and why. */
export function Problem({ title, reason }: { readonly title: string; readonly reason: string }): ReactNode {
  return (
    <p className={classes.problem} role="alert">
      {title} {reason}
    </p>
  );
}

/**
 * Gives the keyboard to the dialog that it is drawn in, and back when that goes. Mantine does both by timers, behind
 * which keys overtake: the first letters of whoever types on would be lost, and the last key would meet no element.
 */
export function KeyboardHold(): ReactNode {
  const place = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const holder = holderNow();
    const dialog = place.current?.closest<HTMLElement>('[role="dialog"]');
    const first = dialog?.querySelector<HTMLElement>('[data-autofocus]') ?? dialog?.querySelector(focusable);
    if (first instanceof HTMLElement) first.focus({ preventScroll: true });
    return () => queueMicrotask(() => giveBack(holder));
  }, []);
  return <span ref={place} hidden />;
}

/** What has the keyboard's focus; for an item of a menu, which goes with it, the button that opened the menu. */
function holderNow(): Element | null {
  const { activeElement } = document;
  const menu = activeElement?.closest('[role="menu"]');
  return menu === null || menu === undefined
    ? activeElement
    : document.getElementById(menu.getAttribute('aria-labelledby') ?? '');
}

/** Once the dialog has gone: focuses what had the keyboard before, unless something else has taken it. */
function giveBack(holder: Element | null): void {
  if (holder === document.body || document.activeElement !== document.body) return;
  if (holder instanceof HTMLElement && holder.isConnected) holder.focus({ preventScroll: true });
  if (document.activeElement === document.body) document.getElementById('main')?.focus({ preventScroll: true });
}
