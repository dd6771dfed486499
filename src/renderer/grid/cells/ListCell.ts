import type { CompanyRow } from './companyRow.ts';
import { Cell, span, type GridContext } from './cell.ts';

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
