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
