import { highlightChips, type HighlightChip } from './cellTexts.ts';
import type { CompanyRow } from './companyRow.ts';
import { Cell, span, type GridContext } from './cell.ts';

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
 * third is cut; one at least. Letters are counted: to measure them would cost every row that is scrolled into view a layout.
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
