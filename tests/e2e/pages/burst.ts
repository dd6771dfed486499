import { setTimeout as delay } from 'node:timers/promises';
import type { CDPSession, Page } from 'playwright/test';
import { noteEnter } from './list.ts';

interface Key {
  readonly key: string;
  readonly code: string;
  readonly windowsVirtualKeyCode: number;
  readonly text?: string;
  /** 8 for Shift. */
  readonly modifiers?: number;
}

/** Keys that are not letters. */
const named: Readonly<Record<string, Key>> = {
  Space: { key: ' ', code: 'Space', windowsVirtualKeyCode: 32, text: ' ' },
  Enter: { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13, text: '\r' },
  Escape: { key: 'Escape', code: 'Escape', windowsVirtualKeyCode: 27 },
  Tab: { key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 },
  ArrowDown: { key: 'ArrowDown', code: 'ArrowDown', windowsVirtualKeyCode: 40 },
  J: { key: 'J', code: 'KeyJ', windowsVirtualKeyCode: 74, text: 'J', modifiers: 8 },
  F2: { key: 'F2', code: 'F2', windowsVirtualKeyCode: 113 },
  '[': { key: '[', code: 'BracketLeft', windowsVirtualKeyCode: 219, text: '[' },
  '?': { key: '?', code: 'Slash', windowsVirtualKeyCode: 191, text: '?' },
};

/** A letter or a digit. */
function letter(key: string): Key {
  const upper = key.toUpperCase();
  return {
    key,
    code: `${/\d/.test(key) ? 'Digit' : 'Key'}${upper}`,
    windowsVirtualKeyCode: upper.codePointAt(0) ?? 0,
    text: key,
  };
}

/**
 * Presses keys, none with Ctrl, faster than they are answered. Straight to the browser: Playwright may send a
 * key down again before it has sent it up, which is a repeat, not two presses.
 */
export async function burst(page: Page, ...keys: string[]): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  await sendKeys(cdp, keys);
  await cdp.detach();
  if (keys.at(-1) === 'Enter') noteEnter(page);
}

/**
 * Presses groups of keys, each group at once and one every so many milliseconds by the clock, however slowly they are
 * answered.
 */
export async function burstEvery(page: Page, ms: number, groups: readonly (readonly string[])[]): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  const begun = performance.now();
  const sent: Promise<void>[] = [];
  for (const [index, keys] of groups.entries()) {
    await delay(Math.max(0, begun + index * ms - performance.now()));
    sent.push(sendKeys(cdp, keys));
  }
  await Promise.all(sent);
  await cdp.detach();
}

async function sendKeys(cdp: CDPSession, keys: readonly string[]): Promise<void> {
  const sent = keys.flatMap((name) => {
    const key = named[name] ?? letter(name);
    return [
      cdp.send('Input.dispatchKeyEvent', { type: key.text === undefined ? 'rawKeyDown' : 'keyDown', ...key }),
      cdp.send('Input.dispatchKeyEvent', { type: 'keyUp', key: key.key, code: key.code }),
    ];
  });
  await Promise.all(sent);
}
