import type { CompanyRow } from '../../grid/companyRow.ts';

/** How long a decided row stays before it leaves an inbox, in milliseconds. */
const lingerTime = 700;

/** Rows that no longer belong to a list but have not left it yet. They leave together, once no key comes any more. */
export class Lingering {
  private readonly ids = new Set<string>();
  private timer: ReturnType<typeof setTimeout> | null = null;
  private readonly leave: () => void;

  /** `leave` is called when the rows go. */
  constructor(leave: () => void) {
    this.leave = leave;
  }

  has(row: CompanyRow): boolean {
    return this.ids.has(row.id);
  }

  add(rows: readonly CompanyRow[]): void {
    if (rows.length === 0) return;
    for (const { id } of rows) this.ids.add(id);
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.clear();
      this.leave();
    }, lingerTime);
  }

  remove(rows: Iterable<CompanyRow>): void {
    for (const { id } of rows) this.ids.delete(id);
  }

  clear(): void {
    this.ids.clear();
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
  }
}
