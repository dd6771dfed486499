import type { Stage } from '#shared/domain/choices.ts';
import type { Lookups } from '../columns/content.ts';
import type { EndColumn } from '../columns/endColumns.ts';
import type { FieldName } from '../columns/fields.ts';
import type { ColumnHints } from '../columns/hints.ts';
import type { OwnColumn } from '../columns/ownColumns.ts';
import type { FieldColumns } from '../columns/fieldColumns.ts';
import type { Register } from '../columns/registers.ts';
import type { Place } from '../values/location.ts';
import { listText } from '../values/listLiteral.ts';
import { cellText, entriesOf, listSeparator, writtenEntries, writtenText } from '../values/text.ts';

/** What the cells of one file say about places. */
export interface PlaceReadings {
  /** The place in a cell of a column of locations. */
  readonly ofLocation: (text: string) => Place;
  /** The place in a cell of a column of cities. */
  readonly ofCity: (text: string) => Place;
  readonly cityName: (city: string) => string;
}

/** How the rows of one file are read. */
export interface RowReading {
  readonly columns: FieldColumns;
  readonly hints: ColumnHints;
  readonly lookups: Lookups;
  readonly places: PlaceReadings;
  /** The day the companies of this import were found, `YYYY-MM-DD`. */
  readonly discoveredDate: string;
  /** Where the rows come from, and the day their values are of where a row does not say. */
  readonly source: { readonly name: string; readonly day: string };
  /** US dollars for one unit of a currency, by its code, where the user has given a rate. */
  readonly rates: Readonly<Record<string, number>>;
  /** It is an export of ours (`Table.isExport`): its cells are what they were, and its lists are joined by `; `. */
  readonly isExport: boolean;
  /** It is the companies of a hand-over, which is no source of its own. */
  readonly isHandover: boolean;
  /** The file's header, by column; null where it has none. */
  readonly headers: readonly string[] | null;
  /** The column that says which companies are invented samples (`sampleColumnOf`). */
  readonly sampleColumn: number | undefined;
  /** The column that says of what kind each row is (`kindColumnOf`). */
  readonly kindColumn: number | undefined;
  /** The columns that name people of any kind, not only founders. */
  readonly teams: ReadonlySet<number>;
  /** The columns that stand for one round each, by the stage it means. */
  readonly rounds: ReadonlyMap<number, Stage>;
  /** The columns that say which round was the last. */
  readonly roundNames: ReadonlySet<number>;
  /** The columns that say how a company ended. */
  readonly ends: readonly EndColumn[];
  /** The columns that are no field of ours. */
  readonly own: readonly OwnColumn[];
  /** What each column is called where a value is kept under its header. */
  readonly names: readonly string[];
  /** The columns with founders' last names, by those with their first names. */
  readonly nameParts: ReadonlyMap<number, number>;
  /** The register whose numbers the file has; says the country where nothing else does. */
  readonly register: Register | undefined;
}

/** What a file has in a row. */
export interface RowCells {
  readonly cells: readonly string[];
  /** What a sheet shows in place of a cell's value. */
  readonly shown?: ReadonlyMap<number, string>;
  /** The rows of the file that it is made of, if they are several. */
  readonly parts?: readonly unknown[];
}

/** An amount and the code of its currency. */
interface Money {
  readonly amount: number;
  readonly currency: string;
}

/** The cells of one row by field. */
export class Row {
  readonly #cells: readonly string[];
  readonly #columns: FieldColumns;
  readonly #shown: ReadonlyMap<number, string> | undefined;
  /** How many rows of the file it is: of several each is a round. */
  readonly rows: number;
  /** The cleaned cells by column, as far as they were asked for: a cell is looked at for several fields. */
  readonly #cleaned: string[] = [];
  readonly #used: boolean[] = [];
  readonly #amounts: [index: number, amount: Money][] = [];

  /** Whether it is a row of an export of ours, whose cells are taken as they are. */
  readonly #isExport: boolean;

  constructor({ cells, shown, parts }: RowCells, columns: FieldColumns, isExport = false) {
    this.#cells = cells;
    this.#columns = columns;
    this.#isExport = isExport;
    this.#shown = shown;
    this.rows = parts?.length ?? 1;
  }

  /** The cells of a field with their columns, as they stand in the file, the surest column first. */
  raw(field: FieldName): [index: number, cell: string][] {
    const cells: [index: number, cell: string][] = [];
    for (const index of this.#columns.get(field) ?? noColumns) cells.push([index, this.#cells[index] ?? '']);
    return cells;
  }

  /** Whether a cell of a field has something in it. */
  isFilled(field: FieldName): boolean {
    for (const index of this.#columns.get(field) ?? noColumns) {
      const cell = this.#cells[index];
      if (cell !== undefined && cell !== '' && cell.trim() !== '') return true;
    }
    return false;
  }

  /** How many rows of the file say something in one of these fields. */
  rowsWith(fields: readonly FieldName[]): number {
    const filled = new Set<number>();
    for (const field of fields)
      for (const [, cell] of this.raw(field))
        for (const [at, one] of cell.split(listSeparator).entries()) if (one.trim() !== '') filled.add(at);
    return filled.size;
  }

  /** Whether at most one cell has something in it. */
  isAlone(): boolean {
    return this.#cells.filter((cell) => cell.trim() !== '').length < 2;
  }

  /** All cells but those of these columns. */
  beside(columns: readonly number[]): string[] {
    return this.#cells.filter((_, index) => !columns.includes(index));
  }

  /** The cell of a column; `''` for none. */
  cell(index: number | undefined): string {
    return index === undefined ? '' : (this.#cells[index] ?? '');
  }

  /** The cell of a column as its file shows it. */
  shown(index: number): string {
    return this.#shown?.get(index) ?? this.#cells[index] ?? '';
  }

  /** The cell of a column, cleaned. */
  cleaned(index: number): string {
    return (this.#cleaned[index] ??= this.#read(this.#cells[index] ?? ''));
  }

  /** The first cell of a field that is not empty, cleaned; `''` for none. Its column counts as read. */
  text(field: FieldName): string {
    for (const index of this.#columns.get(field) ?? noColumns) {
      const text = this.cleaned(index);
      if (text === '') continue;
      this.use(index);
      return text;
    }
    return '';
  }

  /** The same without reading it. */
  peek(field: FieldName): string {
    for (const index of this.#columns.get(field) ?? noColumns) {
      const text = this.cleaned(index);
      if (text !== '') return text;
    }
    return '';
  }

  /** What `read` makes of the first cell of a field that it can read. Its column counts as read. */
  first<T>(field: FieldName, read: (text: string, index: number) => T | null | undefined): T | undefined {
    for (const index of this.#columns.get(field) ?? noColumns) {
      const text = this.cleaned(index);
      const value = text === '' ? undefined : (read(text, index) ?? undefined);
      if (value === undefined) continue;
      this.use(index);
      return value;
    }
    return undefined;
  }

  /** Notes that a value of the company was read from a column. */
  use(index: number): void {
    this.#used[index] = true;
  }

  isUsed(index: number): boolean {
    return this.#used[index] === true;
  }

  /** Notes an amount that a column has; which of several counts is decided later. */
  noteAmount(index: number, amount: Money): void {
    this.#amounts.push([index, amount]);
  }

  amountsIn(index: number): Money[] {
    return this.#amounts.flatMap(([column, amount]) => (column === index ? [amount] : []));
  }

  /** What the cell of a column lists. */
  entries(index: number): string[] {
    return this.#isExport ? writtenEntries(this.cell(index)) : entriesOf(this.cleaned(index));
  }

  #read(cell: string): string {
    return this.#isExport ? writtenText(cell) : listText(cellText(cell));
  }
}

const noColumns: readonly number[] = [];
