/**
 * A list of unsigned 32-bit numbers that grows by doubling: a tenth of the room of an ordinary array, and no garbage.
 */
export class GrowableUint32 {
  data: Uint32Array<ArrayBuffer>;
  length = 0;

  constructor(capacity = 1024) {
    this.data = new Uint32Array(capacity);
  }

  push(value: number): void {
    if (this.length === this.data.length) {
      const larger = new Uint32Array(this.data.length * 2);
      larger.set(this.data);
      this.data = larger;
    }
    this.data[this.length++] = value;
  }

  /** The numbers so far, in an array of their own. */
  copy(): Uint32Array<ArrayBuffer> {
    return this.data.slice(0, this.length);
  }
}

/** The same for doubles. */
export class GrowableFloat64 {
  data: Float64Array<ArrayBuffer>;
  length = 0;

  constructor(capacity = 1024) {
    this.data = new Float64Array(capacity);
  }

  push(value: number): void {
    if (this.length === this.data.length) {
      const larger = new Float64Array(this.data.length * 2);
      larger.set(this.data);
      this.data = larger;
    }
    this.data[this.length++] = value;
  }

  /** The numbers so far, in an array of their own. */
  copy(): Float64Array<ArrayBuffer> {
    return this.data.slice(0, this.length);
  }
}
