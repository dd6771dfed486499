import type { ListName } from '#shared/domain/listName.ts';
import { IdMap, isAfter, moveAt, type Overlay, type Placed } from './overlay.ts';

/** The list a company left and the list it went to. */
export interface ListChange {
  readonly from: ListName;
  readonly to: ListName;
}

/** This session's figures in the status bar. `kept` are companies put into Watchlist or Opportunities. */
export interface SessionFigures {
  readonly decided: number;
  readonly kept: number;
  /** Decisions (a bulk move counts once) per minute of working time; null until there are enough. */
  readonly perMinute: number | null;
}

/** The session's figures, and what they are computed from. */
export interface Meter {
  readonly figures: SessionFigures;
  readonly steps: number;
  readonly workedMs: number;
  /** When the last step was, in milliseconds of a monotonic clock: only for the pace. */
  readonly lastAt: number | null;
}

/** The start of a session. */
export const newMeter: Meter = {
  figures: { decided: 0, kept: 0, perMinute: null },
  steps: 0,
  workedMs: 0,
  lastAt: null,
};

/** A pause longer than this is not working time, in milliseconds. */
const longestPause = 60_000;

/** Counts a step made at that time. */
export function worked(meter: Meter, changes: readonly ListChange[], at: number): Meter {
  const pause = meter.lastAt === null ? 0 : Math.min(at - meter.lastAt, longestPause);
  return corrected({ ...meter, steps: meter.steps + 1, workedMs: meter.workedMs + pause, lastAt: at }, changes);
}

/** Corrects the figures for what happened to decisions elsewhere: that is not work done here. */
export function corrected(meter: Meter, changes: readonly ListChange[]): Meter {
  let { decided, kept } = meter.figures;
  for (const { from, to } of changes) {
    decided += Number(isDecided(to)) - Number(isDecided(from));
    kept += Number(isKept(to)) - Number(isKept(from));
  }
  // Undoing what an earlier session decided must not make the figures negative.
  decided = Math.max(0, decided);
  kept = Math.min(decided, Math.max(0, kept));
  // A bulk move is one decision: it must not make the pace absurd.
  const perMinute = decided >= 3 && meter.workedMs >= 3000 ? meter.steps / (meter.workedMs / 60_000) : null;
  return { ...meter, figures: { decided, kept, perMinute } };
}

/** What is put off is to be decided another time. */
function isDecided(list: ListName): boolean {
  return list !== 'None' && list !== 'Later';
}

function isKept(list: ListName): boolean {
  return list === 'Watchlist' || list === 'Opportunities';
}

/** An entry of a smart list, and whether the server's count of undecided entries includes it. */
interface CountedEntry {
  readonly inboxId: number;
  readonly companyId: number;
  readonly isCounted: boolean;
}

/**
 * How many companies in each smart list are undecided: the server's counts, corrected by the moves shown here that they
 * do not reflect. So the sidebar follows a key at once, even if the server is slow or away.
 */
export interface Counts {
  /** By the smart list's id; lists that the server has not counted yet are missing. */
  readonly unrated: ReadonlyMap<number, number>;
  readonly entries: IdMap<CountedEntry>;
  /**
   * Entries whose moves the server's counts may not reflect yet, and what each adds to its list's count: -1, 0 or 1.
   */
  readonly open: IdMap<number>;
  /** The sum of those per smart list: offline there may be thousands, and a key has no time to add them up. */
  readonly corrections: ReadonlyMap<number, number>;
  readonly counted: ReadonlyMap<number, number>;
  /** The revision of each current count. */
  readonly countedAt: ReadonlyMap<number, number>;
}

/** Nothing is counted yet. */
export const noCounts: Counts = {
  unrated: new Map(),
  entries: new IdMap(),
  open: new IdMap(),
  corrections: new Map(),
  counted: new Map(),
  countedAt: new Map(),
};

/** An entry, and its smart list. */
export interface InboxEntryRef {
  readonly entryId: number;
  readonly companyId: number;
  readonly inboxId: number;
  /** The list that it shows. */
  readonly list: ListName;
}

/** Entries are about to be moved away from the lists they show: only now do we know their smart lists. */
export function noted(counts: Counts, refs: readonly InboxEntryRef[]): Counts {
  const entries = counts.entries.with((draft) => {
    for (const { entryId, companyId, inboxId, list } of refs) {
      // While a move of it is open, what it shows is not what was counted.
      if (!counts.open.has(entryId)) draft.set(entryId, { inboxId, companyId, isCounted: list === 'None' });
    }
  });
  return entries === counts.entries ? counts : { ...counts, entries };
}

/** A row as read by a list; `inboxId` is the smart list of its entry. */
export interface CountableRow {
  readonly entryId: number | null;
  readonly inboxId?: number;
  readonly company: { readonly id: number };
  readonly list: ListName;
  /** The queue's revision when it was read. */
  readonly revision?: number;
}

/** Rows of smart lists were read: moves of them correct the counts, whoever decides them, and wherever. */
export function countedRows(counts: Counts, overlay: Overlay, rows: readonly CountableRow[]): Counts {
  const moving: number[] = [];
  const refs = rows.flatMap(({ entryId, inboxId, company, list }): InboxEntryRef[] => {
    if (entryId === null || inboxId === undefined) return [];
    const move = moveAt(overlay, entryId, company.id);
    if (move !== undefined) moving.push(entryId);
    const isInCounts = move !== undefined && !isAfter(move, counts.countedAt.get(inboxId) ?? -1);
    return [{ entryId, companyId: company.id, inboxId, list: isInCounts ? move.list : list }];
  });
  return summed(correct(noted(counts, refs), overlay, moving));
}

/** Moves were decided, taken back, done or refused. */
export function moved(counts: Counts, overlay: Overlay, placements: readonly Placed[]): Counts {
  const ids = placements.flatMap(({ entryId }) => (entryId === null ? [] : [entryId]));
  // Moves of a company that had no entry at the key press concern all its entries.
  const isWhole = ids.length < placements.length;
  return summed(correct(counts, overlay, isWhole ? [...ids, ...[...counts.open].map(([id]) => id)] : ids));
}

/**
 * The server's counts at a revision: they reflect everything done by then. They say nothing about a smart list with a
 * move that they may or may not reflect: its count stays until the next one, which comes when the moves are done.
 */
export function recounted(
  before: Counts,
  overlay: Overlay,
  lists: readonly { readonly id: number; readonly unratedCount: number }[],
  revision: number,
): Counts {
  const openIds = [...before.open].map(([id]) => id);
  const unsure = new Set<number>();
  for (const entryId of openIds) {
    const entry = before.entries.get(entryId);
    const move = entry && moveAt(overlay, entryId, entry.companyId);
    if (entry !== undefined && move !== undefined && isAfter(move, revision)) unsure.add(entry.inboxId);
  }
  const isNewer = (id: number): boolean => revision >= (before.countedAt.get(id) ?? -1);
  const isTaken = (id: number): boolean => (isNewer(id) && !unsure.has(id)) || !before.counted.has(id);
  const taken = new Set(lists.flatMap(({ id }) => (isTaken(id) ? [id] : [])));
  const counted = new Map(
    lists.map(({ id, unratedCount }) => [id, taken.has(id) ? unratedCount : (before.counted.get(id) ?? unratedCount)]),
  );
  const countedAt = new Map([...before.countedAt, ...[...taken].map((id) => [id, revision] as const)]);
  const counts = correct({ ...before, counted, countedAt }, overlay, openIds);
  const corrections = new Map(counts.corrections);
  let { entries } = counts;
  const open = counts.open.with((openDraft) => {
    entries = counts.entries.with((entryDraft) => {
      for (const entryId of openIds) {
        const entry = counts.entries.get(entryId);
        if (entry === undefined || !taken.has(entry.inboxId)) continue;
        const move = moveAt(overlay, entryId, entry.companyId);
        if (move !== undefined && isAfter(move, revision)) continue;
        add(corrections, entry.inboxId, -(openDraft.get(entryId) ?? 0));
        openDraft.delete(entryId);
        if (move !== undefined) entryDraft.set(entryId, { ...entry, isCounted: move.list === 'None' });
      }
    });
  });
  return summed({ ...counts, corrections, open, entries });
}

/** Another state has replaced the current one: nothing corrects its counts. */
export function withoutCorrections({ unrated, counted }: Counts): Counts {
  return summed({ ...noCounts, unrated, counted });
}

/** Updates the corrections for these entries. */
function correct(counts: Counts, overlay: Overlay, ids: readonly number[]): Counts {
  if (ids.length === 0) return counts;
  const corrections = new Map(counts.corrections);
  const open = counts.open.with((draft) => {
    for (const entryId of ids) {
      const entry = counts.entries.get(entryId);
      if (entry === undefined) continue;
      const move = moveAt(overlay, entryId, entry.companyId);
      const isUndecided = move === undefined ? entry.isCounted : move.list === 'None';
      const change = Number(isUndecided) - Number(entry.isCounted);
      add(corrections, entry.inboxId, change - (draft.get(entryId) ?? 0));
      draft.set(entryId, change);
    }
  });
  return open === counts.open ? counts : { ...counts, open, corrections };
}

function add(sums: Map<number, number>, id: number, change: number): void {
  sums.set(id, (sums.get(id) ?? 0) + change);
}

/** Recomputes the sums to show; returns the same object if they have not changed. */
function summed(counts: Counts): Counts {
  const { counted, corrections, unrated: before } = counts;
  const unrated = new Map([...counted].map(([id, count]) => [id, Math.max(0, count + (corrections.get(id) ?? 0))]));
  const isSame = before.size === unrated.size && [...unrated].every(([id, count]) => before.get(id) === count);
  return isSame ? counts : { ...counts, unrated };
}
