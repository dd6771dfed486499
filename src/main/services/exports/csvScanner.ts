const quote = 0x22;
const newline = 0x0a;

/** Counts the records of a CSV stream (RFC 4180) in chunks of bytes; line ends inside quotes are not ends. */
export class CsvScanner {
  /** Records that have ended. */
  records = 0;
  #quoted = false;
  #open = false;

  push(chunk: Uint8Array): void {
    for (const byte of chunk) {
      if (byte === quote) this.#quoted = !this.#quoted;
      if (byte === newline && !this.#quoted) {
        this.records++;
        this.#open = false;
      } else this.#open = true;
    }
  }

  /** All records, the last one counted also when no line end follows it. */
  finish(): number {
    if (this.#open) this.records++;
    this.#open = false;
    return this.records;
  }
}

/** Length in bytes of the first record with its line end, or -1 while that has not come yet. */
export function firstRecordLength(bytes: Uint8Array): number {
  let quoted = false;
  for (const [index, byte] of bytes.entries()) {
    if (byte === quote) quoted = !quoted;
    if (byte === newline && !quoted) return index + 1;
  }
  return -1;
}
