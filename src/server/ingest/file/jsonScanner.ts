import { limits } from './limits.ts';

/** The text of one record of a JSON file, with its first line; `problem` says why it is none, or is `''`. */
export interface JsonText {
  readonly line: number;
  readonly text: string;
  readonly problem: string;
  /** Under which key of the root object it stands; undefined elsewhere. */
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
  /** Where this frame stands: `results[].hits` for that array, `results[].hits[]` for an object in it. */
  readonly path: string;
  key: string;
}

const keysAtMost = 500;
const placesAtMost = 1000;

const noObject = 'This entry of the list is no object with fields.';

/**
 * Walks through a JSON document fed in chunks, without holding it: finds the places where objects stand (`[]`,
 * `results[].hits[]`, the root `$`, the members of a root object `*`, and objects within those of a list, `records[].fields`,
 * which may be wrapped so) and cuts out those of some places.
 * It only follows brackets and strings; whether a record is valid JSON shows when it is parsed.
 */
export class JsonScanner {
  readonly places = new Map<string, JsonPlace>();
  /** Whether a list outside all lists holds lists, which may be the rows of a table. */
  hasRows = false;
  /** What is wrong with the document as a whole, or `''`. */
  problem = '';
  readonly #targets: ReadonlySet<string>;
  readonly #frames: Frame[] = [];
  readonly #found: JsonText[] = [];
  #text = '';
  #at = 0;
  #line = 1;
  #recordStart = -1;
  #recordLine = 0;
  #recordPath = '';
  #tooLarge = false;
  #inString = false;
  #stringStart = 0;
  #expectsKey = false;
  #inScalar = false;

  /** @param targets the places whose objects are wanted; none to look for places only */
  constructor(targets: readonly string[] = []) {
    this.#targets = new Set(targets);
  }

  /** Takes more text; returns the records it completes. */
  push(chunk: string): JsonText[] {
    this.#text += chunk;
    while (this.#at < this.#text.length && this.problem === '') {
      if (!(this.#inString ? this.#passString() : this.#passToken())) break;
    }
    this.#forget();
    return this.#found.splice(0);
  }

  /** The end of the text; a record that is still open is returned as broken. */
  end(): JsonText[] {
    const open = this.#frames.length > 0 || this.#inString;
    if (this.#recordStart !== -1) this.#report('The file ends in the middle of this record.', this.#recordLine);
    else if (open && this.problem === '') this.problem = 'the JSON ends too early.';
    return this.#found.splice(0);
  }

  #passString(): boolean {
    let at = this.#at;
    for (;;) {
      const quote = this.#text.indexOf('"', at);
      if (quote === -1) return false;
      let slashes = 0;
      while (this.#text.charAt(quote - 1 - slashes) === '\\') slashes++;
      at = quote + 1;
      if (slashes % 2 === 1) continue;
      if (this.#expectsKey) this.#takeKey(this.#text.slice(this.#stringStart, quote));
      this.#inString = false;
      this.#at = at;
      return true;
    }
  }

  #takeKey(key: string): void {
    const frame = this.#frames.at(-1);
    if (frame === undefined) return;
    frame.key = key;
    this.#expectsKey = false;
    const place = this.places.get(frame.path);
    if (place !== undefined && place.keys.size < keysAtMost) place.keys.add(key);
  }

  #passToken(): boolean {
    const char = this.#text.charAt(this.#at);
    if (char === '\n' || (char === '\r' && this.#text.charAt(this.#at + 1) !== '\n')) this.#line++;
    if (char === '"') {
      this.#inString = true;
      this.#stringStart = this.#at + 1;
      if (!this.#expectsKey) this.#scalar();
    } else if (char === '{' || char === '[') this.#open(char === '{' ? 'object' : 'array');
    else if (char === '}' || char === ']') this.#close(char === '}' ? 'object' : 'array');
    else if (char === ',') {
      this.#inScalar = false;
      this.#expectsKey = this.#frames.at(-1)?.kind === 'object';
    } else if (/[\d\-tfnNI]/.test(char) && !this.#inScalar) this.#scalar();
    this.#at++;
    return true;
  }

  /** A text, number or literal begins; where an object was wanted, that is a record which is none. */
  #scalar(): void {
    this.#inScalar = true;
    const frame = this.#frames.at(-1);
    if (frame?.kind === 'array' && this.#targets.has(`${frame.path}[]`) && this.#recordStart === -1) {
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
    if (kind === 'array' && parent?.kind === 'array') {
      this.hasRows ||= !parent.path.includes('[]');
      if (this.#targets.has(path) && this.#recordStart === -1) this.#report(noObject, this.#line);
    }
    if (kind === 'object') {
      if (this.#targets.has(path) && this.#recordStart === -1) {
        this.#recordStart = this.#at;
        this.#recordLine = this.#line;
        this.#recordPath = path;
      }
      const place = this.places.get(path);
      if (place !== undefined) place.count++;
      else if (this.places.size < placesAtMost && isPlace(path)) this.places.set(path, newPlace());
    }
    this.#frames.push({ kind, path, key: '' });
    this.#expectsKey = kind === 'object';
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
    if (this.#recordStart === -1 || kind !== 'object' || frame.path !== this.#recordPath) return;
    if (this.#tooLarge) this.#report('The record is larger than 32 MB.', this.#recordLine);
    else {
      const text = this.#text.slice(this.#recordStart, this.#at + 1);
      const key = frame.path === '*' ? { key: this.#frames[0]?.key ?? '' } : {};
      this.#found.push({ line: this.#recordLine, text, problem: '', ...key });
    }
    this.#recordStart = -1;
    this.#tooLarge = false;
  }

  #report(problem: string, line: number): void {
    this.#found.push({ line, text: '', problem });
  }

  /** Lets go of the text that is no longer needed. */
  #forget(): void {
    if (this.#recordStart !== -1 && this.#at - this.#recordStart > limits.recordChars) this.#tooLarge = true;
    let keep = this.#at;
    if (this.#inString && this.#expectsKey) keep = this.#stringStart;
    else if (this.#inString) keep = Math.max(this.#stringStart, this.#text.length - 64);
    if (this.#recordStart !== -1 && !this.#tooLarge) keep = this.#recordStart;
    if (this.#inString && !this.#expectsKey) this.#at = Math.max(this.#at, this.#text.length - 64);
    this.#text = this.#text.slice(keep);
    this.#at -= keep;
    this.#stringStart -= keep;
    if (this.#recordStart !== -1) this.#recordStart -= keep;
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

/** Whether a place is an object within each object of a list. */
export function isWrapped(path: string): boolean {
  return /\[\]\.[^.[\]]+$/.test(path);
}
