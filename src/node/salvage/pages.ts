import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** The pages that a write-ahead log has committed. */
interface CommittedFrames {
  /** Null if there is no readable log. */
  readonly pageSize: number | null;
  /** How many pages the file has after the last commit; 0 if there is none. */
  readonly lastPage: number;
  /** The newest committed content of a page, or null if the log has none. */
  read(page: number): Buffer | null;
  close(): void;
}

const headBytes = 32;
const frameHeadBytes = 24;

/**
 * Reads which pages a write-ahead log has committed, by SQLite's own rule: frames count up to the last commit before
 * the first one whose salt or checksum is wrong.
 */
function committedFrames(path: string): CommittedFrames {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch {
    return none;
  }
  const head = readAt(file, 0, headBytes);
  const order = head === null ? null : orderOf(head);
  if (head === null || order === null) {
    closeSync(file);
    return none;
  }
  const pageSize = head.readUInt32BE(8);
  const { frames, lastPage } = framesOf(file, head, pageSize, order);
  return {
    pageSize: frames.size > 0 ? pageSize : null,
    lastPage,
    read: (page) => {
      const at = frames.get(page);
      return at === undefined ? null : readAt(file, at, pageSize);
    },
    close: () => closeSync(file),
  };
}

const none: CommittedFrames = { pageSize: null, lastPage: 0, read: () => null, close: () => undefined };

type Order = 'little' | 'big';
type Sum = readonly [number, number];

/** The byte order in which the log counts its checksums; null if its head is not sound. */
function orderOf(head: Buffer): Order | null {
  const magic = head.readUInt32BE(0);
  if (magic !== 0x377f0682 && magic !== 0x377f0683) return null;
  const order = magic === 0x377f0683 ? 'big' : 'little';
  const size = head.readUInt32BE(8);
  if (size < 512 || size > 65_536 || (size & (size - 1)) !== 0) return null;
  const sum = checksum([0, 0], head.subarray(0, 24), order);
  return sum[0] === head.readUInt32BE(24) && sum[1] === head.readUInt32BE(28) ? order : null;
}

function framesOf(
  file: number,
  head: Buffer,
  pageSize: number,
  order: Order,
): { frames: Map<number, number>; lastPage: number } {
  const frames = new Map<number, number>();
  const uncommitted = new Map<number, number>();
  let lastPage = 0;
  let sum: Sum = [head.readUInt32BE(24), head.readUInt32BE(28)];
  const { size } = fstatSync(file);
  for (let at = headBytes; at + frameHeadBytes + pageSize <= size; at += frameHeadBytes + pageSize) {
    const frame = readAt(file, at, frameHeadBytes + pageSize);
    if (frame === null || frame.compare(head, 16, 24, 8, 16) !== 0) break;
    sum = checksum(checksum(sum, frame.subarray(0, 8), order), frame.subarray(frameHeadBytes), order);
    if (sum[0] !== frame.readUInt32BE(16) || sum[1] !== frame.readUInt32BE(20)) break;
    uncommitted.set(frame.readUInt32BE(0), at + frameHeadBytes);
    const pagesAfterCommit = frame.readUInt32BE(4);
    if (pagesAfterCommit === 0) continue;
    lastPage = pagesAfterCommit;
    for (const [page, where] of uncommitted) frames.set(page, where);
    uncommitted.clear();
  }
  return { frames, lastPage };
}

function checksum([first, second]: Sum, bytes: Buffer, order: Order): Sum {
  let [a, b] = [first, second];
  for (let at = 0; at + 8 <= bytes.length; at += 8) {
    const [x, y] =
      order === 'big'
        ? [bytes.readUInt32BE(at), bytes.readUInt32BE(at + 4)]
        : [bytes.readUInt32LE(at), bytes.readUInt32LE(at + 4)];
    a = (a + x + b) >>> 0;
    b = (b + y + a) >>> 0;
  }
  return [a, b];
}

function readAt(file: number, from: number, length: number): Buffer | null {
  const bytes = Buffer.allocUnsafe(length);
  try {
    return readSync(file, bytes, 0, length, from) === length ? bytes : null;
  } catch {
    return null;
  }
}

const magic = 'SQLite format 3\0';
/** Bytes of the file's header, which precedes the content of the first page. */
const headerBytes = 100;
const pageSizes: ReadonlySet<number> = new Set([512, 1024, 2048, 4096, 8192, 16_384, 32_768, 65_536]);
/** Page sizes of Winnow's own files: it is one of these if nothing says how large a page is. */
const usualSizes = [4096, 8192] as const;
/** How much more often a larger page must make sense: pages of half its size begin wherever it does, too. */
const muchMoreOften = 1.3;
/** How many pages are sampled to find out their size. */
const sampledPages = 400;
/** A file up to this many bytes is read at once, because each of its pages is read several times. */
const mostInMemory = 256 * 1024 ** 2;

/**
 * What a page of a B-tree is. `table` pages have numbered rows; `index` pages also have the rows of tables without
 * numbers.
 */
type PageKind = 'tableLeaf' | 'tableInterior' | 'indexLeaf' | 'indexInterior';

const kinds: Readonly<Record<number, PageKind>> = {
  0x0d: 'tableLeaf',
  0x05: 'tableInterior',
  0x0a: 'indexLeaf',
  0x02: 'indexInterior',
};

/** A page of a B-tree whose head makes sense: where its cells begin, and its last child if it has any. */
interface TreePage {
  readonly kind: PageKind;
  readonly bytes: Buffer;
  readonly cells: readonly number[];
  /** It says that it has none; not that none of them makes sense. */
  readonly hasNoCells: boolean;
  readonly lastChild: number;
}

/**
 * The pages of a SQLite file that SQLite itself may refuse to open: truncated, overwritten, without a header. What the
 * journal beside it has committed counts as it does for SQLite. Nothing is written.
 */
export class Pages {
  /** Bytes of a page. Winnow's files use all of them, whatever the header now says. */
  readonly size: number;
  readonly count: number;
  readonly #file: number;
  readonly #fileBytes: number;
  readonly #journal: CommittedFrames;
  /** The whole file, or null if it is large or part of it cannot be read. */
  readonly #whole: Buffer | null;

  constructor(path: string) {
    this.#file = openSync(path, 'r');
    this.#fileBytes = fstatSync(this.#file).size;
    this.#whole = this.#fileBytes > mostInMemory ? null : this.#readAt(0, this.#fileBytes);
    this.#journal = committedFrames(`${path}-wal`);
    this.size = this.#saidSize() ?? this.#journal.pageSize ?? this.#guessedSize();
    this.count = Math.max(Math.ceil(this.#fileBytes / this.size), this.#journal.lastPage);
  }

  close(): void {
    closeSync(this.#file);
    this.#journal.close();
  }

  /** The content of a page, 1 for the first, or null if the file does not have all of it. */
  read(number: number): Buffer | null {
    if (!Number.isInteger(number) || number < 1 || number > this.count) return null;
    return this.#journal.read(number) ?? this.#readAt((number - 1) * this.size, this.size);
  }

  /** A page as a part of a B-tree, or null if it is not one. */
  tree(number: number): TreePage | null {
    const bytes = this.read(number);
    return bytes === null ? null : treePage(bytes, number === 1 ? headerBytes : 0, this.size);
  }

  /**
   * Pages that nothing uses; their content was deleted and must not come back. They are listed on pages with a shape of
   * their own, which we look for everywhere, because the chain that leads to them begins on the first page.
   */
  free(): Set<number> {
    const free = new Set<number>();
    for (let number = 2; number <= this.count; number++) {
      const bytes = this.read(number);
      const listed = bytes === null ? null : this.#listOfFree(bytes);
      if (listed === null) continue;
      free.add(number);
      for (const page of listed) free.add(page);
    }
    return free;
  }

  /** The pages that a page lists as free, or null if it is not such a list. */
  #listOfFree(bytes: Buffer): number[] | null {
    const [next, length] = [bytes.readUInt32BE(0), bytes.readUInt32BE(4)];
    if (next > this.count || length === 0 || length > this.size / 4 - 2) return null;
    const listed = new Set<number>();
    for (let index = 0; index < length; index++) {
      const page = bytes.readUInt32BE(8 + index * 4);
      if (page < 2 || page > this.count || page === next) return null;
      listed.add(page);
    }
    return listed.size === length ? [...listed] : null;
  }

  /** The `user_version` of the file, 0 if its header cannot be read. */
  get userVersion(): number {
    const first = this.read(1);
    return first !== null && hasMagic(first) ? first.readUInt32BE(60) : 0;
  }

  #saidSize(): number | null {
    const head = this.#readAt(0, headerBytes);
    if (head === null || !hasMagic(head)) return null;
    const said = head.readUInt16BE(16);
    const size = said === 1 ? 65_536 : said;
    return pageSizes.has(size) ? size : null;
  }

  #guessedSize(): number {
    let best: { size: number; share: number } = { size: usualSizes[0], share: 0 };
    for (const size of usualSizes) {
      const pages = Math.floor(this.#fileBytes / size);
      const step = Math.max(1, Math.floor(pages / sampledPages));
      let [asked, sound] = [0, 0];
      for (let number = 2; number <= pages; number += step) {
        const bytes = this.#readAt((number - 1) * size, size);
        asked += 1;
        if (bytes !== null && treePage(bytes, 0, size) !== null) sound += 1;
      }
      if (asked > 0 && sound / asked > best.share * muchMoreOften) best = { size, share: sound / asked };
    }
    return best.size;
  }

  #readAt(from: number, length: number): Buffer | null {
    if (this.#whole) return from + length > this.#fileBytes ? null : this.#whole.subarray(from, from + length);
    const bytes = Buffer.allocUnsafe(length);
    try {
      return readSync(this.#file, bytes, 0, length, from) === length ? bytes : null;
    } catch {
      // A bad sector: the page is lost, the next one may not be.
      return null;
    }
  }
}

function hasMagic(bytes: Buffer): boolean {
  return bytes.toString('latin1', 0, magic.length) === magic;
}

function treePage(bytes: Buffer, at: number, usable: number): TreePage | null {
  const kind = kinds[bytes[at] ?? 0];
  if (kind === undefined) return null;
  const isInterior = kind === 'tableInterior' || kind === 'indexInterior';
  const head = at + (isInterior ? 12 : 8);
  const count = bytes.readUInt16BE(at + 3);
  const begin = head + 2 * count;
  if (begin > usable) return null;
  const cells: number[] = [];
  for (let cell = 0; cell < count; cell++) {
    const offset = bytes.readUInt16BE(head + 2 * cell);
    if (offset >= begin && offset <= usable - 4) cells.push(offset);
  }
  // A few pointers may be wrong; if most of them point nowhere, it is not a page of a B-tree.
  if (cells.length * 2 < count) return null;
  return { kind, bytes, cells, hasNoCells: count === 0, lastChild: isInterior ? bytes.readUInt32BE(at + 8) : 0 };
}
