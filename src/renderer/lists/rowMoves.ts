import type { CompanyRow } from '../grid/cells/companyRow.ts';
import type { ShownChange } from '../decide/state.ts';
import type { ListModel } from './list.ts';

/** Shows in a list what has been decided, taken back, done or refused, here or elsewhere. */
export function showMoves(model: ListModel, { kind, placements }: ShownChange): void {
  const { takenBack, driver, rules, lingering } = model;
  if (takenBack.isMissing(kind, placements, model)) model.outdate();
  const all = kind === 'undone' ? takenBack.withThose(placements, model) : null;
  if (all !== null) model.putIn(all);
  const rows = model.rows.find(placements);
  if (rows.size === 0) return;
  driver?.redrawLists(rows);
  if (kind === 'undone') bringBack(model, rows);
  else letGo(model, rows, kind !== 'decided');
  // Refused, or taken back in another window: the rows are here again, and the cursor stays where it is (UX rule 4).
  const back = kind === 'decided' ? [] : [...rows].filter((row) => rules.belongs(model.listOf(row)));
  lingering.remove(back);
  if (back.some((row) => driver?.indexOf(row.id) === null && model.isVisible(row))) model.reshow();
}

/** Rows that were decided stay for a moment, then leave together; decided elsewhere, the one that one is on stays. */
function letGo(model: ListModel, rows: ReadonlySet<CompanyRow>, isElsewhere: boolean): void {
  const { cursor, driver, rules, lingering } = model;
  const { row: current } = cursor.focus.get();
  const isShown = ({ id }: CompanyRow): boolean => (driver?.indexOf(id) ?? null) !== null;
  const isLeaving = (row: CompanyRow): boolean =>
    !rules.belongs(model.listOf(row)) && !lingering.has(row) && isShown(row);
  const leaving = [...rows].filter((row) => isLeaving(row));
  if (isElsewhere && current !== null && leaving.includes(current)) lingering.hold(current);
  lingering.add(leaving.filter((row) => !lingering.has(row)));
}

function bringBack(model: ListModel, rows: ReadonlySet<CompanyRow>): void {
  const { cursor, lingering } = model;
  lingering.remove(rows);
  cursor.stay();
  model.reshow();
  const [first] = rows;
  const index = first === undefined ? null : (model.driver?.indexOf(first.id) ?? null);
  if (index !== null) cursor.goTo(index);
}
