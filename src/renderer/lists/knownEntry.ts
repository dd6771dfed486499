import type { ListName } from '#shared/domain/listName.ts';

/** The inbox entry of a company that is shown without one: where it was decided before, or waits to be. */
export interface KnownEntry {
  readonly entryId: number;
  readonly list: ListName;
  readonly siblings: readonly number[];
  readonly doubles: readonly number[];
}
