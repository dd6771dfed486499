import { scoreText } from './cellTexts.ts';
import type { CompanyRow } from './companyRow.ts';
import { Cell, span } from './cell.ts';

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
