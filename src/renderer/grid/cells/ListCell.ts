import type { CompanyRow } from '../companyRow.ts';
import { Cell, span, type GridContext } from './cell.ts';

/** The list a row is in, told by a mark and its name; this is the cell that a decision touches. */
export class ListCell extends Cell {
  protected show(row: CompanyRow, context: GridContext): void {
    const list = context.listOf(row);
    const unsaved = context.isUnsaved(row);
    this.element.className = 'w-cell-list';
    this.element.dataset['list'] = list;
    this.element.title = unsaved ? 'This decision was not saved.' : '';
    if (list === 'None' && !unsaved) {
      this.element.replaceChildren();
      return;
    }
    this.element.replaceChildren(span('w-cell-dot', ''), span('', unsaved ? 'Not saved' : list));
  }
}
