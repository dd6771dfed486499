/** A tab's storage, which outlives its pages. */
export class TabStorage implements Storage {
  readonly #items = new Map<string, string>();
  /** Whether it is out of space. */
  full = false;

  get length(): number {
    return this.#items.size;
  }

  getItem(key: string): string | null {
    return this.#items.get(key) ?? null;
  }

  setItem(key: string, value: string): void {
    if (this.full) throw new DOMException('Full.', 'QuotaExceededError');
    this.#items.set(key, value);
  }

  removeItem(key: string): void {
    this.#items.delete(key);
  }

  key(index: number): string | null {
    return [...this.#items.keys()][index] ?? null;
  }

  clear(): void {
    this.#items.clear();
  }
}
