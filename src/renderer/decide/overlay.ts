import type { ListName } from '#shared/domain/listName.ts';

/** Ids with the same last digits share a bucket; a change copies only its own bucket. */
const bucketCount = 1024;

type Bucket<T> = ReadonlyMap<number, T>;

/**
 * An immutable map by id: a change creates another map, which shares everything else with this one. So a state with
 * thousands of companies costs a key press next to nothing.
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

  /** The map after `edit`; this very map if nothing changed. */
  with(edit: (draft: IdDraft<T>) => void): IdMap<T> {
    const draft = new IdDraft(this.#buckets, this.size);
    edit(draft);
    return draft.isChanged ? new IdMap(draft.buckets, draft.size) : this;
  }

  *[Symbol.iterator](): Generator<[number, T]> {
    for (const bucket of this.#buckets) if (bucket !== undefined) yield* bucket;
  }
}

/** A map being built. */
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

/** Where a company is put: its entry, if it has one. */
export interface Placed {
  readonly entryId: number | null;
  readonly companyId: number;
  readonly list: ListName;
}

/** The target of a move, as a key. */
export function targetKey({ entryId, companyId }: Omit<Placed, 'list'>): string {
  return entryId === null ? `c${companyId}` : `e${entryId}`;
}

/** A key press in this window that main has not answered yet. Turns number the keys: a higher one was pressed later. */
interface Own {
  readonly list: ListName;
  readonly entryId: number | null;
  readonly turn: number;
}

/** A move that the server has had since a revision. */
interface Done {
  readonly list: ListName;
  readonly entryId: number | null;
  readonly doneAt: number;
}

/** What main told last, as of `revision`; `doneAt` is null while the move is pending. */
interface Told {
  /** Null if all we know is that the server's rows are right. */
  readonly list: ListName | null;
  readonly entryId: number | null;
  readonly doneAt: number | null;
  readonly revision: number;
  /** Whether a move was refused then: the last one before it that the server has is shown. */
  readonly isRefused: boolean;
}

/**
 * What one entry or company shows: the key if there is one, otherwise what main told last, otherwise the server's row.
 * `done` is the last move that the server has: it shows again if the one after it is refused.
 */
interface Standing {
  readonly own: Own | null;
  readonly told: Told | null;
  readonly done: Done | null;
}

/**
 * Moves that the server's rows may not reflect yet: by entry; by company for those decided as such (`wholes`); and each
 * company's newest (`companies`), for rows without an entry (search, collection, similar).
 */
export interface Overlay {
  readonly entries: IdMap<Standing>;
  readonly companies: IdMap<Standing>;
  readonly wholes: IdMap<Standing>;
}

/** Nothing is pending. */
export const noMoves: Overlay = { entries: new IdMap(), companies: new IdMap(), wholes: new IdMap() };

/** A move as shown. `doneAt` is the revision since which the server has it, null while it is pending. */
export interface Move {
  readonly list: ListName;
  /** The entry that moves; null if it is the company as such. */
  readonly entryId: number | null;
  readonly doneAt: number | null;
}

/** What decides which list a row shows. */
interface ListedRow {
  readonly entryId: number | null;
  readonly company: { readonly id: number };
  readonly list: ListName;
  /** The queue's revision when it was read; a row without one reflects no move. */
  readonly revision?: number;
}

/** The move that an entry or company shows, if any. */
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

/** Whether data read at a revision may not reflect a move yet. */
export function isAfter({ doneAt }: Move, revision: number): boolean {
  return doneAt === null || doneAt > revision;
}

/** Whether a move of it is pending, so that the server may or may not have done it. */
export function isOnItsWay(overlay: Overlay, entryId: number | null, companyId: number): boolean {
  return moveAt(overlay, entryId, companyId)?.doneAt === null;
}

/**
 * The list a row shows: the server's, overlaid with the moves not yet done when the row was read. Rows of lists that
 * the user returns to still need finished moves.
 */
export function shownList(row: ListedRow, overlay: Overlay): ListName {
  const move = moveAt(overlay, row.entryId, row.company.id);
  if (move === undefined) return row.list;
  return row.entryId === null || isAfter(move, row.revision ?? -1) ? move.list : row.list;
}

/** Shows where a key in this window puts companies, unless a later key says otherwise. */
export function pressed(overlay: Overlay, placements: readonly Placed[], turn: number): Overlay {
  return changed(overlay, placements, ({ list, entryId }) => put(list, entryId, turn));
}

/** The same for companies whose entries to move are not known yet. */
export function guessed(overlay: Overlay, placements: readonly Placed[], turn: number): Overlay {
  const companies = overlay.companies.with((draft) => {
    for (const { companyId, list } of placements) edit(draft, companyId, put(list, null, turn));
  });
  return { ...overlay, companies };
}

/** A key was answered, or failed: what is beneath it shows. */
export function answered(overlay: Overlay, placements: readonly Placed[], turn: number): Overlay {
  const answer: Change = (before) => (before.own?.turn === turn ? { ...before, own: null } : null);
  return changed(overlay, placements, () => answer);
}

/** A move as told by main, as of `revision`: pending, or done since then. */
interface News extends Placed {
  readonly isDone: boolean;
  readonly revision: number;
}

/**
 * Records what main tells about moves. Anything known since a later revision stays; news older than what is known about
 * an entry says nothing about its company either, where another entry may be the known one.
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

/** All we know about these is that the server's rows are right. */
export function forgotten(overlay: Overlay, placements: readonly Placed[], revision: number): Overlay {
  return changed(overlay, placements, ({ entryId }) => ({ own, told: known }) => {
    if (known !== null && known.revision > revision) return null;
    return { own, told: { list: null, entryId, doneAt: null, revision, isRefused: false }, done: null };
  });
}

/**
 * Everything main has pending at a revision: what was pending before and no longer is was either done, whoever was
 * told, or refused; then what the server had before shows.
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
            // Or it was taken back before it was sent: then newer news says so.
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

/** What all moved companies show. */
export function allShown({ companies }: Overlay): Placed[] {
  return [...companies].flatMap(([companyId, standing]) => {
    const move = moveOf(standing);
    return move === undefined ? [] : [{ entryId: move.entryId, companyId, list: move.list }];
  });
}

/** A change to one standing; null if it stays as it is. */
type Change = (before: Standing) => Standing | null;

function put(list: ListName, entryId: number | null, turn: number): Change {
  return (before) =>
    before.own !== null && before.own.turn > turn ? null : { ...before, own: { list, entryId, turn } };
}

/** Whether nothing is pending: it is done, or the server's rows are right. */
function isAtRest({ list, doneAt }: Told): boolean {
  return list === null || doneAt !== null;
}

/** A move was refused for good: nothing of it shows. */
function refusal(entryId: number | null, revision: number): Told {
  return { list: null, entryId, doneAt: null, revision, isRefused: true };
}

/** Both may be told of the same revision: the reply to a key says a move is queued, the news that it has settled. */
function isOlder(news: Told, known: Told | null): boolean {
  if (known === null) return false;
  return known.revision > news.revision || (known.revision === news.revision && isAtRest(known) && !isAtRest(news));
}

function hear(news: Told): Change {
  return ({ own, told: known, done: before }) => {
    const { list, entryId, doneAt } = news;
    const isNewer = list !== null && doneAt !== null && (before === null || before.doneAt <= doneAt);
    const done = isNewer ? { list, entryId, doneAt } : before;
    // The refusal of a company’s one entry says nothing about another one’s move.
    if (isOlder(news, known) || (list === null && known !== null && known.entryId !== entryId)) {
      if (done === before || done === null) return null;
      // The refusal of a later move may arrive first: then this is what shows.
      return { own, told: known?.isRefused === true ? { ...known, ...done } : known, done };
    }
    return { own, told: list === null && done !== null ? { ...news, ...done } : news, done };
  };
}

/** Changes what is known about each of these: its own standing, and that of its company if concerned. */
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
