import type { CDPSession, Page } from 'playwright';

/** Keys per second while a key is held down. */
const perSecond = 30;

const keys = {
  e: { key: 'e', code: 'KeyE', windowsVirtualKeyCode: 69, text: 'e' },
  ArrowDown: { key: 'ArrowDown', code: 'ArrowDown', windowsVirtualKeyCode: 40 },
} as const;

/** The result of holding a key down. */
export interface Held {
  /** The page's main-thread time per key, in milliseconds. */
  readonly taskMs: number;
  /** From each key to the frame after it, in milliseconds. */
  readonly paintMs: readonly number[];
  /** Tasks of more than 50 ms. */
  readonly longTasks: readonly number[];
}

/** Makes the page record paints and long tasks. Once per page load. */
export async function watchKeys(page: Page): Promise<void> {
  await page.evaluate(() => {
    const noted = { paintMs: [] as number[], longTasks: [] as number[] };
    Object.assign(globalThis, { benchNoted: noted });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) noted.longTasks.push(duration);
    }).observe({ type: 'longtask' });
    const onKeyDown = ({ timeStamp }: KeyboardEvent): void => {
      requestAnimationFrame(() => {
        // Runs once the frame is done.
        const { port1, port2 } = new MessageChannel();
        port1.addEventListener('message', () => noted.paintMs.push(performance.now() - timeStamp));
        port1.start();
        port2.postMessage(null);
      });
    };
    addEventListener('keydown', onKeyDown, true);
  });
}

/** Holds a key down for `count` repeats, at the rate of a keyboard, whether or not the page keeps up. */
export async function holdKey(page: Page, cdp: CDPSession, name: keyof typeof keys, count: number): Promise<Held> {
  await takeNoted(page);
  const before = await taskSeconds(cdp);
  const key = keys[name];
  const type = 'text' in key ? 'keyDown' : 'rawKeyDown';
  const start = performance.now();
  const sent: Promise<unknown>[] = [];
  for (let index = 0; index < count; index++) {
    const wait = start + (index * 1000) / perSecond - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    sent.push(cdp.send('Input.dispatchKeyEvent', { type, ...key, autoRepeat: index > 0 }));
  }
  await Promise.all(sent);
  await cdp.send('Input.dispatchKeyEvent', { type: 'keyUp', key: key.key, code: key.code });
  const taskMs = ((await taskSeconds(cdp)) - before) * (1000 / count);
  return { taskMs, ...(await takeNoted(page)) };
}

async function takeNoted(page: Page): Promise<Omit<Held, 'taskMs'>> {
  return page.evaluate(async () => {
    // Long tasks are reported a moment later.
    await new Promise((resolve) => setTimeout(resolve, 100));
    const { benchNoted: noted } = globalThis as unknown as {
      benchNoted: { paintMs: number[]; longTasks: number[] };
    };
    return { paintMs: noted.paintMs.splice(0), longTasks: noted.longTasks.splice(0) };
  });
}

async function taskSeconds(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
}
