import type { ICellRendererComp, ICellRendererParams } from 'ag-grid-community';
import type { ListName } from '#shared/domain/listName.ts';
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
