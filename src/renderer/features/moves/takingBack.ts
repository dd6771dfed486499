import { pendingAt, type OverlayStore, type Placed } from './overlay.ts';
import type { Step } from './steps.ts';

/** Shows what was shown before a step, unless a newer decision says otherwise. */
export function showBefore(overlay: OverlayStore, step: Step, state: 'saving' | 'queued', now: number): void {
  step.before.forEach((before, index) => {
    const placed = step.placements[index];
    const move = pendingAt(overlay, before.entryId, before.companyId);
    if (move?.list !== placed?.list) return;
    if (step.isFound) overlay.put([before], state, now);
    else overlay.guess([before], now);
  });
}

/**
 * Shows where the queue puts companies back to, which is more than this window knows where another one has decided before.
 * A key that was pressed after `shownAt` (null: not shown here yet) is newer and stays, and so does what the queue's news
 * has told since it was asked.
 */
export function showPutBack(
  overlay: OverlayStore,
  placements: readonly Placed[],
  { shownAt, askedAt }: { readonly shownAt: number | null; readonly askedAt: number },
  now: number,
): void {
  const isNewer = ({ entryId, companyId }: Placed): boolean => {
    const move = pendingAt(overlay, entryId, companyId);
    if (move === undefined) return false;
    if (shownAt !== null) return move.at > shownAt;
    return move.state === 'saving' || (move.state === 'settled' && move.at > askedAt);
  };
  overlay.put(
    placements.filter((placed) => !isNewer(placed)),
    'queued',
    now,
  );
}
