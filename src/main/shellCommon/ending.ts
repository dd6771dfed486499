import type { Log } from '#main/ports.ts';

/** The longest that ending may take, in milliseconds (F29). */
const endMs = 2000;

/** What to undo when a shell ends, whether it was ready by then or not. */
export interface Ending {
  /** Adds a step. The steps run from last to first. */
  readonly add: (step: () => void | Promise<void>) => void;
  /** Runs them, once. One that fails is logged and does not stop the others. Resolves after two seconds at most. */
  run(): Promise<void>;
}

/** One ending for both shells; `limitMs` is shorter in tests. */
export function createEnding(log: Log, limitMs: number = endMs): Ending {
  const steps: (() => void | Promise<void>)[] = [];
  let running: Promise<void> | null = null;

  async function runAll(): Promise<void> {
    for (const step of steps.toReversed()) {
      try {
        await step();
      } catch (error) {
        log.error('end.failed', error);
      }
    }
    log.info('stopped');
  }

  async function inTime(): Promise<void> {
    const { promise: late, resolve: giveUp } = Promise.withResolvers<void>();
    const timer = setTimeout(() => {
      log.warn('end.late');
      giveUp();
    }, limitMs);
    await Promise.race([runAll(), late]);
    clearTimeout(timer);
  }

  return {
    add: (step) => {
      steps.push(step);
    },
    run: () => {
      running ??= inTime();
      return running;
    },
  };
}
