/** Finished cells behind one another, so that the ones in use lie close together. */
export class CellStore {
  bytes: Buffer = Buffer.allocUnsafeSlow(4096);
  #length = 0;

  /** Keeps a copy of `from[start, end)`; returns where it begins. */
  keep(from: Buffer, start: number, end: number): number {
    const at = this.#length;
    this.#length += end - start;
    if (this.#length > this.bytes.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(this.bytes.length * 2, this.#length));
      this.bytes.copy(larger, 0, 0, at);
      this.bytes = larger;
    }
    from.copy(this.bytes, at, start, end);
    return at;
  }
}
