import type { Clock } from '#main/ports.ts';
import type { ShellApp } from '#main/shellCommon/shellApp.ts';
import type { ElectronApi } from './electronApi.ts';

/** How long after it is told that the computer falls asleep it is taken to be awake, in milliseconds awake. */
const unheardMs = 60_000;

/**
 * Tells the app when the computer sleeps and when it is awake (F21). A locked screen is no sleep: what was decided
 * still goes out; an unlocked one is awake, and on some systems the only sign of it. Where no sign comes at all, the
 * app goes on after a minute. Returns what ends this.
 */
export function watchPower(
  { powerMonitor }: Pick<ElectronApi, 'powerMonitor'>,
  app: Pick<ShellApp, 'suspend' | 'resume'>,
  clock: Clock,
): () => void {
  let cancel: (() => void) | null = null;
  const resume = (): void => {
    cancel?.();
    app.resume();
  };
  const suspend = (): void => {
    cancel?.();
    cancel = clock.after(unheardMs, resume);
    app.suspend();
  };
  powerMonitor.on('suspend', suspend);
  powerMonitor.on('resume', resume);
  powerMonitor.on('unlock-screen', resume);
  return () => {
    cancel?.();
    powerMonitor.off('suspend', suspend);
    powerMonitor.off('resume', resume);
    powerMonitor.off('unlock-screen', resume);
  };
}
