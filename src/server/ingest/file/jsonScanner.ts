import { limits, recordTooLarge } from './byteSource.ts';

/** The text of one record of a JSON file, with its first line; `problem` says why it is not a record, or is `''`. */
export interface JsonText {
  readonly line: number;
  readonly text: string;
  readonly problem: string;
  /** Its key in the root object; undefined elsewhere. */
  readonly key?: string;
}

/** Objects found at one place of a JSON document: how many, and which keys they have. */
export interface JsonPlace {
  count: number;
  readonly keys: Set<string>;
  /** Keys whose values are objects or lists. */
  readonly nested: Set<string>;
}

interface Frame {
  readonly kind: 'object' | 'array';
  /** The place of this frame: `results[].hits` for that array, `results[].hits[]` for an object in it. */
  readonly path: string;
  key: string;
}

const keysAtMost = 500;
const placesAtMost = 1000;

/** How many characters of a key are kept: longer ones are not names of fields. */
const longestKey = 10_000;

const noObject = 'This entry is not an object with fields.';

/** Part of a text that comes in chunks, put together once it is complete, so that nothing is copied again and again. */
export class Gathered {
  readonly #most: number;
  #parts: string[] = [];
  #length = 0;
  /** Where it continues in the chunk; -1 if it has not begun. */
  #from = -1;

  /** @param most how many characters of it are kept */
  constructor(most: number) {
    this.#most = most;
  }

  get isOpen(): boolean {
    return this.#from !== -1;
  }

  /** It begins at this place of the chunk. */
  begin(from: number): void {
    this.#from = from;
  }

  /** The chunk is over; returns how many characters of it were kept. */
  goOn(chunk: string): number {
    if (!this.isOpen) return 0;
    const kept = this.#add(chunk, chunk.length);
    this.#from = 0;
    return kept;
  }

  /** It ends before this place of the chunk. Returns the text, or null if it is too long. */
  take(chunk: string, to: number): string | null {
    this.#add(chunk, to);
    const text = this.#length > this.#most ? null : this.#parts.join('');
    this.#parts = [];
    this.#length = 0;
    this.#from = -1;
    return text;
  }

  #add(chunk: string, to: number): number {
    this.#length += to - this.#from;
    if (this.#length > this.#most) {
      this.#parts = [];
      return 0;
    }
    this.#parts.push(chunk.slice(this.#from, to));
    return to - this.#from;
  }
}

/**
 * Walks through a JSON document fed in chunks, without holding it in memory: finds the places of objects (`[]`,
 * `results[].hits[]`, the root `$`, the members of a root object `*`, and objects inside those of a list,
 * `records[].fields`, which may be wrapped this way) and cuts out the objects of some places. It only follows brackets
 * and strings; whether a record is valid JSON shows when it is parsed.
 */
export class JsonScanner {
  readonly places = new Map<string, JsonPlace>();
  /** Whether a list outside all lists contains lists, which may be the rows of a table. */
  hasRows = false;
  /** What is wrong with the document as a whole, or `''`. */
  problem = '';
  /** How many characters were examined and copied so far. */
  work = 0;
  readonly #targets: ReadonlySet<string>;
  readonly #frames: Frame[] = [];
  readonly #found: JsonText[] = [];
  #chunk = '';
  #at = 0;
  /** The next quote and the next backslash of the chunk, from where they were last searched for. */
  #quote = -1;
  #slash = -1;
  #line = 1;
  #isAfterReturn = false;
  readonly #record = new Gathered(limits.recordChars);
  readonly #key = new Gathered(longestKey);
  #recordLine = 0;
  #recordPath = '';
  #inString = false;
  /** The next character of a string follows a backslash. */
  #isEscaped = false;
  #expectsKey = false;
  #inScalar = false;

  /** @param targets the places whose objects are wanted; none to only find places */
  constructor(targets: readonly string[] = []) {
    this.#targets = new Set(targets);
  }

  /** Takes more text and returns the records it completes. No character is examined twice. */
  push(chunk: string): JsonText[] {
    this.#chunk = chunk;
    this.#at = 0;
    this.#quote = -1;
    this.#slash = -1;
    while (this.#at < chunk.length && this.problem === '') {
      if (this.#inString) this.#passString();
      else this.#passToken();
    }
    for (const gathered of [this.#record, this.#key]) this.work += gathered.goOn(chunk);
    return this.#found.splice(0);
  }

  /** The end of the text; a record that is still open is returned as broken. */
  end(): JsonText[] {
    const open = this.#frames.length > 0 || this.#inString;
    if (this.#record.isOpen) this.#report('The file ends in the middle of this record.', this.#recordLine);
    else if (open && this.problem === '') this.problem = 'the JSON ends too early.';
    return this.#found.splice(0);
  }

  /** Moves to the end of the string, or of the chunk. */
  #passString(): void {
    const { length } = this.#chunk;
    if (this.#isEscaped) {
      this.#isEscaped = false;
      this.#at++;
    }
    for (;;) {
      this.#quote = this.#next('"', this.#quote);
      this.#slash = this.#next('\\', this.#slash);
      if (this.#slash < this.#quote) {
        this.#isEscaped = this.#slash + 1 === length;
        this.#at = this.#slash + 2;
        if (this.#at >= length) return;
        continue;
      }
      this.#at = Math.min(length, this.#quote + 1);
      if (this.#quote === length) return;
      this.#inString = false;
      if (this.#key.isOpen) {
        const key = this.#key.take(this.#chunk, this.#quote) ?? '';
        this.work += key.length;
        this.#takeKey(key);
      }
      return;
    }
  }

  /**
   * The next place of a character, from the current place on; the chunk's length if there is none. `known` is the last
   * answer.
   */
  #next(character: string, known: number): number {
    if (known >= this.#at) return known;
    const found = this.#chunk.indexOf(character, this.#at);
    const next = found === -1 ? this.#chunk.length : found;
    this.work += next - this.#at;
    return next;
  }

  #takeKey(key: string): void {
    const frame = this.#frames.at(-1);
    if (frame === undefined) return;
    frame.key = key;
    this.#expectsKey = false;
    const place = this.places.get(frame.path);
    if (place !== undefined && place.keys.size < keysAtMost) place.keys.add(key);
  }

  #passToken(): void {
    const char = this.#chunk.charAt(this.#at);
    this.work++;
    if (char === '\r' || (char === '\n' && !this.#isAfterReturn)) this.#line++;
    this.#isAfterReturn = char === '\r';
    if (char === '"') this.#beginString();
    else if (char === '{' || char === '[') this.#open(char === '{' ? 'object' : 'array');
    else if (char === '}' || char === ']') this.#close(char === '}' ? 'object' : 'array');
    else if (char === ',') {
      this.#inScalar = false;
      this.#expectsKey = this.#frames.at(-1)?.kind === 'object';
    } else if (/[\d\-tfnNI]/.test(char) && !this.#inScalar) this.#scalar();
    this.#at++;
  }

  #beginString(): void {
    this.#inString = true;
    if (this.#expectsKey) this.#key.begin(this.#at + 1);
    else this.#scalar();
  }

  /** A text, number or literal begins; if an object was wanted here, it is reported as a broken record. */
  #scalar(): void {
    this.#inScalar = true;
    const frame = this.#frames.at(-1);
    if (frame?.kind === 'array' && this.#targets.has(`${frame.path}[]`) && !this.#record.isOpen) {
      this.#report(noObject, this.#line);
    }
  }

  #open(kind: 'object' | 'array'): void {
    const parent = this.#frames.at(-1);
    this.#inScalar = false;
    if (this.#frames.length >= limits.depth) {
      this.problem = `the JSON is nested more than ${String(limits.depth)} deep.`;
      return;
    }
    const path = pathOf(kind, parent, this.#frames.length);
    if (parent?.kind === 'object') this.#noteNested(parent);
    if (kind === 'object') this.#beginObject(path);
    else if (parent?.kind === 'array') this.#noteInnerList(parent.path, path);
    this.#frames.push({ kind, path, key: '' });
    this.#expectsKey = kind === 'object';
  }

  #beginObject(path: string): void {
    if (this.#targets.has(path) && !this.#record.isOpen) {
      this.#record.begin(this.#at);
      this.#recordLine = this.#line;
      this.#recordPath = path;
    }
    const place = this.places.get(path);
    if (place !== undefined) place.count++;
    else if (this.places.size < placesAtMost && isPlace(path)) this.places.set(path, newPlace());
  }

  #noteInnerList(outer: string, path: string): void {
    this.hasRows ||= !outer.includes('[]');
    if (this.#targets.has(path) && !this.#record.isOpen) this.#report(noObject, this.#line);
  }

  #noteNested({ path, key }: Frame): void {
    const place = this.places.get(path);
    if (place?.keys.has(key) === true) place.nested.add(key);
  }

  #close(kind: 'object' | 'array'): void {
    const frame = this.#frames.pop();
    this.#inScalar = false;
    this.#expectsKey = false;
    if (frame?.kind !== kind) {
      this.problem = `the JSON is broken in line ${String(this.#line)}.`;
      return;
    }
    if (!this.#record.isOpen || kind !== 'object' || frame.path !== this.#recordPath) return;
    const text = this.#record.take(this.#chunk, this.#at + 1);
    if (text === null) this.#report(recordTooLarge, this.#recordLine);
    else {
      this.work += text.length;
      const key = frame.path === '*' ? { key: this.#frames[0]?.key ?? '' } : {};
      this.#found.push({ line: this.#recordLine, text, problem: '', ...key });
    }
  }

  #report(problem: string, line: number): void {
    this.#found.push({ line, text: '', problem });
  }
}

function pathOf(kind: 'object' | 'array', parent: Frame | undefined, depth: number): string {
  if (parent === undefined) return kind === 'object' ? '$' : '';
  if (parent.kind === 'array') return `${parent.path}[]`;
  if (kind === 'object' && depth === 1) return '*';
  const base = parent.path === '$' ? '' : `${parent.path}.`;
  return `${base}${parent.key}`;
}

function newPlace(): JsonPlace {
  return { count: 1, keys: new Set(), nested: new Set() };
}

function isPlace(path: string): boolean {
  return path === '$' || path === '*' || path.endsWith('[]') || isWrapped(path);
}

/** Whether a place is an object inside each object of a list. */
export function isWrapped(path: string): boolean {
  return /\[\]\.[^.[\]]+$/.test(path);
}
