import { GrowableUint32 } from './growable.ts';

/** Texts as UTF-8, one behind the other: they cross between threads, and into a file, without being strings. */
export interface PackedTexts {
  readonly bytes: Uint8Array;
  readonly ends: Uint32Array;
}

/** The UTF-8 of one text. */
export function packedBytes({ bytes, ends }: PackedTexts, index: number): Uint8Array {
  return bytes.subarray(index === 0 ? 0 : ends[index - 1]!, ends[index]);
}

/** One text as a string. */
export function packedText(texts: PackedTexts, index: number): string {
  const { buffer, byteOffset, byteLength } = packedBytes(texts, index);
  return Buffer.from(buffer, byteOffset, byteLength).toString('utf8');
}

/** Packs texts, some at a time. */
export class TextPacker {
  #bytes = Buffer.allocUnsafeSlow(1 << 16);
  #used = 0;
  readonly #ends = new GrowableUint32(64);

  /** Texts packed and not taken yet. */
  get size(): number {
    return this.#ends.length;
  }

  push(text: string): void {
    // No character takes more than three bytes for each of its UTF-16 units.
    const most = this.#used + text.length * 3;
    if (most > this.#bytes.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(most, this.#bytes.length * 2));
      this.#bytes.copy(larger, 0, 0, this.#used);
      this.#bytes = larger;
    }
    this.#used += this.#bytes.write(text, this.#used, 'utf8');
    this.#ends.push(this.#used);
  }

  /** The texts so far, in arrays of their own; from here on it begins anew. */
  take(): PackedTexts {
    const taken = { bytes: new Uint8Array(this.#bytes.subarray(0, this.#used)), ends: this.#ends.copy() };
    this.#used = 0;
    this.#ends.length = 0;
    return taken;
  }
}
