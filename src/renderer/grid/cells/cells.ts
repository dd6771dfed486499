import type { ICellRendererComp, ICellRendererParams } from 'ag-grid-community';
import type { ListName } from '#shared/domain/listName.ts';
import { initialsOf, isLocalImage } from '../../ui/CompanyLogo.tsx';
import { highlightChips, scoreText, type HighlightChip } from './cellTexts.ts';
import type { CompanyRow } from './companyRow.ts';

/** What every cell may ask beside its row: the list the row shows, and whether its decision is not saved. */
export interface GridContext {
  listOf(row: CompanyRow): ListName;
  isUnsaved(row: CompanyRow): boolean;
}

export type CellParams = ICellRendererParams<CompanyRow, unknown, GridContext>;

/**
 * A cell drawn with plain DOM calls. Subclasses fill `element` in `show`, which runs again when the cell is refreshed;
 * texts from data only ever go in as text nodes.
 */
export abstract class Cell implements ICellRendererComp<CompanyRow> {
  protected readonly element = document.createElement('div');

  init(params: CellParams): void {
    if (params.data !== undefined) this.show(params.data, params.context, params.column?.getActualWidth() ?? 0);
  }

  refresh(params: CellParams): boolean {
    if (params.data !== undefined) this.show(params.data, params.context, params.column?.getActualWidth() ?? 0);
    return true;
  }

  getGui(): HTMLElement {
    return this.element;
  }

  /** The cell of a row outside of AG Grid, in a column of that width. */
  draw(row: CompanyRow, context: GridContext, width: number): HTMLElement {
    this.show(row, context, width);
    return this.element;
  }

  /** `width` is the column's, in pixels: nothing is measured for a cell. */
  protected abstract show(row: CompanyRow, context: GridContext, width: number): void;
}

/** A `span` with a class and a text. */
export function span(className: string, text: string): HTMLSpanElement {
  const element = document.createElement('span');
  element.className = className;
  element.textContent = text;
  return element;
}

/** The class of the list cell's element. */
const listCellClass = 'w-cell-list';
/** The class of a row that is decided: it steps back, so that what is left stands out. */
export const decidedRowClass = 'w-decided';

/** The list a row is in, told by a mark and its name; this is the cell that a decision touches. */
export class ListCell extends Cell {
  protected show(row: CompanyRow, context: GridContext): void {
    this.element.className = listCellClass;
    draw(this.element, row, context);
  }
}

/** Draws the list of a rendered row again: what a decision touches. The grid itself is not asked. */
export function redrawList(rowElement: HTMLElement, row: CompanyRow, context: GridContext): void {
  const cell = rowElement.querySelector<HTMLElement>(`.${listCellClass}`);
  if (cell !== null) draw(cell, row, context);
  rowElement.classList.toggle(decidedRowClass, context.listOf(row) !== 'None');
}

function draw(element: HTMLElement, row: CompanyRow, context: GridContext): void {
  const list = context.listOf(row);
  const text = context.isUnsaved(row) ? 'Not saved' : list === 'None' ? '' : list;
  if (element.dataset['list'] === list && element.textContent === text) return;
  element.dataset['list'] = list;
  element.title = text === 'Not saved' ? 'This decision was not saved.' : '';
  if (text === '') element.replaceChildren();
  else element.replaceChildren(span('w-cell-dot', ''), span('', text));
}

/** Logo and name. A logo that the page's content policy does not let in gives way to initials. */
export class NameCell extends Cell {
  protected show({ company }: CompanyRow): void {
    this.element.className = 'w-cell-name';
    this.element.title = company.name;
    const text = span('w-cell-name-text', company.name);
    // By its own direction, so that what does not fit is its end.
    text.dir = 'auto';
    this.element.replaceChildren(mark(company.name, company.logo), text);
  }
}

function mark(name: string, logo: string): HTMLElement {
  if (!isLocalImage(logo)) return initialsMark(name);
  const image = document.createElement('img');
  image.className = 'w-cell-mark';
  image.alt = '';
  image.src = logo;
  image.addEventListener('error', () => image.replaceWith(initialsMark(name)), { once: true });
  return image;
}

function initialsMark(name: string): HTMLElement {
  const element = span('w-cell-mark w-cell-initials', initialsOf(name));
  element.ariaHidden = 'true';
  return element;
}

/** The score as a bar and a figure; a dash where the company has none. */
export class ScoreCell extends Cell {
  protected show({ company }: CompanyRow): void {
    this.element.className = 'w-cell-score';
    if (company.score === null) {
      this.element.replaceChildren(span('w-cell-none', '–'));
      return;
    }
    const bar = span('w-cell-bar', '');
    bar.ariaHidden = 'true';
    bar.style.backgroundSize = `${company.score * 100}% 100%`;
    this.element.replaceChildren(bar, span('', scoreText(company.score)));
  }
}

/** What the cell's own edges take, in pixels. */
const edges = 16;
/** What a chip takes beside its letters, with the gap behind it, and about what a letter does. */
const chipEdges = 16;
const letter = 5.9;
/** What the number of the rest takes. */
const moreWidth = 20;

/** The highlights as chips: as many as the column has room for, then how many more there are. */
export class ChipsCell extends Cell {
  protected show({ company }: CompanyRow, _: GridContext, width: number): void {
    const chips = highlightChips(company);
    const shown = chipsThatFit(
      chips.map(({ label }) => label),
      width,
    );
    this.element.className = 'w-cell-chips';
    this.element.title = chips.map(({ label }) => label).join(', ');
    const parts = chips.slice(0, shown).map(chipOf);
    if (chips.length > shown) parts.push(span('w-cell-more', `+${chips.length - shown}`));
    this.element.replaceChildren(...parts);
  }
}

/**
 * How many chips there is room for in a column of that width, in pixels: whole ones, and a last one of which at most a
 * third is cut; one at least. Letters are counted: to measure them would cost every row that is scrolled into view a
 * layout.
 */
export function chipsThatFit(labels: readonly string[], width: number): number {
  const room = width - edges;
  let taken = 0;
  let count = 0;
  for (const label of labels) {
    const chip = chipEdges + label.length * letter;
    const more = count + 1 < labels.length ? moreWidth : 0;
    const over = taken + chip + more - room;
    if (count > 0 && over > chip / 3) break;
    taken += chip;
    count += 1;
    if (over > 0) break;
  }
  return count;
}

function chipOf({ label, group }: HighlightChip): HTMLElement {
  const chip = span('w-cell-chip', label);
  chip.dataset['group'] = group;
  return chip;
}
