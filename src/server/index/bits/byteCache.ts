/** Keeps what was used last, up to a number of bytes: postings and columns, shared by all segments. */
export class ByteCache {
  #bytes = 0;
  #owners = 0;
  readonly #limit: number;
  readonly #entries = new Map<string, { readonly value: unknown; readonly bytes: number }>();

  readonly #dropped: (value: unknown) => void;

  /** `limit` is in bytes; `dropped` gets every value that is no longer kept. */
  constructor(limit: number, dropped: (value: unknown) => void = () => undefined) {
    this.#limit = limit;
    this.#dropped = dropped;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** A key prefix for one more owner; `forget` ends it. */
  newOwner(): string {
    this.#owners += 1;
    return `${this.#owners}:`;
  }

  /** The value under a key, made by `load` if missing. A key always has values of one type. */
  get<T>(key: string, load: () => T, bytesOf: (value: T) => number): T {
    const known = this.#entries.get(key);
    if (known !== undefined) {
      // A Map keeps insertion order, so the first entry is the least recently used.
      this.#entries.delete(key);
      this.#entries.set(key, known);
      return known.value as T;
    }
    const value = load();
    const bytes = bytesOf(value) + entryOverhead;
    if (bytes > this.#limit) {
      this.#dropped(value);
      return value;
    }
    this.#entries.set(key, { value, bytes });
    this.#bytes += bytes;
    for (const [oldest, entry] of this.#entries) {
      if (this.#bytes <= this.#limit) break;
      this.#entries.delete(oldest);
      this.#bytes -= entry.bytes;
      this.#dropped(entry.value);
    }
    return value;
  }

  /** Forgets all keys that begin with `prefix`. */
  forget(prefix: string): void {
    for (const [key, entry] of this.#entries) {
      if (!key.startsWith(prefix)) continue;
      this.#entries.delete(key);
      this.#bytes -= entry.bytes;
      this.#dropped(entry.value);
    }
  }
}

/** Rough size of a key, a Map entry and a typed array's own object. */
const entryOverhead = 300;
