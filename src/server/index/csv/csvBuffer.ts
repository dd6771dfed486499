const comma = 0x2c;
const quote = 0x22;
const zero = 0x30;
const semicolon = 0x3b;
const blank = 0x20;
const carriageReturn = 0x0d;
const lineFeed = 0x0a;

/** From this length on, one call of the engine copies faster than a loop. */
const longCopy = 40;

/** CSV in the making, as bytes. Grows as it must; `take` gives it away and begins another. */
export class CsvBuffer {
  bytes: Buffer = Buffer.allocUnsafeSlow(1 << 16);
  length = 0;

  /** Makes room for `more` bytes. To be called before anything is written that does not do so itself. */
  need(more: number): void {
    if (this.length + more <= this.bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(this.bytes.length * 2, this.length + more));
    this.bytes.copy(larger, 0, 0, this.length);
    this.bytes = larger;
  }

  comma(): void {
    this.need(1);
    this.bytes[this.length++] = comma;
  }

  endRow(): void {
    this.need(2);
    this.bytes[this.length++] = carriageReturn;
    this.bytes[this.length++] = lineFeed;
  }

  /** Between the texts of a cell that has several. */
  separator(): void {
    this.need(2);
    this.bytes[this.length++] = semicolon;
    this.bytes[this.length++] = blank;
  }

  quote(): void {
    this.need(1);
    this.bytes[this.length++] = quote;
  }

  /** Copies `from[start, end)`. */
  copy(from: Buffer, start: number, end: number): void {
    this.need(end - start);
    if (end - start >= longCopy) {
      this.bytes.set(from.subarray(start, end), this.length);
      this.length += end - start;
      return;
    }
    const { bytes } = this;
    let { length } = this;
    for (let i = start; i < end; i++) bytes[length++] = from[i]!;
    this.length = length;
  }

  /** Writes a whole number that is not negative. */
  digits(value: number): void {
    this.need(20);
    let power = 1;
    while (power * 10 <= value) power *= 10;
    for (let rest = value; power >= 1; power /= 10) {
      const digit = Math.floor(rest / power);
      this.bytes[this.length++] = zero + digit;
      rest -= digit * power;
    }
  }

  /** Writes a text as it is. */
  text(text: string): void {
    this.need(text.length * 3);
    this.length += this.bytes.write(text, this.length);
  }

  /** What has been written; the buffer is empty after it. */
  take(): Buffer<ArrayBuffer> {
    const taken = this.bytes.subarray(0, this.length) as Buffer<ArrayBuffer>;
    // The next is likely to be as long.
    this.bytes = Buffer.allocUnsafeSlow(this.length + (this.length >> 3) + 1024);
    this.length = 0;
    return taken;
  }
}
