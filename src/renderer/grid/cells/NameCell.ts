import { initialsOf, isLocalImage } from '../../ui/logo.ts';
import type { CompanyRow } from './companyRow.ts';
import { Cell, span } from './cell.ts';

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
