import { Pages } from './pages.ts';
import { fitted, readRow, schemaLayout, type StoredRow, type StoredValue, type TableLayout } from './records.ts';

/** A page is taken for one of a table if this share of its cells can be rows of it. */
const shareOfRows = 0.8;

/**
 * Reads the rows of a damaged SQLite file without SQLite, which refuses such a file or stops at its first broken page.
 * A table is walked from its root, past what is broken; pages that no walk reaches, because a page above them is lost,
 * are recognised by the shape of their rows.
 */
export class DamagedDatabase {
  readonly #pages: Pages;
  readonly #layouts: readonly TableLayout[];
  readonly #roots: ReadonlyMap<string, number>;
  readonly #free: ReadonlySet<number>;
  #strays: Map<string, number[]> | undefined;

  /** `layouts` are those of the tables we want, and of others whose pages must not be mistaken for theirs. */
  constructor(path: string, layouts: readonly TableLayout[]) {
    this.#pages = new Pages(path);
    this.#layouts = layouts;
    this.#free = this.#pages.free();
    this.#roots = this.#readSchema();
  }

  close(): void {
    this.#pages.close();
  }

  get userVersion(): number {
    return this.#pages.userVersion;
  }

  /** Whether the file is known to have a table of that name. */
  has(table: string): boolean {
    return this.#roots.has(table);
  }

  /** Whether a table is known to have no rows; false if it cannot be read. */
  isEmpty({ table }: TableLayout): boolean {
    const root = this.#roots.get(table);
    const page = root === undefined ? null : this.#pages.tree(root);
    return page !== null && page.kind.endsWith('Leaf') && page.hasNoCells;
  }

  /**
   * The readable rows of a table, each with its values in the order of its layout; columns added after the file was
   * written are left out. Rows on pages that the table leads to come first.
   */
  *rows(layout: TableLayout): Generator<StoredValue[]> {
    const pages = this.#strayPages().get(layout.table) ?? [];
    for (const page of [...this.#pagesOf(layout.table), ...pages]) {
      for (const row of this.#rowsOn(page)) {
        const values = fitted(layout, row);
        if (values !== null) yield values;
      }
    }
  }

  #readSchema(): Map<string, number> {
    const roots = new Map<string, number>();
    const reached = new Set<number>();
    this.#reach(1, true, reached);
    for (const row of [...[...reached].flatMap((page) => [...this.#rowsOn(page)]), ...this.#schemaRowsAnywhere()]) {
      const [type, name, , root] = fitted(schemaLayout, row) ?? [];
      if ((type !== 'table' && type !== 'index') || typeof name !== 'string' || typeof root !== 'number') continue;
      // The page reached first wins.
      if (root > 1 && !roots.has(name)) roots.set(name, root);
    }
    return roots;
  }

  *#schemaRowsAnywhere(): Generator<StoredRow> {
    for (let number = 2; number <= this.#pages.count; number++) {
      if (this.#free.has(number)) continue;
      for (const row of this.#rowsOn(number)) {
        // The first row shows what the page is of.
        if (fitted(schemaLayout, row) === null) break;
        yield row;
      }
    }
  }

  /** The pages that a table or an index leads to, in order, except that a page above others comes before them. */
  #pagesOf(name: string): ReadonlySet<number> {
    const reached = new Set<number>();
    const root = this.#roots.get(name);
    if (root !== undefined) this.#reach(root, this.#pages.tree(root)?.kind.startsWith('table') ?? true, reached);
    return reached;
  }

  #reach(number: number, hasRowNumbers: boolean, reached: Set<number>): void {
    const page = this.#pages.tree(number);
    const fitsTree = page !== null && page.kind.startsWith(hasRowNumbers ? 'table' : 'index');
    if (page === null || !fitsTree || reached.has(number) || this.#free.has(number)) return;
    reached.add(number);
    const { bytes, cells, kind, lastChild } = page;
    if (kind === 'tableLeaf' || kind === 'indexLeaf') return;
    for (const cell of cells) this.#reach(bytes.readUInt32BE(cell), hasRowNumbers, reached);
    this.#reach(lastChild, hasRowNumbers, reached);
  }

  /** The rows of one page, without those below it. */
  *#rowsOn(number: number): Generator<StoredRow> {
    const page = this.#pages.tree(number);
    if (page === null || page.kind === 'tableInterior') return;
    const { bytes, cells, kind } = page;
    for (const cell of cells) {
      const at = kind === 'indexInterior' ? cell + 4 : cell;
      const row = readRow(this.#pages, bytes, at, kind === 'tableLeaf' ? 'table' : 'index');
      if (row !== null) yield row;
    }
  }

  /**
   * Pages that look like a table's but that it does not lead to: one above them is lost, or points elsewhere by now.
   * Pages that an index leads to are never taken for a table without row numbers, although they look the same.
   */
  #strayPages(): Map<string, number[]> {
    if (this.#strays !== undefined) return this.#strays;
    const reached = [...this.#roots.keys()].map((name) => ({ name, pages: this.#pagesOf(name) }));
    const strays = new Map<string, number[]>();
    for (let number = 2; number <= this.#pages.count; number++) {
      if (this.#free.has(number)) continue;
      const leadHere = reached.filter(({ pages }) => pages.has(number)).map(({ name }) => name);
      // Checked before its rows are read: indexes are half of a file.
      if (leadHere.length > 0 && this.#pages.tree(number)?.kind !== 'tableLeaf') continue;
      const layout = this.#layoutOf(number);
      if (layout === null || leadHere.includes(layout.table)) continue;
      strays.set(layout.table, [...(strays.get(layout.table) ?? []), number]);
    }
    this.#strays = strays;
    return strays;
  }

  /** The table whose rows a page has, judging by their shape. */
  #layoutOf(number: number): TableLayout | null {
    const kind = this.#pages.tree(number)?.kind;
    if (kind === undefined || kind === 'tableInterior') return null;
    const rows = [...this.#rowsOn(number)];
    let best: { layout: TableLayout; fitting: number } | null = null;
    for (const layout of this.#layouts) {
      if (layout.hasRowNumbers !== (kind === 'tableLeaf')) continue;
      const fitting = rows.filter((row) => fitted(layout, row) !== null).length;
      if (fitting > (best?.fitting ?? 0)) best = { layout, fitting };
    }
    return best !== null && best.fitting >= rows.length * shareOfRows ? best.layout : null;
  }
}
