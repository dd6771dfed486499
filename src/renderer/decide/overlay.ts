import type { ListName } from '#shared/domain/listName.ts';

/** Ids that share their last digits lie together; of these a change copies only its own. */
const bucketCount = 1024;

type Bucket<T> = ReadonlyMap<number, T>;

/**
 * Values by id that never change: a change makes another map, which shares with this one all that it left alone. So a
 * state of thousands of companies costs a key press next to nothing.
 */
export class IdMap<T> {
  readonly #buckets: readonly (Bucket<T> | undefined)[];
  readonly size: number;

  constructor(buckets: readonly (Bucket<T> | undefined)[] = [], size = 0) {
    this.#buckets = buckets;
    this.size = size;
  }

  get(id: number): T | undefined {
    return this.#buckets[id % bucketCount]?.get(id);
  }

  has(id: number): boolean {
    return this.get(id) !== undefined;
  }

  /** The map with what `edit` does to it; this very map where that is nothing. */
  with(edit: (draft: IdDraft<T>) => void): IdMap<T> {
    const draft = new IdDraft(this.#buckets, this.size);
    edit(draft);
    return draft.isChanged ? new IdMap(draft.buckets, draft.size) : this;
  }

  *[Symbol.iterator](): Generator<[number, T]> {
    for (const bucket of this.#buckets) if (bucket !== undefined) yield* bucket;
  }
}

/** A map in the making. */
export class IdDraft<T> {
  buckets: readonly (Bucket<T> | undefined)[];
  size: number;
  readonly #own = new Map<number, Map<number, T>>();

  constructor(buckets: readonly (Bucket<T> | undefined)[], size: number) {
    this.buckets = buckets;
    this.size = size;
  }

  get isChanged(): boolean {
    return this.#own.size > 0;
  }

  get(id: number): T | undefined {
    return this.buckets[id % bucketCount]?.get(id);
  }

  set(id: number, value: T): void {
    const bucket = this.#bucketOf(id);
    if (!bucket.has(id)) this.size += 1;
    bucket.set(id, value);
  }

  delete(id: number): void {
    if (this.get(id) === undefined) return;
    this.#bucketOf(id).delete(id);
    this.size -= 1;
  }

  #bucketOf(id: number): Map<number, T> {
    const place = id % bucketCount;
    const known = this.#own.get(place);
    if (known !== undefined) return known;
    const bucket = new Map(this.buckets[place]);
    const buckets = this.isChanged ? (this.buckets as (Bucket<T> | undefined)[]) : this.buckets.slice();
    buckets[place] = bucket;
    this.buckets = buckets;
    this.#own.set(place, bucket);
    return bucket;
  }
}

/** Where a company is put: its entry where it has one. */
export interface Placed {
  readonly entryId: number | null;
  readonly companyId: number;
  readonly list: ListName;
}

/** What a move is of, as a key. */
export function targetKey({ entryId, companyId }: Omit<Placed, 'list'>): string {
  return entryId === null ? `c${companyId}` : `e${entryId}`;
}

/** A key of this window that main has not answered. Turns number the keys: a higher one was pressed later. */
interface Own {
  readonly list: ListName;
  readonly entryId: number | null;
  readonly turn: number;
}

/** A move that the server has, since a revision. */
interface Done {
  readonly list: ListName;
  readonly entryId: number | null;
  readonly doneAt: number;
}

/** What main has told last, as of `revision`; `doneAt` is null while the move is on its way. */
interface Told {
  /** Null where no more is known than that the server's rows are right. */
  readonly list: ListName | null;
  readonly entryId: number | null;
  readonly doneAt: number | null;
  readonly revision: number;
  /** Whether a move was refused then: what shows is the last one before it that the server has. */
  readonly isRefused: boolean;
}

/**
 * What shows of one entry or company: the key where there is one, else what main told last, else the server's row.
 * `done` is the last move that the server has: it shows again where the one after it is refused.
 */
interface Standing {
  readonly own: Own | null;
  readonly told: Told | null;
  readonly done: Done | null;
}

/**
 * Moves that the server's rows may not show yet: by entry; by company for those that were decided as such (`wholes`);
 * and each company's newest (`companies`), for rows that have no entry (search, collection, similar).
 */
export interface Overlay {
  readonly entries: IdMap<Standing>;
  readonly companies: IdMap<Standing>;
  readonly wholes: IdMap<Standing>;
}

/** Nothing is on its way. */
export const noMoves: Overlay = { entries: new IdMap(), companies: new IdMap(), wholes: new IdMap() };

/** A move as it shows. `doneAt` is the revision since which the server has it, null while it is on its way. */
export interface Move {
  readonly list: ListName;
  /** The entry that moves; null where it is the company as such. */
  readonly entryId: number | null;
  readonly doneAt: number | null;
}

/** What of a row decides which list it shows. */
interface ListedRow {
  readonly entryId: number | null;
  readonly company: { readonly id: number };
  readonly list: ListName;
  /** The queue's revision when it was read; a row that does not say so knows of no move. */
  readonly revision?: number;
}

/** The move that shows of an entry or company, if there is one. */
export function moveOf(standing: Standing | undefined): Move | undefined {
  if (standing === undefined) return undefined;
  const { own, told } = standing;
  if (own !== null) return { list: own.list, entryId: own.entryId, doneAt: null };
  if (told === null || told.list === null) return undefined;
  return { list: told.list, entryId: told.entryId, doneAt: told.doneAt };
}

/** The move of an entry, or of a company whose entry is not known. */
export function moveAt(overlay: Overlay, entryId: number | null, companyId: number): Move | undefined {
  return moveOf(entryId === null ? overlay.companies.get(companyId) : overlay.entries.get(entryId));
}

/** Whether the server may not have had a move yet when it was read at a revision. */
export function isAfter({ doneAt }: Move, revision: number): boolean {
  return doneAt === null || doneAt > revision;
}

/** Whether it is unknown if a move of it has been done on the server. */
export function isOnItsWay(overlay: Overlay, entryId: number | null, companyId: number): boolean {
  return moveAt(overlay, entryId, companyId)?.doneAt === null;
}

/**
 * The list a row shows: what the server said, under the moves that it had not done when the row was read. Rows of lists
 * that are come back to go on needing moves that are done.
 */
export function shownList(row: ListedRow, overlay: Overlay): ListName {
  const move = moveAt(overlay, row.entryId, row.company.id);
  if (move === undefined) return row.list;
  return row.entryId === null || isAfter(move, row.revision ?? -1) ? move.list : row.list;
}

/** Shows where a key of this window puts companies, unless a later key says otherwise. */
export function pressed(overlay: Overlay, placements: readonly Placed[], turn: number): Overlay {
  return changed(overlay, placements, ({ list, entryId }) => put(list, entryId, turn));
}

/** The same of companies of which it is not known yet what moves. */
export function guessed(overlay: Overlay, placements: readonly Placed[], turn: number): Overlay {
  const companies = overlay.companies.with((draft) => {
    for (const { companyId, list } of placements) edit(draft, companyId, put(list, null, turn));
  });
  return { ...overlay, companies };
}

/** A key is answered, or was in vain: what is under it shows. */
export function answered(overlay: Overlay, placements: readonly Placed[], turn: number): Overlay {
  const answer: Change = (before) => (before.own?.turn === turn ? { ...before, own: null } : null);
  return changed(overlay, placements, () => answer);
}

/** A move as main tells of it, as of `revision`: it is on its way, or the server has it since then. */
interface News extends Placed {
  readonly isDone: boolean;
  readonly revision: number;
}

/**
 * Takes in what main tells of moves. What is known since a later revision stays; what is older than what is known of an
 * entry says nothing of its company either, of which another entry may be known.
 */
export function told(overlay: Overlay, news: readonly News[]): Overlay {
  const toldOf = ({ list, entryId, isDone, revision }: News): Told => ({
    list,
    entryId,
    revision,
    doneAt: isDone ? revision : null,
    isRefused: false,
  });
  return changed(
    overlay,
    news,
    (placed) => hear(toldOf(placed)),
    (placed) => placed.entryId === null || !isOlder(toldOf(placed), overlay.entries.get(placed.entryId)?.told ?? null),
  );
}

/** The server has refused moves for good: what it had before shows. */
export function refusedAt(overlay: Overlay, placements: readonly Placed[], revision: number): Overlay {
  return changed(overlay, placements, ({ entryId }) => hear(refusal(entryId, revision)));
}

/** Of these no more is known than that the server's rows are right. */
export function forgotten(overlay: Overlay, placements: readonly Placed[], revision: number): Overlay {
  return changed(overlay, placements, ({ entryId }) => ({ own, told: known }) => {
    if (known !== null && known.revision > revision) return null;
    return { own, told: { list: null, entryId, doneAt: null, revision, isRefused: false }, done: null };
  });
}

/**
 * All that main has on its way at a revision: what it had before and has no more is done, whoever was told of that, or
 * was refused; then what the server had before shows.
 */
export function resumed(
  overlay: Overlay,
  pending: readonly Placed[],
  revision: number,
  refused: readonly Omit<Placed, 'list'>[] = [],
): Overlay {
  const refusals = new Set(refused.map((one) => targetKey(one)));
  const all = told(
    overlay,
    pending.map((placed) => ({ ...placed, isDone: false, revision })),
  );
  const finish = (
    moves: IdMap<Standing>,
    open: ReadonlySet<number | null>,
    isRefused: (id: number, known: Told) => boolean,
  ): IdMap<Standing> =>
    moves.with((draft) => {
      for (const [id, standing] of moves) {
        const { own, told: known } = standing;
        if (known === null || known.list === null || known.doneAt !== null) continue;
        if (known.revision > revision || open.has(id)) continue;
        const { list, entryId } = known;
        if (isRefused(id, known)) edit(draft, id, hear(refusal(entryId, revision)));
        else
          draft.set(id, {
            own,
            // Or it was taken back before it went out: news since it was told says so, and is the newer.
            told: { ...known, doneAt: revision },
            done: { list, entryId, doneAt: revision },
          });
      }
    });
  const wholes = pending.filter(({ entryId }) => entryId === null);
  const isEntryRefused = (entryId: number): boolean => refusals.has(targetKey({ entryId, companyId: 0 }));
  const isCompanyRefused = (companyId: number, { entryId }: Told): boolean =>
    refusals.has(targetKey({ entryId, companyId }));
  return {
    entries: finish(all.entries, new Set(pending.map(({ entryId }) => entryId)), isEntryRefused),
    wholes: finish(all.wholes, new Set(wholes.map(({ companyId }) => companyId)), isCompanyRefused),
    companies: finish(all.companies, new Set(pending.map(({ companyId }) => companyId)), isCompanyRefused),
  };
}

/** What shows of all companies that have been moved. */
export function allShown({ companies }: Overlay): Placed[] {
  return [...companies].flatMap(([companyId, standing]) => {
    const move = moveOf(standing);
    return move === undefined ? [] : [{ entryId: move.entryId, companyId, list: move.list }];
  });
}

/** What becomes of one standing; null where it stays as it is. */
type Change = (before: Standing) => Standing | null;

function put(list: ListName, entryId: number | null, turn: number): Change {
  return (before) =>
    before.own !== null && before.own.turn > turn ? null : { ...before, own: { list, entryId, turn } };
}

/** Whether nothing is on its way: it is done, or the server's rows are right. */
function isAtRest({ list, doneAt }: Told): boolean {
  return list === null || doneAt !== null;
}

/** A move was refused for good: nothing of it shows. */
function refusal(entryId: number | null, revision: number): Told {
  return { list: null, entryId, doneAt: null, revision, isRefused: true };
}

/** Of one state both are told: that a move is queued by the answer to its key, and that it is at rest by the news. */
function isOlder(news: Told, known: Told | null): boolean {
  if (known === null) return false;
  return known.revision > news.revision || (known.revision === news.revision && isAtRest(known) && !isAtRest(news));
}

function hear(news: Told): Change {
  return ({ own, told: known, done: before }) => {
    const { list, entryId, doneAt } = news;
    const isNewer = list !== null && doneAt !== null && (before === null || before.doneAt <= doneAt);
    const done = isNewer ? { list, entryId, doneAt } : before;
    // That a company’s one entry was refused says nothing of another one’s move.
    if (isOlder(news, known) || (list === null && known !== null && known.entryId !== entryId)) {
      if (done === before || done === null) return null;
      // The refusal of a later move may be heard first: what shows then is this.
      return { own, told: known?.isRefused === true ? { ...known, ...done } : known, done };
    }
    return { own, told: list === null && done !== null ? { ...news, ...done } : news, done };
  };
}

/** Changes what is known of each of these: its own standing, and that of its company, where it concerns that. */
function changed<P extends Omit<Placed, 'list'>>(
  overlay: Overlay,
  placements: readonly P[],
  changeFor: (placed: P) => Change,
  concernsCompany: (placed: P) => boolean = () => true,
): Overlay {
  if (placements.length === 0) return overlay;
  let { entries, wholes } = overlay;
  const companies = overlay.companies.with((ofCompanies) => {
    entries = entries.with((ofEntries) => {
      wholes = wholes.with((ofWholes) => {
        for (const placed of placements) {
          const change = changeFor(placed);
          if (placed.entryId === null) edit(ofWholes, placed.companyId, change);
          else edit(ofEntries, placed.entryId, change);
          if (concernsCompany(placed)) edit(ofCompanies, placed.companyId, change);
        }
      });
    });
  });
  return { entries, wholes, companies };
}

const nothing: Standing = { own: null, told: null, done: null };

function edit(draft: IdDraft<Standing>, id: number, change: Change): void {
  const after = change(draft.get(id) ?? nothing);
  if (after === null) return;
  if (after.own === null && after.told === null) draft.delete(id);
  else draft.set(id, after);
}
