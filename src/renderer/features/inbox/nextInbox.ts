import type { SmartListOverview } from '#shared/domain/smartList.ts';

/**
 * The inbox after (1) or before (-1) this one that has something undecided, going round; undefined where there is none.
 */
export function nextInbox(
  lists: readonly Pick<SmartListOverview, 'id' | 'unratedCount'>[],
  currentId: number,
  step: 1 | -1,
): number | undefined {
  const current = lists.findIndex(({ id }) => id === currentId);
  for (let tried = 1; tried <= lists.length; tried++) {
    const list = lists.at((current + step * tried) % lists.length);
    if (list !== undefined && list.id !== currentId && list.unratedCount > 0) return list.id;
  }
  return undefined;
}
