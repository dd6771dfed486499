import type { Buffer } from 'node:buffer';
import { limits } from './byteSource.ts';
import { plainNumber, type NumberFormat } from './numberFormat.ts';
import { readXml, relationOf } from './xml.ts';
import { damagedFile, FileFault } from './zip.ts';

/** A row of a sheet as its XML has it: its number, from 1, and its cells from the first column on. */
export interface SheetRow {
  readonly line: number;
  readonly cells: string[];
  /** Cells that the sheet shows otherwise than `cells` has them, by column. */
  readonly shown: Map<number, string>;
  /** Cells whose values come from the first row of a merged cell, by column: the number of that row. */
  readonly merged: Map<number, number>;
}

/** A range of cells: rows from 1, columns from 0. */
export interface CellRange {
  readonly top: number;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
}

/** A sheet as its XML has it. */
export interface SheetXml {
  /** Rows that have a cell with something in it, in their order. */
  readonly rows: SheetRow[];
  readonly merges: readonly CellRange[];
  /** The links of cells: an address, or the relationship that has it. */
  readonly links: readonly { readonly range: CellRange; readonly address: string; readonly relation: string }[];
}

/** What the cells of a workbook refer to. */
export interface WorkbookTables {
  readonly shared: readonly string[];
  /** The number formats by style. */
  readonly formats: readonly (NumberFormat | null)[];
}

/** Reads a sheet. Throws a `FileFault` for cells that are too many or too far apart, and what is wrong with the XML. */
export async function readSheet(bytes: Buffer, tables: WorkbookTables): Promise<SheetXml> {
  const reader = new SheetReader(tables);
  await readXml(bytes, {
    open: (name, attribute) => {
      reader.open(name, attribute);
    },
    text: (text) => {
      reader.text(text);
    },
    close: (name) => {
      reader.close(name);
    },
  });
  return reader.sheet();
}

/** The texts that cells of a workbook share (`xl/sharedStrings.xml`). */
export async function readSharedStrings(bytes: Buffer): Promise<string[]> {
  const texts: string[] = [];
  let current = '';
  let isText = false;
  let isPhonetic = false;
  await readXml(bytes, {
    open: (name) => {
      if (name === 'si') current = '';
      isPhonetic ||= name === 'rPh';
      isText = name === 't' && !isPhonetic;
    },
    text: (text) => {
      if (isText) current += text;
    },
    close: (name) => {
      if (name === 't') isText = false;
      if (name === 'rPh') isPhonetic = false;
      if (name === 'si') texts.push(withoutEscapes(current));
    },
  });
  return texts;
}

class SheetReader {
  readonly #tables: WorkbookTables;
  readonly #rows = new Map<number, SheetRow>();
  readonly #merges: CellRange[] = [];
  readonly #links: { range: CellRange; address: string; relation: string }[] = [];
  #row: SheetRow | null = null;
  #line = 0;
  #column = -1;
  /** The largest row and column so far, which span the sheet. */
  #lines = 0;
  #columns = 0;
  #type = '';
  #style = 0;
  /** The texts of the cell's value and of its formula. */
  #value = '';
  #formula = '';
  #within: 'value' | 'formula' | '' = '';
  #isPhonetic = false;

  constructor(tables: WorkbookTables) {
    this.#tables = tables;
  }

  open(name: string, attribute: (name: string) => string): void {
    switch (name) {
      case 'c':
        this.#beginCell(attribute('r'), attribute('t'), attribute('s'));
        break;
      case 'v':
        this.#within = 'value';
        break;
      case 't':
        this.#within = this.#isPhonetic ? '' : 'value';
        break;
      case 'f':
        this.#within = 'formula';
        break;
      case 'row':
        this.#beginRow(attribute('r'));
        break;
      case 'rPh':
        this.#isPhonetic = true;
        break;
      case 'mergeCell':
        this.#addRange(attribute('ref'), (range) => this.#merges.push(range));
        break;
      case 'hyperlink': {
        const relation = relationOf(attribute);
        this.#addRange(attribute('ref'), (range) => this.#links.push({ range, address: '', relation }));
        break;
      }
    }
  }

  text(text: string): void {
    if (this.#within === 'value') this.#value += text;
    else if (this.#within === 'formula') this.#formula += text;
  }

  close(name: string): void {
    if (name === 'v' || name === 't' || name === 'f') this.#within = '';
    else if (name === 'rPh') this.#isPhonetic = false;
    else if (name === 'c') this.#endCell();
  }

  sheet(): SheetXml {
    const rows = [...this.#rows.values()].filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
    const inOrder = rows.every(({ line }, at) => at === 0 || line > (rows[at - 1]?.line ?? 0));
    return {
      rows: inOrder ? rows : rows.toSorted((a, b) => a.line - b.line),
      merges: this.#merges,
      links: this.#links,
    };
  }

  /** Positions are optional: a missing one is counted on from the one before. */
  #beginRow(place: string): void {
    const line = place === '' ? this.#line + 1 : Number(place);
    if (!Number.isInteger(line) || line < 1 || line > 9_999_999) throw tooFarApart();
    this.#setLine(line);
    this.#column = -1;
  }

  #setLine(line: number): void {
    this.#line = line;
    this.#row = null;
    this.#lines = Math.max(this.#lines, line);
  }

  #beginCell(place: string, type: string, style: string): void {
    this.#column += 1;
    if (place !== '') {
      const { line, column } = addressOf(place) ?? {};
      if (line === undefined || column === undefined) throw tooFarApart();
      if (line !== this.#line && line > 0) this.#setLine(line);
      this.#column = column === -1 ? this.#column : column;
    }
    this.#columns = Math.max(this.#columns, this.#column + 1);
    if (this.#lines * this.#columns > limits.workbookCells) throw tooFarApart();
    this.#type = type;
    this.#style = style === '' ? 0 : Number(style);
    this.#value = '';
    this.#formula = '';
  }

  #endCell(): void {
    const address = linkFormula.exec(this.#formula)?.[1];
    if (address !== undefined) {
      const { line, column } = { line: this.#line, column: this.#column };
      const range = { top: line, bottom: line, left: column, right: column };
      this.#links.push({ range, address: address.replaceAll('""', '"'), relation: '' });
    }
    if (this.#value === '') return;
    const { text, shown } = this.#read();
    if (text === '') return;
    const row = this.#row ?? this.#rowAt(this.#line);
    while (row.cells.length < this.#column) row.cells.push('');
    row.cells[this.#column] = text;
    if (shown !== text) row.shown.set(this.#column, shown);
  }

  #rowAt(line: number): SheetRow {
    const row = this.#rows.get(line) ?? { line, cells: [], shown: new Map(), merged: new Map() };
    this.#rows.set(line, row);
    this.#row = row;
    return row;
  }

  #read(): { readonly text: string; readonly shown: string } {
    const value = this.#value;
    if (this.#type === 's') return alike(this.#shared(Number(value)));
    if (this.#type === 'b') return alike(value === '1' || value === 'true' ? 'true' : 'false');
    if (this.#type !== '' && this.#type !== 'n') return alike(withoutEscapes(value));
    const number = Number(value);
    if (value.trim() === '' || !Number.isFinite(number)) return alike(value);
    const formatted = this.#tables.formats[this.#style]?.of(number);
    // Of more digits than numbers have here each is kept.
    return formatted ?? alike(wholeNumber.test(value) ? value : plainNumber(number));
  }

  /** A text of which the workbook's list has nothing is lost. */
  #shared(index: number): string {
    const text = this.#tables.shared[index];
    if (text === undefined) throw new FileFault(damagedFile);
    return text;
  }

  #addRange(reference: string, add: (range: CellRange) => void): void {
    const [from = '', to = from] = reference.replaceAll('$', '').split(':');
    const [first, last] = [addressOf(from), addressOf(to)];
    if (first === undefined || last === undefined || first.line < 1 || first.column < 0) return;
    add({ top: first.line, left: first.column, bottom: last.line, right: last.column });
  }
}

function alike(text: string): { readonly text: string; readonly shown: string } {
  return { text, shown: text };
}

function tooFarApart(): FileFault {
  return new FileFault('its cells lie too far apart or are too many; save the sheet as CSV.');
}

const wholeNumber = /^-?\d+$/;

/** A formula that begins with a link: `HYPERLINK("https://…", "Link")`. */
const linkFormula = /^\s*HYPERLINK\(\s*"((?:[^"]|"")+)"/i;

/** Row (from 1) and column (from 0) of `B12`; undefined if it makes no sense. */
function addressOf(place: string): { readonly line: number; readonly column: number } | undefined {
  let column = 0;
  let at = 0;
  for (; at < place.length && at < 4; at++) {
    const letter = place.charCodeAt(at) & ~0x20;
    if (letter < capitalA || letter > capitalZ) break;
    column = column * 26 + letter - capitalA + 1;
  }
  const line = Number(place.slice(at));
  return at > 3 || place.length - at > 7 || !Number.isInteger(line) || at === place.length
    ? undefined
    : { line, column: column - 1 };
}

const capitalA = 65;
const capitalZ = 90;

/** Characters that XML cannot have, as spreadsheets write them: `_x000D_`. */
function withoutEscapes(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
