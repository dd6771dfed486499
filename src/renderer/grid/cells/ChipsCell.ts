import { highlightLabels } from './cellTexts.ts';
import type { CompanyRow } from './companyRow.ts';
import { Cell, span } from './cell.ts';

/** Chips that are shown before the rest is told as a number. */
const shown = 3;

/** The highlights as chips. */
export class ChipsCell extends Cell {
  protected show({ company }: CompanyRow): void {
    const labels = highlightLabels(company);
    this.element.className = 'w-cell-chips';
    this.element.title = labels.join(', ');
    const chips = labels.slice(0, shown).map((label) => span('w-cell-chip', label));
    if (labels.length > shown) chips.push(span('w-cell-more', `+${labels.length - shown}`));
    this.element.replaceChildren(...chips);
  }
}
