import type { ICellRendererComp, ICellRendererParams } from 'ag-grid-community';
import { marksOf } from '#shared/domain/company.ts';
import type { ListName } from '#shared/domain/listName.ts';
import { changesInFull, changesLabel } from '#shared/domain/companyChange.ts';
import type { KnownMark } from '#shared/domain/known.ts';
import { marksText } from '#shared/domain/knownText.ts';
import { colleagueLabel, colleagueText, decisionsOfColleagues } from '../../ui/colleagues.ts';
import { marksOfKnown } from '../../ui/knownMarks.ts';
import { changesOf } from '../../ui/lastChanges.ts';
import { hasNote } from '../../ui/notedCompanies.ts';
import { initialsOf, isLocalImage } from '../../ui/CompanyLogo.tsx';
import { decisionText, highlightChips, highlightLabels, scoreText, type HighlightChip } from './cellTexts.ts';
import { companyPath } from '../../ui/companyPath.ts';
import { whyHere, type CompanyRow, type RowDecision } from './companyRow.ts';

/** What every cell needs besides its row: the list the row shows, and whether its decision is unsaved. */
export interface GridContext {
  listOf(row: CompanyRow): ListName;
  isUnsaved(row: CompanyRow): boolean;
  /** When and why a row was put into the list that it shows; undefined while the server has not said. */
  decisionOf(row: CompanyRow): RowDecision | undefined;
  /** Whether a row belongs to the list that shows it; one that was just decided may be about to leave. */
  belongs(row: CompanyRow): boolean;
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

  /** The cell of a row outside AG Grid, in a column of that width. */
  draw(row: CompanyRow, context: GridContext, width: number): HTMLElement {
    this.show(row, context, width);
    return this.element;
  }

  /** `width` is the column's, in pixels: cells are never measured. */
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
/** The class of a decided row: it is dimmed, so that what is left stands out. */
export const decidedRowClass = 'w-decided';

/** The list a row is in, as a mark and its name; this is the cell that a decision changes. */
export class ListCell extends Cell {
  protected show(row: CompanyRow, context: GridContext): void {
    this.element.className = listCellClass;
    draw(this.element, row, context);
  }
}

/** Redraws the list of a rendered row: all that a decision changes. The grid itself is not involved. */
export function redrawList(rowElement: HTMLElement, row: CompanyRow, context: GridContext): void {
  const cell = rowElement.querySelector<HTMLElement>(`.${listCellClass}`);
  if (cell !== null) draw(cell, row, context);
  const name = rowElement.querySelector<HTMLElement>('.w-cell-name');
  if (name !== null) markState(name, row, context);
  rowElement.classList.toggle(decidedRowClass, context.listOf(row) !== 'None');
}

function draw(element: HTMLElement, row: CompanyRow, context: GridContext): void {
  const list = context.listOf(row);
  element.title = decisionText(list, context.decisionOf(row));
  if (element.dataset['list'] === list) return;
  element.dataset['list'] = list;
  if (list === 'None') element.replaceChildren();
  else element.replaceChildren(span('w-cell-dot', ''), span('', list));
}

/**
 * Says at the row's end that a decision was not saved, or to which list a row goes that leaves this one: a list whose
 * rows are all in the same one has no column for it. Other lists say it there only while their column is out of sight.
 */
function markState(name: HTMLElement, row: CompanyRow, context: GridContext): void {
  const list = context.listOf(row);
  const text = context.isUnsaved(row) ? 'Not saved' : list === 'None' ? '' : list;
  const isInColumn = text !== 'Not saved' && context.belongs(row);
  name.classList.toggle('w-cell-stated', text !== '' && !isInColumn);
  const there = name.querySelector<HTMLElement>('.w-cell-state');
  if ((there?.textContent ?? '') === text) {
    there?.classList.toggle('w-cell-in-column', isInColumn);
    return;
  }
  there?.remove();
  if (text === '') return;
  const label = span('w-cell-label w-cell-state', text);
  label.classList.toggle('w-cell-in-column', isInColumn);
  label.dataset['state'] = text;
  if (text === 'Not saved') label.title = 'This decision was not saved.';
  name.append(label);
}

/** From this width of the column on, in pixels, there is room for a mark beside a name; and what “Back” takes of it. */
const roomForMark = 168;
const roomForBack = 48;
/** What the status of a known company takes of it, and from which width on all that is known has room. */
const roomForStatus = 64;
const roomForAll = 340;

/**
 * Logo and name, and what marks the company, which only a screen reader finds where there is no room for it. A logo
 * that the page's content policy blocks is replaced by initials.
 */
export class NameCell extends Cell {
  protected show(row: CompanyRow, context: GridContext, width: number): void {
    const { company } = row;
    const isNew = row.isNew === true;
    this.element.className = isNew ? 'w-cell-name w-cell-newest' : 'w-cell-name';
    const marks = marksOf(company);
    const { label: what, texts: changed, isChange } = whatHappened(row);
    const known = marksOfKnown(company.id);
    const others = decisionsOfColleagues(company.id);
    const isNoted = hasNote(company.id, row.note);
    const said = [...changed, marksText(known), ...others.map(colleagueText), isNoted ? noteText(row) : ''];
    const title = [company.name, ...marks.map(({ meaning }) => meaning), ...said];
    this.element.title = title.filter(Boolean).join('\n');
    const parts = [...(isNew ? [newMark()] : []), mark(company.name, company.logo), nameLink(row)];
    if (isNoted) parts.push(noteMark());
    const roomForKnown = known.length + others.length === 0 ? 0 : roomForStatus;
    const room = roomForMark + (what === '' ? 0 : roomForBack) + roomForKnown;
    for (const { label } of marks) parts.push(span(width < room ? 'w-unseen' : 'w-cell-label', label));
    if (what !== '') parts.push(span(`w-cell-label w-cell-back${isChange ? ' w-cell-changed' : ''}`, what));
    parts.push(...knownLabel(known, width, width >= room - roomForKnown));
    if (others.length > 0) {
      const hasRoom = width >= room - roomForKnown && known.length === 0;
      parts.push(span(hasRoom ? 'w-cell-label w-cell-known' : 'w-unseen', colleagueLabel(others)));
    }
    this.element.replaceChildren(...parts);
    markState(this.element, row, context);
  }
}

/**
 * What has happened to a company: why it is here, else what the last import has changed, which mostly is the same. In a
 * word or two (`''` for nothing), and for reading.
 */
function whatHappened(row: CompanyRow): {
  readonly label: string;
  readonly texts: readonly string[];
  readonly isChange: boolean;
} {
  const why = whyHere(row);
  const changes = changesOf(row.company.id);
  const texts = [...(why === null ? [] : [why.text]), ...changesInFull(changes)];
  return { label: why?.label ?? changesLabel(changes), texts, isChange: why === null };
}

/** What is known of a company, all of it where there is room, else its status, or the source. */
function knownLabel(known: readonly KnownMark[], width: number, hasRoom: boolean): readonly HTMLElement[] {
  const [first] = known;
  if (first === undefined) return [];
  const text = width < roomForAll ? first.status || first.source : marksText(known);
  return [span(hasRoom ? 'w-cell-label w-cell-known' : 'w-unseen', text)];
}

/** The class of the link that a company's name is. */
export const nameLinkClass = 'w-cell-name-text';

/**
 * The name as a link to the company's page, for opening it apart and for copying its address. Tab does not stop at it:
 * the table has the keyboard as a whole. A drag is one of the row, not of the link.
 */
function nameLink({ company: { id, name }, inboxId }: CompanyRow): HTMLElement {
  const link = document.createElement('a');
  link.className = nameLinkClass;
  link.href = companyPath(id, inboxId);
  link.tabIndex = -1;
  link.draggable = false;
  // In its own direction, so that its end is cut if it does not fit.
  link.dir = 'auto';
  link.textContent = name;
  return link;
}

/** That there is a note, with the beginning of the newest where the row was read with it. */
function noteText({ note = '' }: CompanyRow): string {
  const text = note.replaceAll(/\s+/g, ' ').trim();
  if (text === '') return 'Has a note';
  return `Note: ${text.length > mostOfNote ? `${text.slice(0, mostOfNote).trimEnd()}…` : text}`;
}

const mostOfNote = 140;

/** A small sheet after the name; what it says is in the cell's tooltip. */
function noteMark(): HTMLElement {
  const element = span('w-cell-note', '');
  element.role = 'img';
  element.ariaLabel = 'Has a note';
  return element;
}

/** Seen only where the screen tells new companies from others. */
function newMark(): HTMLElement {
  const element = span('w-cell-new', '');
  element.role = 'img';
  element.ariaLabel = 'New';
  return element;
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

/** The score as a bar and a figure; a dash if the company has none. */
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

/** Width of the cell's own edges, in pixels. */
const edges = 16;
/** Width of a chip besides its letters, including the gap after it, and the approximate width of a letter. */
const chipEdges = 16;
const letter = 5.9;
/** Width of the number of remaining chips. */
const moreWidth = 20;

/** The highlights as chips: as many as fit in the column, then how many more there are. */
export class ChipsCell extends Cell {
  protected show({ company }: CompanyRow, _: GridContext, width: number): void {
    const chips = highlightChips(company);
    const shown = chipsThatFit(
      chips.map(({ label }) => label),
      width,
    );
    this.element.className = 'w-cell-chips';
    this.element.title = highlightLabels(company).join(', ');
    const parts = chips.slice(0, shown).map(chipOf);
    if (chips.length > shown) parts.push(span('w-cell-more', `+${chips.length - shown}`));
    this.element.replaceChildren(...parts);
  }
}

/**
 * How many chips fit in a column of that width, in pixels: whole ones, and a last one cut by at most a third; at least
 * one. Letters are counted: measuring them would cost a layout for every row scrolled into view.
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
